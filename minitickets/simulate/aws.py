"""The functions' transport in a simulated world: its clients carry their calls into it.

The functions' own bootstraps, adapters and handlers sit on top of them, so that timeouts, conditions, consistent reads
and what is made of an error are part of what is simulated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aws.calls import CallFailed, Client, Timeouts, Unanswered
from minitickets.books.bookings import NOBODY, of_address, of_id
from minitickets.books.fates import Attempts
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.line import CallWire, Line, ServiceCall, Step, is_the_worlds
from minitickets.simulate.services import ASSETS_BUCKET, JOBS_QUEUE_URL, SIGNING_SECRET, Services
from minitickets.simulate.watched_tables import WatchedTable

_RING_AGE = 290 * SECOND  # for which a function keeps a key ring, less the time that a read takes
_ENTRIES = 10  # SQS: in one ChangeMessageVisibilityBatch


@dataclass(frozen=True)
class SimulatedAws:
    """Makes clients.

    Args:
        caller: the attempts of the invocation that calls.
    """

    services: Services
    wire: CallWire
    caller: Callable[[], Attempts]

    def client(self, service: str, timeouts: Timeouts, *, tries: int = 1, connections: int = 1) -> Client:  # noqa: ARG002
        """A client; it knows what the functions call and nothing else."""
        match service:
            case "dynamodb":
                line = Line.of("dynamodb", timeouts, tries)
                return DynamoDbClient(self.services.tables, self.wire, self.caller, line)
            case "sesv2":
                return SesClient(self.services, self.wire, self.caller, Line.of("ses", timeouts, tries))
            case "sqs":
                return SqsClient(self.services, self.wire, Line.of("sqs", timeouts, tries))
            case "s3":
                return S3Client(self.services, self.wire, Line.of("s3", timeouts, tries))
            case "secretsmanager":
                return SecretsClient(self.services, self.wire, Line.of("secretsmanager", timeouts, tries))
            case _:
                raise LookupError(f"no function has a client of {service}")


@dataclass(frozen=True)
class DynamoDbClient:
    """DynamoDB as a function sees it."""

    tables: Mapping[str, WatchedTable]
    wire: CallWire
    caller: Callable[[], Attempts]
    line: Line

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """GetItem, PutItem, UpdateItem."""
        table, attempts = self.tables[request["TableName"]], self.caller()
        match operation:
            case "GetItem":
                return self.wire.call(self.line, table.get_call(request), lambda: table.get(request, attempts))
            case "PutItem":
                self._put(table, request, attempts)
            case "UpdateItem":
                self.wire.call(self.line, table.update_call(request), lambda: table.update(request, attempts))
            case _:
                raise _unknown(operation)
        return {}

    def _put(self, table: WatchedTable, request: Mapping[str, Any], attempts: Attempts) -> None:
        try:
            self.wire.call(self.line, table.put_call(request), lambda: table.put(request, attempts))
        except CallFailed as error:
            if is_the_worlds(error):
                table.put_failed(request, attempts)
            raise


@dataclass(frozen=True)
class SesClient:
    """SES as the worker sees it."""

    services: Services
    wire: CallWire
    caller: Callable[[], Attempts]
    line: Line

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """SendEmail; where the world keeps its answer, the books are told."""
        _require(operation, "SendEmail")
        booking, attempts = self._about(request), self.caller()
        call = ServiceCall("send", "SendEmail", booking, "", request)
        try:
            return self.wire.call(self.line, call, lambda: self.services.ses.accept(attempts, request))
        except Unanswered:
            if booking != NOBODY:
                self.services.ledger.unanswered(attempts, booking)
            raise

    def _about(self, request: Mapping[str, Any]) -> int:
        booking = of_address(request["Destination"]["ToAddresses"][0])
        return booking if booking in range(len(self.services.ledger.fates)) else NOBODY


@dataclass(frozen=True)
class SqsClient:
    """SQS as the worker sees it."""

    services: Services
    wire: CallWire
    line: Line

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """ChangeMessageVisibilityBatch."""
        _require(operation, "ChangeMessageVisibilityBatch")
        return self.wire.call(
            self.line, _whole_batch("hide", "ChangeMessageVisibility", request), lambda: self._change(request)
        )

    def _change(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        entries = request["Entries"]
        if request["QueueUrl"] != JOBS_QUEUE_URL or len({each["Id"] for each in entries}) != len(entries):
            raise ValueError("entries of the jobs queue are wanted, each with an Id of its own")
        if not 1 <= len(entries) <= _ENTRIES:
            raise ValueError(f"1 to {_ENTRIES} entries are wanted")
        queue, now, failed = self.services.jobs_queue, self.services.kernel.now, list[dict[str, str]]()
        for entry in entries:
            handle = entry["ReceiptHandle"]
            code = queue.change_visibility(queue.find(handle), handle, entry["VisibilityTimeout"], now)
            if code is not None:
                failed.append({"Id": entry["Id"], "Code": code})
        return {"Failed": failed}


@dataclass(frozen=True)
class S3Client:
    """S3 as the tickets function sees it."""

    services: Services
    wire: CallWire
    line: Line

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """PutObject."""
        _require(operation, "PutObject")
        key = request["Key"]
        booking = of_id(key.split("/")[1]) if key.count("/") > 1 else NOBODY

        def write() -> None:
            if request["Bucket"] != ASSETS_BUCKET:
                raise LookupError("the function may write into the assets bucket only")
            self.services.ticket_ledger.drawn(key, request["Body"], request.get("ContentType", ""))

        self.wire.call(self.line, ServiceCall("draw", "PutObject", booking, key, request), write)
        return {}


@dataclass(frozen=True)
class SecretsClient:
    """Secrets Manager as the tickets function sees it."""

    services: Services
    wire: CallWire
    line: Line
    reads: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """When a read of the secret began in this environment, in microseconds of the run, and what was in it."""

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """GetSecretValue."""
        _require(operation, "GetSecretValue")

        def read() -> Mapping[str, Any]:
            if request["SecretId"] != SIGNING_SECRET:
                raise LookupError("the function may read the signing secret only")
            return {"SecretString": self.services.secret.value()}

        began = self.services.kernel.now  # which the ring's age is counted from
        answer = self.wire.call(self.line, _whole_batch("key", "GetSecretValue", request), read)
        self._note(began)
        return answer

    def _note(self, began: int) -> None:
        value = self.services.secret.value()
        if self.reads:
            time, known = self.reads[-1]
            old = began - time >= _RING_AGE
            self.services.paths[f"key: read again {'with age' if old else 'for another key'}"] += 1
            # After a rotation it is read again for each ticket of an older key, which may have been removed since.
            if not old and known == value and len(self.services.secret.ring.key_ids) == 1:
                self.services.violations.add("call", NOBODY, "the signing secret was read again, and nothing was new")
        self.reads.append((began, value))


def _whole_batch(step: Step, operation: str, request: Mapping[str, Any]) -> ServiceCall:
    return ServiceCall(step, operation, NOBODY, "", request)


def _require(operation: str, known: str) -> None:
    if operation != known:
        raise _unknown(operation)


def _unknown(operation: str) -> LookupError:
    return LookupError(f"no function may call {operation}")
