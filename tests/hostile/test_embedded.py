"""The whole corpus through both queues of a deployed stack: real processes, a real dead-letter queue, real emails."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.email_address import EmailAddress, read_address
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.moto.queue_time import QueueClock
from fuzz.hostile_messages import HostileMessage, hostile_messages
from minitickets.ops.bookings_file import GoodLine
from minitickets.stack.deployed import APPS, deploy
from minitickets.stack.drain import drain
from minitickets.stack.journal import Journal
from pulumicheck.plan.project import find_project
from tickets.signing_key import create_key_ring, serialize_key_ring

pytestmark = [pytest.mark.embedded, pytest.mark.long]

FUNCTIONS = ("worker", "tickets")
# The fewest receives that a stack may have, and full batches: the same to see in a third of the time.
SENDER_NAME = "Caf\u00e9, Berlin"
SETTINGS = {"maxReceiveCount": "3", "ticketsBatchSize": "10", "senderName": SENDER_NAME}
LEAP = 180  # seconds: the visibility timeout of the tickets queue, so that everything that failed comes back at once
SENDABLE = [case for case in hostile_messages() if case.sendable]
POISON = {
    "worker": {case.body: case.poison for case in SENDABLE if case.poison is not None},
    "tickets": {case.body: reason for case in SENDABLE if (reason := case.poison_for_tickets) is not None},
}
ACCEPTED = {json.loads(case.body)["bookingId"]: case for case in SENDABLE if case.poison is None}
TICKETED = {json.loads(case.body)["bookingId"]: case for case in SENDABLE if case.poison_for_tickets is None}
PLATFORM = ("START RequestId", "END RequestId", "REPORT RequestId", "INIT_START", "INIT_REPORT")


class Outcome:
    """What the stack made of the corpus."""

    def __init__(self, folder: Path) -> None:
        self.emails = folder / "emails"
        clock = QueueClock()
        journal = Journal(clock)
        self.ring = create_key_ring()
        with EmbeddedAws("ap-south-1", APPS, emails=self.emails, clock=clock, observe=journal) as aws:
            stack = deploy(aws, find_project(), "dev", SETTINGS, ring=self.ring)
            published = stack.publish(GoodLine(number, case.body, None, None) for number, case in enumerate(SENDABLE))
            self.refused = published.bad_lines
            drain(stack, journal.in_flight, lambda _progress: None, leap=LEAP)
            self.logs = stack.read_logs()
            self.dead = {name: list(_received(aws, each.dlq_url)) for name, each in stack.pipelines._asdict().items()}
            self.recipients = Counter(email.recipient for email in aws.mailbox.emails)
            self.senders = {read_address(email.sender) for email in aws.mailbox.emails}
            keys = [key for key, _ in stack.objects(stack.output("assetsBucket"))]
            self.tickets = {key.removeprefix("tickets/").removesuffix(".png").replace("/", "-") for key in keys}

    def lines(self, function: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.logs[function] if not line.startswith(PLATFORM)]


def _received(aws: EmbeddedAws, url: str) -> Iterator[tuple[str, str]]:
    while messages := aws.clients.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
        yield from ((message.get("MessageId", ""), message.get("Body", "")) for message in messages)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return Outcome(tmp_path_factory.mktemp("hostile"))


def test_sqs_takes_every_message_that_its_documentation_allows(outcome: Outcome) -> None:
    assert outcome.refused == []


@pytest.mark.parametrize("function", FUNCTIONS)
def test_poison_and_nothing_else_is_in_the_dead_letter_queue_byte_for_byte(outcome: Outcome, function: str) -> None:
    assert Counter(body for _, body in outcome.dead[function]) == Counter(POISON[function].keys())


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_log_gives_the_reason_of_each_dead_letter_at_each_receive(outcome: Outcome, function: str) -> None:
    expected = POISON[function]
    told = Counter(
        (line["messageId"], line["error"], line["reason"])
        for line in outcome.lines(function)
        if line["message"] == "poison_message"
    )

    assert told == {(id_, "PoisonMessage", expected[body]): 3 for id_, body in outcome.dead[function]}


def test_each_accepted_message_is_one_email_to_its_recipient(
    outcome: Outcome, check_mime: Callable[[bytes, str, HostileMessage], None]
) -> None:
    assert outcome.recipients == Counter(json.loads(case.body)["recipient"]["email"] for case in ACCEPTED.values())
    booking_ids: set[str] = set()
    for path in outcome.emails.glob("*.eml"):
        html = path.with_suffix(".html").read_text(encoding="utf-8")
        (booking_id,) = (booking_id for booking_id in ACCEPTED if f">{booking_id}<" in html)
        case = ACCEPTED[booking_id]
        booking_ids.add(booking_id)
        check_mime(path.read_bytes(), json.loads(case.body)["recipient"]["email"], case)
    assert booking_ids == set(ACCEPTED)


def test_each_email_comes_from_the_name_and_the_address_that_the_policy_allows(outcome: Outcome) -> None:
    assert outcome.senders == {EmailAddress("no-reply@minitickets.theversehub.in", SENDER_NAME)}


def test_each_accepted_message_has_its_two_tickets(outcome: Outcome) -> None:
    assert outcome.tickets == {f"{booking_id}-{number}" for booking_id in TICKETED for number in (1, 2)}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_no_log_line_holds_more_than_ids_and_sentences_of_ours(outcome: Outcome, function: str) -> None:
    ids = {f"booking.confirmed:{booking_id}": json.loads(case.body) for booking_id, case in TICKETED.items()}
    for line in outcome.lines(function):
        del line["messageId"], line["receiveCount"]
        if line["message"] == "poison_message":
            assert line.keys() == {"level", "message", "error", "reason"}
            continue
        assert line.pop("message") in {"email_sent", "ticket_issued"}
        assert line.pop("reason", "ticket 1 of 2") in {"ticket 1 of 2", "ticket 2 of 2"}
        assert line.pop("correlationId") == ids[line.pop("jobKey")]["correlationId"]
        assert line == {"level": "INFO"}


def test_no_log_line_of_the_platform_holds_anything_of_a_message_a_token_or_a_key(outcome: Outcome) -> None:
    keys = json.loads(serialize_key_ring(outcome.ring))["keys"].values()
    for line in (line for lines in outcome.logs.values() for line in lines):
        assert not any(secret in line for secret in ("@", "Lovelace", "MT1.", 'recipient"', *keys))
