from threading import Barrier, current_thread, main_thread
from typing import TYPE_CHECKING

from side_by_side import in_order, on_threads
from worker.visibility import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable


def test_verdicts_come_in_the_order_of_their_tasks() -> None:
    tasks: list[Callable[[], Verdict]] = [lambda: Verdict.DONE, lambda: Verdict.RETRY, lambda: Verdict.POISON]
    expected = [Verdict.DONE, Verdict.RETRY, Verdict.POISON]
    assert in_order(tasks) == expected
    assert on_threads(2)(tasks) == expected


def test_ten_threads_run_ten_tasks_side_by_side() -> None:
    barrier = Barrier(10, timeout=10)

    def meet() -> Verdict:
        barrier.wait()
        return Verdict.DONE

    assert on_threads(10)([meet] * 10) == [Verdict.DONE] * 10


def test_a_single_task_needs_no_thread() -> None:
    def whose_thread() -> Verdict:
        return Verdict.DONE if current_thread() is main_thread() else Verdict.RETRY

    assert on_threads(10)([whose_thread]) == [Verdict.DONE]
