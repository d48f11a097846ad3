"""What a drill takes for handled, on a stack whose functions never run: the tables and the mailbox hold what we put."""

import json
from collections.abc import Callable, Generator
from typing import Any

import pytest

from aws.reference import BotocoreClient
from bookings import parse_booking
from embeddedaws.embedded_aws import EmbeddedAws
from minitickets.drill import waiting
from minitickets.drill.outcome import require_emails, require_record, require_tickets
from minitickets.drill.scene import Booking, Scene
from minitickets.drill.waiting import NotSeen
from minitickets.stack.deployed import APPS, deploy
from tests.fixtures.project import DEV, PROJECT
from tickets.qr import draw_qr
from tickets.signing_key import create_key_ring
from tickets.ticket import Ticket
from tickets.tokens import sign_ticket
from worker.mailer import SesMailer

pytestmark = pytest.mark.embedded

RING = create_key_ring()


@pytest.fixture(scope="module")
def scene() -> Generator[Scene]:
    with EmbeddedAws(DEV.region, APPS) as aws:
        yield Scene(deploy(aws, PROJECT, "dev", ring=RING), lambda _: None)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.1)


def _send(scene: Scene, booking: Booking) -> str:
    return SesMailer(BotocoreClient(scene.aws.clients.sesv2), scene.sender).send(parse_booking(json.dumps(booking)))


def _record(scene: Scene, booking: Booking, email_id: str) -> None:
    item = {
        "jobKey": {"S": f"booking.confirmed:{booking['bookingId']}"},
        "expiresAt": {"N": str(1766743200 + 30 * 24 * 3600)},
        "processedAt": {"S": "2025-12-26T10:00:00+00:00"},
        "emailId": {"S": email_id},
    }
    scene.aws.clients.dynamodb.put_item(TableName=scene.stack.output("processedJobsTable"), Item=item)  # pyright: ignore[reportArgumentType] - an item


def _issue(scene: Scene, booking: Booking, *, number_in_token: int = 1, status: str = "issued") -> None:
    ticket = Ticket.reserve(parse_booking(json.dumps(booking)), 1, "k1")
    token = sign_ticket(RING, "k1", f"{booking['bookingId']}-{number_in_token}", ticket.event_id)
    clients = scene.aws.clients
    clients.s3.put_object(Bucket=scene.stack.output("assetsBucket"), Key=ticket.asset_key, Body=draw_qr(token))
    item: dict[str, Any] = {**ticket.to_item(), "status": {"S": status}, "issuedAt": {"S": "2025-12-26T10:00:00Z"}}
    clients.dynamodb.put_item(TableName=scene.stack.output("ticketsTable"), Item=item)


def test_what_is_right_is_seen(scene: Scene) -> None:
    booking = scene.booking()
    _record(scene, booking, _send(scene, booking))
    _issue(scene, booking)

    for require in (require_emails, require_record, require_tickets):
        require(scene, booking)


@pytest.mark.parametrize(
    ("make", "require", "told"),
    [
        (lambda *_: None, require_emails, "email 1 for bkg_"),
        (lambda s, b: (_send(s, b), _send(s, b)), require_emails, "1 emails and no more"),
        (lambda s, b: _send(s, {**b, "quantity": 3}), require_emails, "does not say how many tickets"),
        (lambda *_: None, require_record, "the record of bkg_"),
        (lambda s, b: _record(s, b, "another"), require_record, "its emailId is none that SES gave"),
        (lambda *_: None, require_tickets, "the ticket bkg_"),
        (lambda s, b: _issue(s, b, status="done"), require_tickets, "its status is another"),
        (lambda s, b: _issue(s, b, number_in_token=2), require_tickets, "another text than its token"),
    ],
    ids=["no email", "two", "another", "no record", "another's", "no ticket", "not issued", "another's token"],
)
def test_what_is_wrong_is_not_seen(
    scene: Scene, make: Callable[[Scene, Booking], Any], require: Callable[[Scene, Booking], None], told: str
) -> None:
    booking = scene.booking()
    make(scene, booking)

    with pytest.raises(NotSeen, match=told):
        require(scene, booking)
