import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import pytest
from click.testing import Result

from minitickets.errors import CommandError
from minitickets.ops.bookings_file import BadLine, GoodLine
from minitickets.ops.publish import publish, publish_all
from minitickets.ops.receipts import receipts_of
from minitickets.ops.target import OperatedStack

from .conftest import Stack

Run = Callable[..., Result]


class FakeQueues:
    """SQS, which refuses the entries that it is told to refuse."""

    def __init__(self, *refused: tuple[str, str]) -> None:
        self.batches: list[tuple[str, list[str]]] = []
        self._refused = refused

    def send_message_batch(self, *, QueueUrl: str, Entries: list[dict[str, str]]) -> dict[str, Any]:  # noqa: N803
        self.batches.append((QueueUrl, [entry["MessageBody"] for entry in Entries]))
        failed = [entry["Id"] for entry in Entries if (QueueUrl, entry["MessageBody"]) in self._refused]
        return {"Failed": [{"Id": id_, "Code": "InvalidMessageContents", "SenderFault": True} for id_ in failed]}


def _messages(count: int, size: int = 2) -> list[GoodLine | BadLine]:
    return [GoodLine(number, f"{number:0{size}}", None, None) for number in range(1, count + 1)]


def _publish(queues: FakeQueues, lines: list[GoodLine | BadLine]) -> list[GoodLine | BadLine]:
    return list(publish_all(cast("Any", queues), ["jobs", "tickets"], lines))


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    def write(*lines: str) -> str:
        (tmp_path / "bookings.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return "bookings.jsonl"

    return write


def test_each_message_goes_to_both_queues_ten_at_a_time_in_order() -> None:
    queues = FakeQueues()

    fates = _publish(queues, _messages(23))

    assert [(url, len(bodies)) for url, bodies in queues.batches] == [
        (url, size) for size in (10, 10, 3) for url in ("jobs", "tickets")
    ]
    for url in ("jobs", "tickets"):
        sent = [body for to, bodies in queues.batches if to == url for body in bodies]
        assert sent == [f"{number:02}" for number in range(1, 24)]
    assert fates == _messages(23)


@pytest.mark.parametrize(("count", "size", "batches"), [(5, 524_288, [2, 2, 1]), (2, 1_048_576, [1, 1])])
def test_a_batch_holds_no_more_than_one_message_may(count: int, size: int, batches: list[int]) -> None:
    queues = FakeQueues()

    _publish(queues, _messages(count, size))

    assert [len(bodies) for url, bodies in queues.batches if url == "jobs"] == batches


@pytest.mark.parametrize("queue", ["jobs", "tickets"])
def test_an_entry_that_one_queue_refuses_is_told_by_its_line(queue: str) -> None:
    fates = _publish(FakeQueues((queue, "12")), _messages(13))

    assert [str(fate) for fate in fates if isinstance(fate, BadLine)] == [
        "line 12 is not sent: SQS refused it (InvalidMessageContents)."
    ]
    assert len(fates) == 13


def test_nothing_is_sent_for_nothing() -> None:
    queues = FakeQueues()

    assert _publish(queues, [BadLine(1, "it is not JSON")]) == [BadLine(1, "it is not JSON")]
    assert queues.batches == []


def test_bookings_reach_both_queues_to_the_letter(stack: Stack, run: Run, file: Callable[..., str]) -> None:
    stack.make_queues()
    bodies = [json.dumps({"number": number, "name": "Zoë अनन्या 🎟"}, ensure_ascii=False) for number in range(12)]

    result = run(publish, file(*bodies))

    assert (result.exit_code, result.stdout) == (0, "Lines sent: 12. Not sent: 0.\n")
    assert sorted(stack.bodies(stack.names.jobs_queue)) == sorted(bodies)
    assert sorted(stack.bodies(stack.names.tickets_queue)) == sorted(bodies)


def test_large_bookings_are_split_as_sqs_demands(stack: Stack, run: Run, file: Callable[..., str]) -> None:
    stack.make_queues()

    assert run(publish, file(*[json.dumps({"name": "x" * 400_000})] * 5)).exit_code == 0
    assert len(stack.bodies(stack.names.jobs_queue)) == 5


def test_bad_lines_are_told_in_order_and_end_in_status_1_but_the_rest_is_sent(
    stack: Stack, run: Run, file: Callable[..., str], booking: Callable[..., str]
) -> None:
    stack.make_queues()

    result = run(publish, "--json", file("[]", booking(quantity=9), booking(), "{", ""))

    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"sent": 2, "notSent": 2}
    warnings = [line for line in result.stderr.splitlines() if line.startswith("line ")]
    assert [warning.partition(":")[0] for warning in warnings] == [
        "line 1 is not sent",
        "line 2 is no booking",
        "line 4 is not sent",
    ]
    assert len(stack.bodies(stack.names.jobs_queue)) == 2


def test_poison_alone_is_sent_with_a_warning_and_is_no_failure(
    stack: Stack, run: Run, file: Callable[..., str], booking: Callable[..., str]
) -> None:
    stack.make_queues()

    nobody = booking(recipient={"email": "nobody", "name": "Ada"})

    result = run(publish, file(booking(quantity=9), nobody))

    assert result.exit_code == 0
    assert "line 2 gets its tickets but no email: recipient.email: is not one plain email address;" in result.stderr
    assert "line 1 is no booking: quantity: " in result.stderr
    assert "; the functions will refuse it." in result.stderr
    assert sorted(stack.bodies(stack.names.tickets_queue)) == sorted([booking(quantity=9), nobody])


