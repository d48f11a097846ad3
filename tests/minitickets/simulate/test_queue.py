import pytest

from minitickets.books.chance import Chance
from minitickets.books.fates import MessagesFate
from minitickets.books.message_ledger import MessageLedger
from minitickets.books.violations import Violations
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.message import ReceivedMessage, SimulatedMessage
from minitickets.simulate.queue import QueueSettings, SimulatedQueue

LATER = 2 * SECOND  # beyond the disorder of a second


class Ledger(MessageLedger[MessagesFate]):
    """Remembers what it is told; in these tests each booking has one message."""

    def __init__(self) -> None:
        super().__init__(Violations(lambda: 0))
        self.fates = [MessagesFate() for _ in range(30)]
        self.seen: list[tuple[int, str]] = []

    def check_loss(self, booking: int, how: str) -> None:
        self.seen.append((booking, how))

    def dead_lettered(self, booking: int, reason: str | None) -> None:
        self.seen.append((booking, f"dead: {reason}"))


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def copies() -> list[bool]:
    """Whether the messages that are received next are copied; without an answer they are not."""
    return []


@pytest.fixture
def empty(ledger: Ledger, copies: list[bool]) -> SimulatedQueue:
    settings = QueueSettings(visibility_timeout=60, max_receive_count=3, retention=3600)
    why = {"m": "job_failed"}
    return SimulatedQueue(settings, Chance("1"), ledger, why, lambda: bool(copies and copies.pop(0)))


@pytest.fixture
def queue(empty: SimulatedQueue) -> SimulatedQueue:
    """A queue with one message, `m`."""
    empty.send(SimulatedMessage("m", 0, "body", 0))
    return empty


def ids(received: list[ReceivedMessage]) -> list[str]:
    return [one.message.id for one in received]


def test_a_received_message_is_hidden_until_its_visibility_timeout_ends(queue: SimulatedQueue) -> None:
    assert ids(queue.receive(LATER)) == ["m"]
    assert queue.receive(LATER + 59 * SECOND) == []
    assert [one.receives for one in queue.receive(LATER + 61 * SECOND)] == [2]


def test_a_message_published_for_later_is_not_seen_before(empty: SimulatedQueue) -> None:
    empty.send(SimulatedMessage("m", 0, "body", 100 * SECOND))

    assert empty.next_visible() == 100 * SECOND
    assert empty.receive(99 * SECOND) == []
    assert ids(empty.receive(102 * SECOND)) == ["m"]


def test_at_most_so_many_are_received_in_no_strict_order(empty: SimulatedQueue) -> None:
    sent = [f"m{number}" for number in range(30)]
    for number, name in enumerate(sent):
        empty.send(SimulatedMessage(name, number, "body", 0))

    received = [one for _ in range(3) for one in ids(empty.receive(LATER))]

    assert sorted(received) == sorted(sent)
    assert received != sent


def test_a_deleted_message_is_gone(queue: SimulatedQueue, ledger: Ledger) -> None:
    queue.delete(queue.receive(LATER)[0])

    assert queue.empty
    assert ledger.seen == [(0, "was deleted")]
    assert queue.receive(LATER + 100 * SECOND) == []


def test_an_older_handle_neither_deletes_nor_changes_the_visibility(queue: SimulatedQueue) -> None:
    older = queue.receive(LATER)[0]
    queue.receive(LATER + 61 * SECOND)

    queue.delete(older)

    assert not queue.empty
    assert queue.change_visibility(older.message, older.handle, 0, LATER + 62 * SECOND) == "InvalidParameterValue"


def test_a_message_that_was_received_too_often_is_dead_and_not_delivered(queue: SimulatedQueue, ledger: Ledger) -> None:
    times = [LATER + 62 * SECOND * number for number in range(4)]

    assert [len(queue.receive(time)) for time in times] == [1, 1, 1, 0]
    assert ledger.seen == [(0, "dead: job_failed")]
    assert [dead.id for dead in queue.dead_letters] == ["m"]
    assert queue.empty


def test_a_message_older_than_the_retention_expires(queue: SimulatedQueue, ledger: Ledger) -> None:
    assert queue.receive(3601 * SECOND) == []
    assert ledger.seen == [(0, "expired in the queue")]


def test_the_visibility_can_be_changed_from_the_call_on(queue: SimulatedQueue) -> None:
    received = queue.receive(LATER)[0]

    assert queue.change_visibility(received.message, received.handle, 10, LATER + 5 * SECOND) is None
    assert queue.receive(LATER + 14 * SECOND) == []
    assert ids(queue.receive(LATER + 17 * SECOND)) == ["m"]


def test_zero_seconds_bring_a_message_back_at_once(queue: SimulatedQueue) -> None:
    received = queue.receive(LATER)[0]

    queue.change_visibility(received.message, received.handle, 0, LATER)

    assert ids(queue.receive(LATER + SECOND)) == ["m"]


def test_the_visibility_of_a_message_that_is_not_in_flight_cannot_be_changed(queue: SimulatedQueue) -> None:
    received = queue.receive(LATER)[0]

    code = queue.change_visibility(received.message, received.handle, 10, LATER + 60 * SECOND)

    assert code == "MessageNotInflight"


def test_a_copy_is_received_while_the_message_is_in_flight(queue: SimulatedQueue, copies: list[bool]) -> None:
    copies.append(True)
    first = queue.receive(LATER)[0]

    second = queue.receive(LATER + 22 * SECOND)[0]

    assert (first.message, second.receives) == (second.message, 2)
    assert first.handle != second.handle


def test_a_copy_is_received_although_the_message_was_deleted(queue: SimulatedQueue, copies: list[bool]) -> None:
    copies.append(True)
    queue.delete(queue.receive(LATER)[0])

    assert not queue.empty
    assert ids(queue.receive(LATER + 22 * SECOND)) == ["m"]
    assert queue.empty


def test_a_redriven_dead_letter_is_a_new_message(queue: SimulatedQueue) -> None:
    for number in range(4):
        queue.receive(LATER + 62 * SECOND * number)

    queue.redrive(1000 * SECOND)
    received = queue.receive(1002 * SECOND)

    assert [(one.message.id, one.receives) for one in received] == [("m-redriven", 1)]
    assert queue.dead_letters == []


def test_a_record_is_what_the_function_sees(queue: SimulatedQueue) -> None:
    assert queue.receive(LATER)[0].record() == {
        "messageId": "m",
        "receiptHandle": "m#1",
        "body": "body",
        "attributes": {"ApproximateReceiveCount": "1"},
        "eventSource": "aws:sqs",
    }
