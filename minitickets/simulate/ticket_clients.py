"""Stand-ins for the botocore clients of the tickets function, as `worker_clients` has those of the worker."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError

from minitickets.simulate.table import Item, Table
from minitickets.simulate.ticket_ledger import TicketLedger
from minitickets.simulate.wire import Line, Wire

# Connect and read timeout, and the tries, of the tickets function's clients; a test holds them against its bootstrap.
TICKETS_TABLE = Line("dynamodb", 2.5, 2)
ASSETS = Line("s3", 3, 2)
SECRET = Line("secretsmanager", 3, 2)


class Exceptions:
    """A client's `exceptions`."""

    class ResourceNotFoundException(ClientError):  # noqa: N818 - AWS's name
        """The secret has no value."""


@dataclass(frozen=True)
class TicketsTable:
    """DynamoDB as the tickets function sees it."""

    wire: Wire
    table: Table
    ledger: TicketLedger
    line: Line = TICKETS_TABLE

    def get_item(self, **request: Any) -> Mapping[str, Any]:
        """GetItem."""

        def read() -> Mapping[str, Any]:
            item = self.table.get(request)
            return {} if item is None else {"Item": item}

        return self.wire.call(self.line, "GetItem", _ticket(request["Key"]), read)

    def put_item(self, **request: Any) -> Mapping[str, Any]:
        """PutItem."""

        def write() -> Mapping[str, Any]:
            self.table.put(request)
            self.ledger.reserved(request["Item"])
            return {}

        return self.wire.call(self.line, "PutItem (ticket)", _ticket(request["Item"]), write)

    def update_item(self, **request: Any) -> Mapping[str, Any]:
        """UpdateItem."""

        def write() -> Mapping[str, Any]:
            self.ledger.issued(self.table.update(request))
            return {}

        return self.wire.call(self.line, "UpdateItem", _ticket(request["Key"]), write)


@dataclass(frozen=True)
class S3:
    """S3 as the tickets function sees it."""

    wire: Wire
    ledger: TicketLedger
    line: Line = ASSETS

    def put_object(self, **request: Any) -> Mapping[str, Any]:
        """PutObject."""

        def write() -> Mapping[str, Any]:
            self.ledger.drawn(request["Key"], request["Body"])
            return {}

        return self.wire.call(self.line, "PutObject", request["Key"], write)


@dataclass(frozen=True)
class Secrets:
    """Secrets Manager as the tickets function sees it."""

    wire: Wire
    value: Callable[[], str]
    line: Line = SECRET
    exceptions = Exceptions

    def get_secret_value(self, **request: Any) -> Mapping[str, Any]:
        """GetSecretValue."""
        return self.wire.call(self.line, "GetSecretValue", request["SecretId"], lambda: {"SecretString": self.value()})


def _ticket(key: Item) -> str:
    return key["ticketId"]["S"]