@pytest.mark.parametrize("lines", [[], ["[]"]], ids=["empty", "no message in it"])
def test_a_file_of_which_nothing_can_be_sent_is_refused(
    stack: Stack, run: Run, file: Callable[..., str], lines: list[str]
) -> None:
    stack.make_queues()

    result = run(publish, file(*lines))

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: bookings.jsonl holds no message.")


@pytest.fixture
def cut_off(stack: Stack, run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Publishes, but is cut off at the fourth batch: the second one has reached both queues, the third one of them."""

    def publish_to_the_middle(name: str) -> None:
        sqs, batches = stack.clients.sqs, count(1)
        send = sqs.send_message_batch

        def send_or_fail(**request: Any) -> Any:
            if next(batches) == 4:
                raise RuntimeError
            return send(**request)

        target = OperatedStack(stack.names, cast("Any", SimpleNamespace(sqs=sqs)), "the stack")
        monkeypatch.setattr("minitickets.ops.publish.find_target", lambda *_, **__: target)
        with monkeypatch.context() as failing:
            failing.setattr(sqs, "send_message_batch", send_or_fail)
            with pytest.raises(RuntimeError):
                run(publish, name)

    return publish_to_the_middle


BODIES = [json.dumps({"number": number}) for number in range(23)]


def test_after_it_was_cut_off_the_same_line_goes_on_where_it_stopped(
    stack: Stack, run: Run, file: Callable[..., str], cut_off: Callable[..., None]
) -> None:
    stack.make_queues()
    name = file(*BODIES)
    cut_off(name)

    assert json.loads(run(publish, name, "--json").stdout) == {"sent": 23, "notSent": 0, "sentEarlier": 20}
    for queue in (stack.names.jobs_queue, stack.names.tickets_queue):
        assert sorted(stack.bodies(queue)) == sorted(BODIES)


def test_a_person_is_told_that_it_goes_on(
    stack: Stack, run: Run, file: Callable[..., str], cut_off: Callable[..., None]
) -> None:
    stack.make_queues()
    name = file(*BODIES)
    cut_off(name)

    said = run(publish, name).stdout

    assert said == (
        "Lines sent: 23, 20 of them by a run that was cut off (--again would send them once more). Not sent: 0.\n"
    )


@pytest.mark.parametrize("what", ["again", "another file", "another stack"])
def test_all_is_sent_when_that_is_asked_for_or_it_is_other_work(
    stack: Stack, run: Run, file: Callable[..., str], cut_off: Callable[..., None], what: str
) -> None:
    stack.make_queues()
    name = file(*BODIES)
    cut_off(name)
    if what == "another file":
        name = file(*BODIES, "{}")
    if what == "another stack":
        for queue in (stack.names.jobs_queue, stack.names.tickets_queue):
            url = stack.clients.sqs.get_queue_url(QueueName=queue)["QueueUrl"]
            stack.clients.sqs.delete_queue(QueueUrl=url)
        with patch("moto.sqs.models.unix_time", lambda: 1.0):
            stack.make_queues()

    told = json.loads(run(publish, name, "--json", *(["--again"] if what == "again" else [])).stdout)

    assert "sentEarlier" not in told


def test_a_file_that_was_sent_to_its_end_is_sent_whole_again(stack: Stack, run: Run, file: Callable[..., str]) -> None:
    stack.make_queues()
    name = file(*BODIES)

    assert [json.loads(run(publish, name, "--json").stdout) for _ in range(2)] == [{"sent": 23, "notSent": 0}] * 2
    assert sorted(stack.bodies(stack.names.jobs_queue)) == sorted(BODIES * 2)


def test_two_that_do_the_same_at_once_are_one_too_many(tmp_path: Path) -> None:
    with (
        receipts_of(tmp_path, "work"),
        receipts_of(tmp_path, "other work"),
        pytest.raises(CommandError, match="another process is doing the same"),
        receipts_of(tmp_path, "work"),
    ):
        pass


def test_a_receipt_that_was_cut_off_is_none(tmp_path: Path) -> None:
    with receipts_of(tmp_path, "work") as receipts:
        receipts.add(["1 jobs", "2 jobs"])
    (path,) = (tmp_path / ".minitickets").iterdir()
    path.write_text("1 jobs\n2 jo")

    with receipts_of(tmp_path, "work") as receipts:
        receipts.add(["3 jobs"])
    with receipts_of(tmp_path, "work") as receipts:
        assert [f"{number} jobs" in receipts for number in range(4)] == [False, True, False, True]
        receipts.settle()
    assert list((tmp_path / ".minitickets").iterdir()) == []


def test_where_nothing_can_be_noted_a_note_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with receipts_of(tmp_path / "missing", "work") as receipts:
        receipts.add(["1"])
        receipts.settle()

    assert capsys.readouterr().err.endswith("(No such file or directory), so a run cut off begins anew.\n")


def test_with_local_only_the_running_stack_gets_the_bookings(
    stack: Stack, local_stack: Stack, run: Run, file: Callable[..., str]
) -> None:
    stack.make_queues()
    local_stack.make_queues()

    assert run(publish, "--local", file("{}")).exit_code == 0
    assert local_stack.bodies(stack.names.jobs_queue) == ["{}"]
    assert stack.bodies(stack.names.jobs_queue) == []


@pytest.mark.usefixtures("project")
def test_a_missing_file_is_told_before_anybody_is_asked(run: Run) -> None:
    result = run(publish, "missing.jsonl")

    assert (result.exit_code, result.stderr) == (1, "Error: missing.jsonl cannot be read: No such file or directory.\n")
