"""A world in which all is well, made of the functions' own parts; tests break one thing in it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bookings import parse_booking
from embeddedaws.moto.contents import QueuedMessage
from minitickets.demo.judge.observed import Handled, Observed
from minitickets.demo.judge.verdict import judge
from minitickets.ops.bookings_file import GoodLine, parse_line
from minitickets.ops.log_lines import Entry
from minitickets.stack.bookings import as_body, sample_booking
from minitickets.stack.deployed import StoredObject
from minitickets.stack.journal import Receive
from minitickets.stack.witness import Hide, SentEmail
from tickets.claim import Claim
from tickets.qr import draw_qr
from tickets.signing_key import KeyRing
from tickets.ticket import Ticket
from tickets.tokens import sign_ticket
from worker.mailer import SesMailer

SENDER = "no-reply@tickets.example"
RING = KeyRing("k1", {"k1": b"1" * 32})
BEGAN, SENT, ENDED = 1766743190.0, "2025-12-26T10:00:00", 1766743210.0
EXPIRES = 1766743200 + 30 * 24 * 3600

Item = dict[str, dict[str, str]]
Message = dict[str, Any]


@dataclass
class Making:
    """The parts of a world, to be changed before it is judged."""

    lines: list[GoodLine]
    emails: list[SentEmail] = field(default_factory=list[SentEmail])
    records: list[Item] = field(default_factory=list[Item])
    tickets: list[Item] = field(default_factory=list[Item])
    pictures: dict[str, StoredObject] = field(default_factory=dict[str, StoredObject])
    hides: list[Hide] = field(default_factory=list[Hide])
    refused: dict[str, int] = field(default_factory=dict[str, int])
    denied: list[str] = field(default_factory=list[str])
    worker: Handled = field(default_factory=lambda: _handled("worker", "jobs", 60))
    issuer: Handled = field(default_factory=lambda: _handled("tickets", "tickets", 180))

    def email(self, number: int, **changes: Any) -> None:
        """Changes the parameters of an email."""
        request = {**self.emails[number].request, **changes}
        self.emails[number] = replace(self.emails[number], request=request)

    def log(self, function: str, entries: Sequence[Entry]) -> None:
        """Gives a function another log."""
        setattr(self, function, replace(getattr(self, function), log=entries))

    def deliver(self, function: str, number: int, *deliveries: Receive) -> None:
        """Gives the message of a line another life."""
        handled: Handled = getattr(self, function)
        lives = {**handled.deliveries, f"{function[0]}{number}": list(deliveries)}
        setattr(self, function, replace(handled, deliveries=lives))

    def bury(self, function: str, *numbers: int) -> None:
        """Puts the messages of these lines into the dead-letter queue, and no others."""
        handled: Handled = getattr(self, function)
        dead = [QueuedMessage(f"{function[0]}{n}", self.lines[n - 1].body, 6, 0) for n in numbers]
        setattr(self, function, replace(handled, dead=dead))

    def complaints(self) -> list[str]:
        """What the judge says."""
        return [str(each) for each in judge(self.world()).complaints]

    def world(self) -> Observed:
        """The world."""
        return Observed(
            lines=self.lines,
            sender=SENDER,
            sender_name="",
            my_tickets_url="",
            ring=RING.keys,
            span=(BEGAN, ENDED),
            emails=self.emails,
            refused=self.refused,
            hides=self.hides,
            denied=self.denied,
            records=self.records,
            tickets=self.tickets,
            pictures=self.pictures,
            worker=self.worker,
            issuer=self.issuer,
        )


def delivery(at: float = 0, *, failed: float | None = None, batch: Sequence[str] = ("?",), **more: Any) -> Receive:
    """A receive at that second, that failed so many seconds later."""
    fate: dict[str, Any] = {"deleted": failed is None, "timed_out": False, "error": None, **more}
    return Receive(received=at, failed=None if failed is None else at + failed, batch=tuple(batch), **fate)


@pytest.fixture
def messages() -> list[Message]:
    """Two bookings, one of two tickets and one of one."""
    return [sample_booking("a", "1", quantity=2), sample_booking("b", "2", number=1)]


@pytest.fixture
def making(messages: list[Message]) -> Making:
    """Lines 1 and 2 are bookings, 3 is the first one's copy, 4 is poison."""
    poison = {**messages[0], "bookingId": "bkg_p", "quantity": 9}
    bodies = [as_body(message) for message in (*messages, messages[0], poison)]
    made = Making([parse_line(number, body.encode()) for number, body in enumerate(bodies, 1)])  # pyright: ignore[reportArgumentType] - all are good
    for number, message in enumerate(messages):
        _send(made, message, f"email-{number}")
        _issue(made, message)
    for function in ("worker", "issuer"):
        _live(made, function)
    return made


