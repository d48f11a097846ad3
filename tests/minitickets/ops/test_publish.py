import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import Result

from minitickets.ops.bookings_file import BadLine, GoodLine
from minitickets.ops.publish import publish, publish_all

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
