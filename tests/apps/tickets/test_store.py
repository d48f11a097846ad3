from dataclasses import replace
from typing import TYPE_CHECKING, Any

import boto3
import pytest

from aws.calls import Refused
from aws.reference import BotocoreClient
from bookings import Booking
from tickets.store import DynamoTickets, S3Assets
from tickets.ticket import Ticket

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient


@pytest.fixture
def tickets(dynamodb: "DynamoDBClient") -> DynamoTickets:
    return DynamoTickets(BotocoreClient(dynamodb), "tickets")


@pytest.fixture
def ticket(booking: Booking) -> Ticket:
    return Ticket.reserve(booking, 1, "k1")


def test_a_reserved_ticket_is_found_as_it_was_written(tickets: DynamoTickets, ticket: Ticket) -> None:
    assert tickets.reserve(ticket)
    assert tickets.find("usr_42", "bkg_01JD8Z-1") == ticket


def test_a_ticket_that_is_not_there_is_not_found(tickets: DynamoTickets) -> None:
    assert tickets.find("usr_42", "bkg_01JD8Z-1") is None


def test_a_ticket_is_read_as_the_last_write_left_it(dynamodb: "DynamoDBClient", tickets: DynamoTickets) -> None:
    asked: list[dict[str, Any]] = []

    def note(params: dict[str, Any], **_: Any) -> None:
        asked.append(params)

    dynamodb.meta.events.register("provide-client-params.dynamodb.GetItem", note)
    tickets.find("usr_42", "bkg_01JD8Z-1")
    assert [params["ConsistentRead"] for params in asked] == [True]  # moto's reads are consistent in any case


def test_only_the_first_reservation_counts(tickets: DynamoTickets, ticket: Ticket) -> None:
    assert tickets.reserve(ticket)
    assert not tickets.reserve(replace(ticket, key_id="k2"))
    found = tickets.find("usr_42", "bkg_01JD8Z-1")
    assert found is not None
    assert found.key_id == "k1"


def test_only_the_first_completion_counts(tickets: DynamoTickets, ticket: Ticket) -> None:
    tickets.reserve(ticket)
    assert tickets.complete(ticket, "2026-12-01T10:00:00Z")
    assert not tickets.complete(ticket, "2026-12-02T10:00:00Z")
    assert tickets.find("usr_42", "bkg_01JD8Z-1") == replace(ticket, status="issued", issued_at="2026-12-01T10:00:00Z")


def test_completing_does_not_make_a_ticket_out_of_nothing(tickets: DynamoTickets, ticket: Ticket) -> None:
    assert not tickets.complete(ticket, "2026-12-01T10:00:00Z")
    assert tickets.find("usr_42", "bkg_01JD8Z-1") is None


def test_another_refusal_is_not_taken_for_a_duplicate(dynamodb: "DynamoDBClient", ticket: Ticket) -> None:
    with pytest.raises(Refused, match="ResourceNotFoundException"):
        DynamoTickets(BotocoreClient(dynamodb), "elsewhere").reserve(ticket)


@pytest.mark.usefixtures("aws")
def test_a_png_is_stored_under_its_key_with_its_type() -> None:
    client = boto3.client("s3")
    client.create_bucket(Bucket="assets", CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})
    S3Assets(BotocoreClient(client), "assets").put_png("tickets/bkg/1.png", b"png")
    stored = client.get_object(Bucket="assets", Key="tickets/bkg/1.png")
    assert (stored["Body"].read(), stored["ContentType"]) == (b"png", "image/png")
