"""The adapters behind the issuer's ports: the tickets table and the assets bucket."""

from typing import TYPE_CHECKING

from sqs import condition_held
from tickets.claim import Claim, claim_key
from tickets.ticket import Ticket

if TYPE_CHECKING:
    from aws.calls import Client


class DynamoTickets:
    """The tickets table, through GetItem, PutItem and UpdateItem."""

    def __init__(self, client: "Client", table: str) -> None:
        self._client = client
        self._table = table

    def claim(self, claim: Claim) -> bool:
        """Writes the claim if the booking has none, and again if it has this very one; False if it has another."""
        return condition_held(
            self._client.call,
            "PutItem",
            {
                "TableName": self._table,
                "Item": claim.to_item(),
                "ConditionExpression": "attribute_not_exists(ticketId) OR ownerId = :owner AND eventId = :event",
                "ExpressionAttributeValues": {":owner": {"S": claim.owner_id}, ":event": {"S": claim.event_id}},
            },
        )

    def claimed(self, booking_id: str) -> Claim | None:
        """The claim that a booking has."""
        request = {"TableName": self._table, "Key": claim_key(booking_id), "ConsistentRead": True}
        answer = self._client.call("GetItem", request)
        return Claim.from_item(answer["Item"]) if "Item" in answer else None

    def reserve(self, ticket: Ticket) -> bool:
        """Writes the ticket if its key is free; False if it is not.

        False too if an earlier try of this very call was applied and only its answer got lost.
        """
        return condition_held(
            self._client.call,
            "PutItem",
            {
                "TableName": self._table,
                "Item": ticket.to_item(),
                "ConditionExpression": "attribute_not_exists(ticketId)",
            },
        )

    def find(self, user_id: str, ticket_id: str) -> Ticket | None:
        """The ticket as the last write left it."""
        request = {"TableName": self._table, "Key": _key(user_id, ticket_id), "ConsistentRead": True}
        answer = self._client.call("GetItem", request)
        return Ticket.from_item(answer["Item"]) if "Item" in answer else None

    def complete(self, ticket: Ticket, issued_at: str) -> bool:
        """Makes a reserved ticket issued; False if it is not reserved any more."""
        return condition_held(
            self._client.call,
            "UpdateItem",
            {
                "TableName": self._table,
                "Key": _key(ticket.user_id, ticket.ticket_id),
                "UpdateExpression": "SET #status = :issued, issuedAt = :issuedAt",
                "ConditionExpression": "#status = :reserved",
                "ExpressionAttributeNames": {"#status": "status"},  # a reserved word of DynamoDB's expressions
                "ExpressionAttributeValues": {
                    ":reserved": {"S": "reserved"},
                    ":issued": {"S": "issued"},
                    ":issuedAt": {"S": issued_at},
                },
            },
        )


class S3Assets:
    """The assets bucket, through PutObject."""

    def __init__(self, client: "Client", bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def put_png(self, key: str, png: bytes) -> None:
        """Writes the object, over one that is there."""
        request = {"Bucket": self._bucket, "Key": key, "Body": png, "ContentType": "image/png"}
        self._client.call("PutObject", request)


def _key(user_id: str, ticket_id: str) -> dict[str, dict[str, str]]:
    return {"userId": {"S": user_id}, "ticketId": {"S": ticket_id}}
