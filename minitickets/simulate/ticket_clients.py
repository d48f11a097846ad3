"""Stand-ins for the botocore clients of the tickets function, as `worker_clients` has those of the worker."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError

from minitickets.books.ticket_ledger import Item, TicketLedger
from minitickets.simulate.line import CallWire, Line
from minitickets.simulate.table import SimulatedTable

# Connect and read timeout, and the tries, of the tickets function's clients; a test holds them against its bootstrap.
TICKETS_TABLE = Line("dynamodb", 2.5, 2)
ASSETS = Line("s3", 3, 2)
SECRET = Line("secretsmanager", 3, 2)


class Exceptions:
    """A client's `exceptions`."""

    class ResourceNotFoundException(ClientError):  # noqa: N818 - AWS's name
        """The secret has no value."""


@dataclass(frozen=True)
class TicketsTableClient:
    """DynamoDB as the tickets function sees it."""

    wire: CallWire
    table: SimulatedTable
    ledger: TicketLedger

    def get_item(self, **request: Any) -> Mapping[str, Any]:
        """GetItem."""
        return self.wire.call(TICKETS_TABLE, "GetItem", _ticket(request["Key"]), lambda: self.table.get(request))

    def put_item(self, **request: Any) -> None:
        """PutItem; nobody reads the answer, here and below."""

        def write() -> None:
            self.table.put(request)
            self.ledger.reserved(request["Item"])

        self.wire.call(TICKETS_TABLE, "PutItem (ticket)", _ticket(request["Item"]), write)

    def update_item(self, **request: Any) -> None:
        """UpdateItem."""
        ticket = _ticket(request["Key"])
        self.wire.call(TICKETS_TABLE, "UpdateItem", ticket, lambda: self.ledger.issued(self.table.update(request)))


@dataclass(frozen=True)
class S3Client:
    """S3 as the tickets function sees it."""

    wire: CallWire
    ledger: TicketLedger

    def put_object(self, **request: Any) -> None:
        """PutObject."""
        key = request["Key"]
        self.wire.call(ASSETS, "PutObject", key, lambda: self.ledger.drawn(key, request["Body"]))


@dataclass(frozen=True)
class SecretsClient:
    """Secrets Manager as the tickets function sees it."""

    wire: CallWire
    value: Callable[[], str]
    exceptions = Exceptions

    def get_secret_value(self, **request: Any) -> Mapping[str, Any]:
        """GetSecretValue."""
        return self.wire.call(SECRET, "GetSecretValue", request["SecretId"], lambda: {"SecretString": self.value()})


def _ticket(key: Item) -> str:
    return key["ticketId"]["S"]
