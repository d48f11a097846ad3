"""Reads tickets as the api may: with Query, on the tickets table and its index, and with nothing else."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

from tickets.ticket import Ticket

if TYPE_CHECKING:
    from aws.calls import Client

INDEX = "by-event-date"


class TicketReader:
    """The tickets table for those who only look. A ticket may still be `reserved`: its QR code is on the way."""

    def __init__(self, client: "Client", table: str) -> None:
        self._client = client
        self._table = table

    def my_tickets(self, user_id: str) -> list[Ticket]:
        """All tickets of the signed-in user, by ticket id: one Query, and one more for each full MB (2,000 tickets).

        Eventually consistent, at half the price: tickets are issued behind the user's back anyway.
        """
        return list(
            self._query(KeyConditionExpression="userId = :user", ExpressionAttributeValues=_values(user=user_id))
        )

    def tickets_on(self, event_date: date, event_id: str | None = None) -> list[Ticket]:
        """All tickets for a date on the venue's calendar, by event and ticket id; those of one event if it is given."""
        condition, values = "eventDate = :date", {"date": event_date.isoformat()}
        if event_id is not None:
            condition += " AND begins_with(eventDateKey, :event)"
            values["event"] = f"{event_id}#"  # no id has a "#", so that evt_1 does not find evt_10
        return list(
            self._query(IndexName=INDEX, KeyConditionExpression=condition, ExpressionAttributeValues=_values(**values))
        )

    def _query(self, **request: Any) -> Iterator[Ticket]:
        while True:
            page = self._client.call("Query", {"TableName": self._table, **request})
            yield from map(Ticket.from_item, page["Items"])
            if "LastEvaluatedKey" not in page:
                return
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def _values(**values: str) -> dict[str, dict[str, str]]:
    return {f":{name}": {"S": value} for name, value in values.items()}
