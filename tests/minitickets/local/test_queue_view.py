"""What is told of a queue's messages."""

import pytest

from embeddedaws.mapping.events import Failed, Received
from embeddedaws.moto.contents import QueuedMessage
from minitickets.local.activity import Activity
from minitickets.local.queue_view import Declared, look_at_queue
from tests.fixtures.lambdas import an_event

NOW = 1000.0
JOBS = Declared("jobs-queue", "minitickets-dev-jobs")


def _activity() -> Activity:
    activity = Activity(lambda: NOW)
    activity(an_event(Received, "failed", "again"))
    activity(an_event(Failed, "failed", "again"))
    activity(an_event(Received, "again"))
    return activity


@pytest.mark.parametrize(
    ("message_id", "receives", "visible_at", "state"),
    [
        ("new", 0, NOW, "visible"),
        ("failed", 1, NOW - 1, "visible"),
        ("new", 1, NOW + 60, "in flight"),
        ("again", 2, NOW + 60, "in flight"),
        ("failed", 1, NOW + 10, "hidden"),
        ("new", 0, NOW + 900, "hidden"),
    ],
    ids=["new", "failed and back", "just received", "received again", "failed", "delayed"],
)
def test_each_message_has_its_state(message_id: str, receives: int, visible_at: float, state: str) -> None:
    message = QueuedMessage(message_id, '{"bookingId": "bkg_1"}', receives, visible_at)

    seen = look_at_queue(JOBS, [message], NOW, _activity())

    assert seen["messages"][0]["state"] == state
    assert {key: seen[key] for key in ("visible", "inFlight", "hidden")} == {
        "visible": state == "visible",
        "inFlight": state == "in flight",
        "hidden": state == "hidden",
    }
    assert seen["nextVisibleAt"] == (visible_at if state == "hidden" else None)


def test_of_many_messages_those_that_matter_most_are_shown() -> None:
    waiting = [QueuedMessage(f"w{number}", "{}", 0, NOW) for number in range(5000)]
    delayed = [QueuedMessage(f"d{number}", "{}", 0, NOW + 60 - number) for number in range(3)]
    received = [QueuedMessage("r", "{}", 1, NOW + 60)]

    seen = look_at_queue(JOBS, [*waiting, *delayed, *received], NOW, _activity())

    assert (seen["total"], len(seen["messages"])) == (5004, 50)
    assert [message["messageId"] for message in seen["messages"][:6]] == ["r", "d2", "d1", "d0", "w0", "w1"]


@pytest.mark.parametrize(
    "body", ["", "[1]", "{", '{"bookingId": 7}', '{"bookingId": ""}', "[" * 100_000], ids=lambda body: body[:16]
)
def test_a_body_may_be_anything(body: str) -> None:
    seen = look_at_queue(JOBS, [QueuedMessage("m", body, 0, NOW)], NOW, _activity())

    assert seen["messages"][0]["bookingId"] is None


def test_an_id_is_cut_where_no_booking_could_have_it() -> None:
    body = '{"bookingId": "%s", "correlationId": "c-1"}' % ("x" * 10_000)

    (message,) = look_at_queue(JOBS, [QueuedMessage("m", body, 0, NOW)], NOW, _activity())["messages"]

    assert (message["bookingId"], message["correlationId"]) == ("x" * 64, "c-1")
