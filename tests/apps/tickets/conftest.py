"""A small world for the tickets function: a table, a bucket, a secret and a clock, kept in memory."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

import boto3
import pytest
from moto import mock_aws

from bookings import Booking
from fuzz.hostile_messages import BOOKING
from sqs import BatchResponse
from tickets.batch import handle_batch
from tickets.claim import Claim
from tickets.deadline import Deadline
from tickets.issue import TicketIssuer
from tickets.key_ring_cache import CachedKeyRing
from tickets.signing_key import KeyRing, serialize_key_ring
from tickets.ticket import Ticket

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

T = TypeVar("T")

K1 = KeyRing("k1", {"k1": bytes(range(32))})


class Crash(Exception):  # noqa: N818 # not an error of the code under test
    """The function died, or the answer of a call never came."""


@dataclass
class World:
    """The outside, as the issuer's ports see it. It counts calls and fails the one it is told to."""

    ring: KeyRing = K1
    secret: str | None = None
    time: str = "2026-12-01T10:00:00Z"
    seconds_left: float = 30.0
    seconds_per_call: float = 0.0
    claims: dict[str, Claim] = field(default_factory=dict[str, Claim])
    items: dict[tuple[str, str], Ticket] = field(default_factory=dict[tuple[str, str], Ticket])
    objects: dict[str, bytes] = field(default_factory=dict[str, bytes])
    calls: list[str] = field(default_factory=list[str])
    crash_before: int | None = None
    crash_after: int | None = None
    before_call: tuple[int, Callable[[], object]] | None = None
    """What happens before a call, by the call's number: somebody else's doing."""

    def claim(self, claim: Claim) -> bool:
        return self._call("claim", lambda: self.claims.setdefault(claim.booking_id, claim) == claim)

    def claimed(self, booking_id: str) -> Claim | None:
        return self._call("claimed", lambda: self.claims.get(booking_id))

    def reserve(self, ticket: Ticket) -> bool:
        return self._call("reserve", lambda: self._reserve(ticket))

    def find(self, user_id: str, ticket_id: str) -> Ticket | None:
        return self._call("find", lambda: self.items.get((user_id, ticket_id)))

    def complete(self, ticket: Ticket, issued_at: str) -> bool:
        return self._call("complete", lambda: self._complete((ticket.user_id, ticket.ticket_id), issued_at))

    def put_png(self, key: str, png: bytes) -> None:
        self._call("put_png", lambda: self.objects.update({key: png}))

    def read_secret(self) -> str:
        return self._call("read_secret", lambda: serialize_key_ring(self.ring) if self.secret is None else self.secret)

    def _reserve(self, ticket: Ticket) -> bool:
        return self.items.setdefault((ticket.user_id, ticket.ticket_id), ticket) is ticket

    def _complete(self, key: tuple[str, str], issued_at: str) -> bool:
        if self.items[key].status != "reserved":
            return False
        self.items[key] = replace(self.items[key], status="issued", issued_at=issued_at)
        return True

    def _call(self, name: str, apply: Callable[[], T]) -> T:
        number = len(self.calls)
        if self.before_call is not None and number == self.before_call[0]:
            happens, self.before_call = self.before_call[1], None
            happens()
            number = -1  # somebody's calls came between
        self.calls.append(name)
        self.seconds_left -= self.seconds_per_call
        if number == self.crash_before:
            raise Crash("the function died")
        answer = apply()
        if number == self.crash_after:
            raise Crash("the function died")
        return answer

    def issuer(self) -> TicketIssuer:
        """A new execution environment."""
        return TicketIssuer(tickets=self, assets=self, key_rings=CachedKeyRing(self.read_secret), now=lambda: self.time)

    def deadline(self) -> Deadline:
        return Deadline(lambda: self.seconds_left, call_seconds=7.0)

    def issue(self, booking: Booking) -> list[int]:
        """Issues a booking's tickets in a new environment; the numbers that this call completed."""
        numbers: list[int] = []
        self.issuer().issue(booking, self.deadline(), numbers.append)
        return numbers

    def handle(self, *records: Any) -> BatchResponse:
        return handle_batch(records, self.issuer(), self.deadline())

    def recover(self) -> None:
        self.crash_before = self.crash_after = None

    @property
    def stored(self) -> tuple[dict[tuple[str, str], Ticket], dict[str, bytes]]:
        """What is in the table and in the bucket at this moment."""
        return dict(self.items), dict(self.objects)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def message() -> dict[str, Any]:
    return BOOKING | {"bookingId": "bkg_01JD8Z"}


@pytest.fixture
def booking(message: dict[str, Any]) -> Booking:
    return Booking.model_validate(message)


@pytest.fixture
def record(message: dict[str, Any]) -> Callable[..., dict[str, Any]]:
    """Makes a record of the tickets queue; `body` replaces the message, other arguments change its fields."""

    def make(message_id: str = "m-1", body: str | None = None, **changes: Any) -> dict[str, Any]:
        return {
            "messageId": message_id,
            "body": json.dumps({**message, **changes}) if body is None else body,
            "attributes": {"ApproximateReceiveCount": "2"},
        }

    return make


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty account."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    monkeypatch.setenv("TRANSPORT", "boto3")  # in which moto stands for AWS
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "ap-south-1")
    with mock_aws():
        yield


@pytest.fixture
def dynamodb(aws: None) -> "DynamoDBClient":  # noqa: ARG001 # a fixture that needs another
    """A client of an account that has the tickets table."""
    client = boto3.client("dynamodb")
    client.create_table(
        TableName="tickets",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "userId", "KeyType": "HASH"}, {"AttributeName": "ticketId", "KeyType": "RANGE"}],
        AttributeDefinitions=[
            {"AttributeName": name, "AttributeType": "S"}
            for name in ("userId", "ticketId", "eventDate", "eventDateKey")
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "by-event-date",
                "KeySchema": [
                    {"AttributeName": "eventDate", "KeyType": "HASH"},
                    {"AttributeName": "eventDateKey", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    )
    return client


@pytest.fixture
def secret_value() -> str:
    return serialize_key_ring(K1)