def _send(made: Making, message: Message, email_id: str) -> None:
    taken: list[Message] = []

    class Ses:
        def call(self, operation: str, request: Mapping[str, Any]) -> Message:
            assert operation == "SendEmail"
            taken.append(dict(request))
            return {}

    SesMailer(Ses(), SENDER).send(parse_booking(json.dumps(message)))
    key = f"booking.confirmed:{message['bookingId']}"
    made.emails.append(SentEmail(taken[0], email_id, BEGAN + 10, frozenset({key})))
    made.records.append(
        {
            "jobKey": {"S": key},
            "expiresAt": {"N": str(EXPIRES)},
            "processedAt": {"S": f"{SENT}+00:00"},
            "emailId": {"S": email_id},
        }
    )


def _issue(made: Making, message: Message) -> None:
    booking = parse_booking(json.dumps(message))
    made.tickets.append(Claim.of(booking).to_item())
    for number in range(1, booking.quantity + 1):
        ticket = Ticket.reserve(booking, number, "k1")
        made.tickets.append({**ticket.to_item(), "status": {"S": "issued"}, "issuedAt": {"S": f"{SENT}Z"}})
        token = sign_ticket(RING, "k1", ticket.ticket_id, ticket.event_id)
        made.pictures[ticket.asset_key] = StoredObject("image/png", draw_qr(token))


def _live(made: Making, function: str) -> None:
    """Lines 1 to 3 are done at once, and line 4 dies; the log says so."""
    done, poison = [delivery()], [delivery(10 * n, failed=1) for n in range(5)]
    if function == "issuer":
        poison = [delivery(180 * n, failed=1) for n in range(5)]
    lives = {f"{function[0]}{n}": poison if n == 4 else done for n in range(1, 5)}
    bodies = {f"{function[0]}{n}": made.lines[n - 1].body for n in range(1, 5)}
    handled: Handled = replace(getattr(made, function), deliveries=lives, bodies=bodies)
    setattr(made, function, replace(handled, log=list(_entries(made, function))))
    made.bury(function, 4)
    if function == "worker":
        made.hides += [Hide("w4", receive, 0) for receive in range(1, 6)]


def _entries(made: Making, function: str) -> Iterator[Entry]:
    events: Mapping[int, Sequence[str]] = {1: ["email_sent"], 2: ["email_sent"], 3: ["job_skipped"]}
    if function == "issuer":
        events = {1: ["ticket_issued"] * 2, 2: ["ticket_issued"], 3: ["job_skipped"]}
    for number, names in events.items():
        message = json.loads(made.lines[number - 1].body)
        key = f"booking.confirmed:{message['bookingId']}"
        for name in names:
            ids = {"messageId": f"{function[0]}{number}", "jobKey": key, "receiveCount": 1}
            yield {"level": "INFO", "message": name, "correlationId": message["correlationId"], **ids}
    ids = {"messageId": f"{function[0]}4", "receiveCount": 1}
    yield {"level": "ERROR", "message": "poison_message", "reason": "quantity", **ids}


def _handled(function: str, queue: str, visibility_timeout: float) -> Handled:
    return Handled(
        function=function,
        queue=queue,
        dlq=f"{queue}-dlq",
        left=[],
        dead=[],
        bodies={},
        deliveries={},
        visibility_timeout=visibility_timeout,
        max_receive_count=5,
        log=[],
        log_is_whole=True,
    )
