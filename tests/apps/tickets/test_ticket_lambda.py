import importlib
import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import boto3
import pytest

from aws.reference import BotocoreClient
from bookings import Booking
from tickets.bootstrap import CALL_SECONDS
from tickets.claim import is_claim
from tickets.signing_key import KeyRing, parse_key_ring, rotate_key_ring, serialize_key_ring
from tickets.store import DynamoTickets
from tickets.ticket import Ticket

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient


class Context:
    """The part of the invocation's context that we use."""

    def get_remaining_time_in_millis(self) -> int:
        return 30_000


@pytest.fixture
def function(dynamodb: "DynamoDBClient", secret_value: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:  # noqa: ARG001
    """The entry point, freshly started in an account that has what it needs."""
    boto3.client("s3").create_bucket(Bucket="assets", CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})
    arn = boto3.client("secretsmanager").create_secret(Name="signing-key", SecretString=secret_value)["ARN"]
    monkeypatch.setenv("TICKETS_TABLE", "tickets")
    monkeypatch.setenv("ASSETS_BUCKET", "assets")
    monkeypatch.setenv("SIGNING_SECRET_ARN", arn)
    monkeypatch.delitem(sys.modules, "ticket_lambda", raising=False)
    return importlib.import_module("ticket_lambda")


def test_a_booking_becomes_tickets_in_the_table_and_the_bucket(
    function: ModuleType, dynamodb: "DynamoDBClient", record: Callable[..., dict[str, Any]]
) -> None:
    answer = function.handler({"Records": [record("good"), record("bad", body="{}")]}, Context())
    assert answer == {"batchItemFailures": [{"itemIdentifier": "bad"}]}
    items = [item for item in dynamodb.scan(TableName="tickets")["Items"] if not is_claim(item["userId"].get("S", ""))]
    assert [(item.get("ticketId"), item.get("status")) for item in items] == [
        ({"S": "bkg_01JD8Z-1"}, {"S": "issued"}),
        ({"S": "bkg_01JD8Z-2"}, {"S": "issued"}),
    ]
    keys = [item.get("Key") for item in boto3.client("s3").list_objects_v2(Bucket="assets").get("Contents", [])]
    assert keys == ["tickets/bkg_01JD8Z/1.png", "tickets/bkg_01JD8Z/2.png"]


def test_a_function_that_runs_does_not_finish_what_was_reserved_with_a_key_that_was_removed(
    function: ModuleType,
    dynamodb: "DynamoDBClient",
    booking: Booking,
    record: Callable[..., dict[str, Any]],
    secret_value: str,
) -> None:
    both = rotate_key_ring(parse_key_ring(secret_value))
    without = KeyRing(both.active, {both.active: both.key(both.active)})
    put = partial(boto3.client("secretsmanager").put_secret_value, SecretId="signing-key")
    handle = partial(function.handler, {"Records": [record("late")]}, Context())
    put(SecretString=serialize_key_ring(both))
    function.handler({"Records": [record("earlier", bookingId="earlier")]}, Context())  # which reads the ring
    store = DynamoTickets(BotocoreClient(dynamodb), "tickets")
    store.reserve(Ticket.reserve(booking, 1, "k1"))

    put(SecretString=serialize_key_ring(without))
    assert handle() == {"batchItemFailures": [{"itemIdentifier": "late"}]}
    first, second = (store.find("usr_42", f"bkg_01JD8Z-{number}") for number in (1, 2))
    assert first == Ticket.reserve(booking, 1, "k1")
    assert second is not None
    assert (second.status, second.key_id) == ("issued", "k2")
    put(SecretString=serialize_key_ring(both))
    assert handle() == {"batchItemFailures": []}
    found = store.find("usr_42", "bkg_01JD8Z-1")
    assert found is not None
    assert (found.status, found.key_id) == ("issued", "k1")


@pytest.mark.parametrize("event", [{}, {"Records": None}, None, [], "ping"], ids=str)
def test_an_event_without_records_is_answered_in_the_same_shape(function: ModuleType, event: Any) -> None:
    assert function.handler(event, Context()) == {"batchItemFailures": []}


def test_the_longest_call_leaves_room_for_the_slowest_booking() -> None:
    slowest_before_last_call = 1.5 + 2.0 + 1.5 + (1.5 + 2.0 + 1.5) - 1.5  # four tickets side by side, but for the first
    assert slowest_before_last_call + CALL_SECONDS <= 30.0
