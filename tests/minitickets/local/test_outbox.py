"""What the page may publish."""

import json
import threading
from typing import Any

import pytest

from bookings import PoisonMessage, parse_booking
from minitickets.local.outbox import Outbox
from minitickets.local.system import LONGEST_BURST, BusyError, InvalidError, UnknownError
from minitickets.stack.bookings import make_bookings


class FakeSqs:
    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.open = threading.Event()
        self.open.set()

    def send_message_batch(self, *, QueueUrl: str, Entries: list[dict[str, str]]) -> dict[str, Any]:  # noqa: N803
        self.open.wait(10)
        self.sent += [(QueueUrl, entry["MessageBody"]) for entry in Entries]
        return {}


@pytest.fixture
def sqs() -> FakeSqs:
    return FakeSqs()


@pytest.fixture
def outbox(sqs: Any) -> Outbox:
    return Outbox(sqs, ["jobs", "tickets"])


def _body() -> str:
    (booking,) = make_bookings(1)
    return json.dumps(booking)


def test_a_booking_goes_to_both_queues_to_the_letter(outbox: Outbox, sqs: FakeSqs) -> None:
    body = _body()

    outbox.publish(body)

    assert sqs.sent == [("jobs", body), ("tickets", body)]


@pytest.mark.parametrize("body", ["", "[]", "{", '{"quantity": 9}', '"\ud800"', "[" * 100_000])
def test_what_is_no_booking_is_not_sent(outbox: Outbox, sqs: FakeSqs, body: str) -> None:
    with pytest.raises(InvalidError):
        outbox.publish(body)

    assert sqs.sent == []


def test_each_field_that_is_wrong_is_named(outbox: Outbox) -> None:
    booking = json.loads(_body())
    booking["quantity"], booking["event"]["startsAt"] = 0, "tomorrow"

    with pytest.raises(InvalidError) as refused:
        outbox.publish(json.dumps(booking))

    assert [problem.field for problem in refused.value.problems] == ["event.startsAt", "quantity"]


def test_a_booking_can_be_published_again(outbox: Outbox, sqs: FakeSqs) -> None:
    body = _body()
    outbox.publish(body)

    outbox.publish_again(json.loads(body)["bookingId"])

    assert sqs.sent == [("jobs", body), ("tickets", body)] * 2


def test_a_new_booking_is_published_twice(outbox: Outbox, sqs: FakeSqs) -> None:
    outbox.publish_again(None)

    assert len(sqs.sent) == 4
    assert len({body for _, body in sqs.sent}) == 1


def test_only_what_was_published_here_can_be_published_again(outbox: Outbox) -> None:
    with pytest.raises(UnknownError):
        outbox.publish_again("bkg_1")


def test_poison_is_refused_by_the_functions(outbox: Outbox, sqs: FakeSqs) -> None:
    outbox.publish_poison()

    for _, body in sqs.sent:
        with pytest.raises(PoisonMessage, match="quantity"):
            parse_booking(body)


def test_a_burst_sends_so_many_different_bookings(outbox: Outbox, sqs: FakeSqs) -> None:
    outbox.publish_many(25)
    assert outbox._thread is not None
    outbox._thread.join(10)

    bookings = [parse_booking(body) for queue, body in sqs.sent if queue == "jobs"]
    assert len({booking.booking_id for booking in bookings}) == 25
    assert outbox.burst() == {"count": 25, "sent": 25, "running": False}


def test_one_burst_at_a_time_and_it_ends_when_the_system_does(outbox: Outbox, sqs: FakeSqs) -> None:
    sqs.open.clear()
    outbox.publish_many(10_000)
    with pytest.raises(BusyError):
        outbox.publish_many(1)

    outbox._stopping.set()
    sqs.open.set()
    outbox.close()

    burst = outbox.burst()
    assert burst is not None
    assert (burst["running"], burst["sent"] < 10_000) == (False, True)


@pytest.mark.parametrize("count", [0, -1, LONGEST_BURST + 1, "10", 1.5, True, None], ids=repr)
def test_a_burst_has_bounds(outbox: Outbox, sqs: FakeSqs, count: Any) -> None:
    with pytest.raises(InvalidError):
        outbox.publish_many(count)

    assert sqs.sent == []
