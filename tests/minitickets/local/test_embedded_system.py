"""The live page's view of the deployed program at work."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.moto.queue_time import QueueClock
from minitickets.local.activity import Activity
from minitickets.local.embedded_system import EmbeddedSystem
from minitickets.local.system import RefusedError, UnknownError, snapshot
from minitickets.ops.keys import create_demo_ring
from minitickets.stack.bookings import make_bookings
from minitickets.stack.deployed import APPS, deploy
from pulumicheck.plan.project import find_project
from tests.fixtures.project import NAME

pytestmark = pytest.mark.embedded


class Live:
    """One system for all tests of the module; each publishes bookings of its own."""

    def __init__(self, aws: EmbeddedAws, activity: Activity) -> None:
        self.aws = aws
        self.stack = deploy(aws, find_project(), "dev", ring=create_demo_ring())
        self.system = EmbeddedSystem(self.stack, activity, drills=["poison"], drill=lambda _name, _tell: {})

    def until(self, condition: Callable[[dict[str, Any]], Any], what: str) -> dict[str, Any]:
        """The first snapshot for which something is true."""
        deadline = time.monotonic() + 40
        while True:
            seen = snapshot(self.system.look(), self.system.now(), 1)
            if condition(seen):
                return seen
            assert time.monotonic() < deadline, f"{what} did not happen within 40 s"
            time.sleep(0.02)


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    clock = QueueClock()
    activity = Activity(clock.now)
    with EmbeddedAws("ap-south-1", APPS, clock=clock, observe=activity) as aws:
        live = Live(aws, activity)
        yield live
        live.system.close()


def _publish(live: Live, **changes: Any) -> dict[str, Any]:
    (booking,) = make_bookings(1)
    booking |= changes
    live.system.publish(json.dumps(booking))
    return booking


def _part(seen: dict[str, Any], part: str, id_: str) -> dict[str, Any]:
    return next(each for each in seen[part] if each["id"] == id_)


def test_a_booking_is_seen_all_the_way(live: Live) -> None:
    booking = _publish(live, userId="usr_whole_way", quantity=2)
    key = f"booking.confirmed:{booking['bookingId']}"

    seen = live.until(
        lambda seen: (
            any(job["jobKey"] == key for job in seen["processedJobs"]["items"])
            and seen["users"]
            and all(ticket["qr"] for ticket in live.system.tickets_of("usr_whole_way"))
        ),
        "the booking's record and tickets",
    )

    (entry,) = [email for email in seen["emails"]["items"] if email["recipient"] == booking["recipient"]["email"]]
    assert booking["event"]["title"] in live.system.email(entry["id"])["text"]
    tickets = live.system.tickets_of("usr_whole_way")
    assert [ticket["ticketId"] for ticket in tickets] == [f"{booking['bookingId']}-{number}" for number in (1, 2)]
    assert live.system.qr_code(tickets[0]["assetKey"]).startswith(b"\x89PNG")
    assert "usr_whole_way" in seen["users"]
    assert not any("#" in user for user in seen["users"])  # no booking's claim
    worker = _part(seen, "functions", "worker")
    assert worker["invocations"] == worker["cold"] + worker["warm"]
    assert worker["environments"] >= 1
    logged = [json.loads(line["line"])["message"] for line in live.system.log_lines(booking["correlationId"])]
    assert {"email_sent", "ticket_issued"} <= set(logged)


def test_a_failed_message_is_hidden_for_the_backoff(live: Live) -> None:
    recipient = {"email": "fails-once@simulator.minitickets.example", "name": "Ada"}
    booking = _publish(live, recipient=recipient)

    seen = live.until(lambda seen: _part(seen, "queues", "jobs-queue")["hidden"], "a hidden message")

    queue = _part(seen, "queues", "jobs-queue")
    (message,) = [each for each in queue["messages"] if each["bookingId"] == booking["bookingId"]]
    assert message["state"] == "hidden"
    assert message["visibleIn"] == queue["nextVisibleIn"]
    assert 0 < message["visibleIn"] <= 10.5  # how long ago it was hidden depends on how busy this machine is
    live.aws.clock.skip(15)
    live.until(lambda _: any(e.recipient == recipient["email"] for e in live.aws.mailbox.emails), "the email")


def test_a_dead_letter_says_why_it_is_one(live: Live) -> None:
    published = live.system.publish_poison()

    seen = live.until(lambda seen: seen["deadLetters"]["total"], "the dead letter")

    (letter,) = seen["deadLetters"]["items"]
    assert (letter["queue"], letter["bookingId"]) == ("jobs-queue-dlq", published["bookingId"])
    assert letter["receiveCount"] == 5
    assert "poison_message" in letter["reason"]
    assert "quantity" in letter["reason"]
    assert any(letter["messageId"] in line["line"] for line in live.system.log_lines(letter["messageId"]))


def test_a_burst_is_shown_in_part_and_counted_in_full(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minitickets.local.embedded_view.SHOWN", 5)
    before = live.system.look()["emails"]["total"]
    live.system.publish_many(12)

    seen = live.until(
        lambda seen: seen["emails"]["total"] == before + 12 and seen["processedJobs"]["total"] >= 12, "all emails"
    )

    assert len(seen["emails"]["items"]) == 5
    assert len(seen["processedJobs"]["items"]) == 5
    assert seen["burst"] == {"count": 12, "sent": 12, "running": False}


def test_looking_changes_nothing(live: Live) -> None:
    live.until(lambda seen: not _part(seen, "queues", "jobs-queue")["total"], "an empty queue")
    queue = live.aws.clients.sqs.get_queue_url(QueueName=f"{NAME}-dev-jobs-dlq")["QueueUrl"]
    live.aws.clients.sqs.send_message(QueueUrl=queue, MessageBody="no JSON")

    for _ in range(3):
        seen = live.system.look()

    (letter,) = [each for each in seen["deadLetters"]["items"] if each["bookingId"] is None]  # pyright: ignore[reportPossiblyUnboundVariable]
    assert letter["receiveCount"] == 0
    assert live.aws.queue_state(f"{NAME}-dev-jobs-dlq").hidden == 0


@pytest.mark.parametrize(
    "ask",
    [
        lambda system: system.email("none"),
        lambda system: system.qr_code("tickets/bkg_none/1.png"),
        lambda system: system.qr_code("tickets/../secret"),
        lambda system: system.tickets_of("no id!"),
    ],
    ids=["email", "QR code", "another key", "user"],
)
def test_what_is_not_there_is_refused(live: Live, ask: Callable[[EmbeddedSystem], object]) -> None:
    with pytest.raises(UnknownError):
        ask(live.system)


def test_my_tickets_are_read_with_the_apis_role(live: Live) -> None:
    live.system.tickets_of("usr_01")
    policy = live.stack.output("apiPolicyArn")
    live.aws.clients.iam.detach_role_policy(RoleName=f"{NAME}-dev-api", PolicyArn=policy)

    with pytest.raises(RefusedError, match="AccessDenied"):
        live.system.tickets_of("usr_01")
