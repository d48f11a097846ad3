"""Stand-ins for the worker's botocore clients: the calls that it makes, carried by a wire into a simulated service.

The worker's own adapters sit on top of them, so that their conditions, their consistent reads and what they make of an
error are part of what is simulated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from minitickets.books.bookings import of_address, of_key
from minitickets.books.email_ledger import EmailLedger
from minitickets.books.fates import Attempts
from minitickets.simulate.kernel import Kernel
from minitickets.simulate.line import CallWire, Line
from minitickets.simulate.queue import SimulatedQueue
from minitickets.simulate.ses import SimulatedSes
from minitickets.simulate.table import SimulatedTable
from worker import bootstrap as worker

JOBS_TABLE = Line("dynamodb", worker.DYNAMODB.call)
SES = Line("ses", worker.SES.call)
JOBS_QUEUE = Line("sqs", worker.SQS.call)


@dataclass(frozen=True)
class JobsTableClient:
    """DynamoDB as the worker sees it."""

    wire: CallWire
    table: SimulatedTable
    ledger: EmailLedger
    caller: Callable[[], Attempts]

    def get_item(self, **request: Any) -> Mapping[str, Any]:
        """GetItem."""
        key, attempts = request["Key"]["jobKey"]["S"], self.caller()

        def read() -> Mapping[str, Any]:
            self.ledger.checked(attempts, of_key(key))
            return self.table.get(request)

        return self.wire.call(JOBS_TABLE, "GetItem", key, read)

    def put_item(self, **request: Any) -> None:
        """PutItem; nobody reads the answer."""
        key, attempts = request["Item"]["jobKey"]["S"], self.caller()
        is_record = "leaseOwner" not in request["Item"]

        def write() -> None:
            try:
                self.table.put(request)
            finally:  # a failed condition of a record: it is recorded
                if is_record:
                    self.ledger.recorded(attempts, of_key(key))

        self.wire.call(JOBS_TABLE, "PutItem" if is_record else "PutItem (lease)", key, write)


@dataclass(frozen=True)
class SesClient:
    """SES as the worker sees it."""

    wire: CallWire
    service: SimulatedSes
    caller: Callable[[], Attempts]
    line: Line = SES

    def send_email(self, **request: Any) -> Mapping[str, Any]:
        """SendEmail."""
        address, attempts = request["Destination"]["ToAddresses"][0], self.caller()
        try:
            return self.wire.call(self.line, "SendEmail", "", lambda: self.service.accept(attempts, address))
        except Exception:
            self.service.ledger.unclear(attempts, of_address(address))
            raise


@dataclass(frozen=True)
class SqsClient:
    """SQS as the worker sees it."""

    wire: CallWire
    queue: SimulatedQueue
    kernel: Kernel

    def change_message_visibility_batch(self, **request: Any) -> Mapping[str, Any]:
        """ChangeMessageVisibilityBatch."""
        return self.wire.call(JOBS_QUEUE, "ChangeMessageVisibility", "", lambda: self._change(request["Entries"]))

    def _change(self, entries: list[dict[str, Any]]) -> Mapping[str, Any]:
        now, failed = self.kernel.now, list[dict[str, str]]()
        for entry in entries:
            handle = entry["ReceiptHandle"]
            code = self.queue.change_visibility(self.queue.find(handle), handle, entry["VisibilityTimeout"], now)
            if code is not None:
                failed.append({"Id": entry["Id"], "Code": code})
        return {"Failed": failed}
