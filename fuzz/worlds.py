"""What surrounds the functions, in memory: both handle their batches for real, down to the request that SES gets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fuzz.invariant import require
from side_by_side import in_order
from tickets import batch as tickets_batch
from tickets.claim import Claim
from tickets.deadline import Deadline
from tickets.issue import TicketIssuer
from tickets.signing_key import KeyRing
from tickets.ticket import Ticket
from worker import batch as worker_batch
from worker.leases import NoLeases
from worker.mailer import SesMailer
from worker.ports import Budget, Ports
from worker.visibility import Hidden

SENDER = "no-reply@minitickets.theversehub.in"
RING = KeyRing("k1", {"k1": bytes(range(32)), "k2": bytes(range(32, 64))})

_SECONDS_LEFT = 30.0
_ITEM_BYTES = 409_600  # DynamoDB quotas: item size
_NO_TIME = Budget(check=0, lease=0, send=0, record=0, hide=0, margin=0)


def failed_ids(answer: Any) -> list[str]:
    """The ids that a partial batch response names; the answer has its one shape and no other."""
    require("an answer has one field", list(answer) == ["batchItemFailures"])
    failures: list[dict[str, str]] = answer["batchItemFailures"]
    require("a failure has one field", all(list(failure) == ["itemIdentifier"] for failure in failures))
    return [failure["itemIdentifier"] for failure in failures]


@dataclass
class WorkerWorld:
    """The worker's ports; `requests` is what SES was asked for."""

    requests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    done: dict[str, str] = field(default_factory=dict[str, str])
    hidden: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def ports(self) -> Ports:
        """The ports, with the real mailer on a client that only writes down."""
        mailer = SesMailer(self, SENDER)
        return Ports(self, NoLeases(), mailer, self, self, in_order, _NO_TIME)

    def handle(self, *records: Any) -> list[str]:
        """The ids of the messages that failed."""
        return failed_ids(worker_batch.handle_batch(records, self.ports, lambda: _SECONDS_LEFT))

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """SES's client: accepts everything."""
        require("SES is asked to send", operation == "SendEmail")
        self.requests.append(dict(request))
        return {"MessageId": f"email-{len(self.requests)}"}

    def is_done(self, job_key: str) -> bool:
        """The memory of jobs done."""
        return job_key in self.done

    def mark_done(self, job_key: str, email_id: str) -> None:
        """The same."""
        self.done.setdefault(job_key, email_id)

    def hide(self, hidden: Sequence[Hidden]) -> None:
        """Visibility timeouts."""
        self.hidden.update({one.message.message_id: one.seconds for one in hidden})

    def now(self) -> float:
        """The clock, which stands."""
        return 0.0

    def sleep(self, seconds: float) -> None:
        """Takes no time."""


@dataclass
class TicketsWorld:
    """The ports of the tickets function; drawing is left out, since a token is all that a QR code holds."""

    tickets: dict[tuple[str, str], Ticket] = field(default_factory=dict[tuple[str, str], Ticket])
    claims: dict[str, Claim] = field(default_factory=dict[str, Claim])
    tokens: dict[str, bytes] = field(default_factory=dict[str, bytes])

    @property
    def issuer(self) -> TicketIssuer:
        """The issuer on these ports."""
        return TicketIssuer(
            tickets=self, assets=self, key_rings=self, now=lambda: "2026-12-01T10:00:00Z", draw=str.encode
        )

    def handle(self, *records: Any) -> list[str]:
        """The ids of the messages that failed."""
        deadline = Deadline(lambda: _SECONDS_LEFT, call_seconds=0)
        return failed_ids(tickets_batch.handle_batch(records, self.issuer, deadline))

    def claim(self, claim: Claim) -> bool:
        """The tickets table."""
        return self.claims.setdefault(claim.booking_id, claim) == claim

    def claimed(self, booking_id: str) -> Claim | None:
        """The same."""
        return self.claims.get(booking_id)

    def reserve(self, ticket: Ticket) -> bool:
        """The same."""
        size = sum(len(name) + len(value["S"].encode()) for name, value in ticket.to_item().items())
        require("a ticket fits an item of the table", size <= _ITEM_BYTES)
        return self.tickets.setdefault((ticket.user_id, ticket.ticket_id), ticket) is ticket

    def find(self, user_id: str, ticket_id: str) -> Ticket | None:
        """The same."""
        return self.tickets.get((user_id, ticket_id))

    def complete(self, ticket: Ticket, issued_at: str) -> bool:
        """The same."""
        del ticket, issued_at
        return True

    def put_png(self, key: str, png: bytes) -> None:
        """The assets bucket."""
        self.tokens[key] = png

    def current(self) -> KeyRing:
        """The signing keys."""
        return RING

    def holding(self, key_id: str) -> KeyRing:
        """The same."""
        del key_id
        return RING
