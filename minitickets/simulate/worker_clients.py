"""Stand-ins for the worker's botocore clients: the calls that it makes, carried by a wire into a simulated service.

The worker's own adapters sit on top of them, so that their conditions, their consistent reads and what they make of an
error are part of what is simulated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from minitickets.simulate.queue import Queue
from minitickets.simulate.refusals import TOO_MANY, refusal
from minitickets.simulate.table import Table
from minitickets.simulate.wire import Line, Wire
from worker import bootstrap as worker

if TYPE_CHECKING:
    from minitickets.simulate.fates import Attempts
    from minitickets.simulate.ledger import Ledger

JOBS_TABLE = Line("dynamodb", worker.DYNAMODB.call)
SES = Line("ses", worker.SES.call)
JOBS_QUEUE = Line("sqs", worker.SQS.call)


@dataclass(frozen=True)
class JobsTable:
    """DynamoDB as the worker sees it."""

    wire: Wire
    table: Table
    ledger: "Ledger"
    caller: Callable[[], "Attempts"]
    line: Line = JOBS_TABLE

    def get_item(self, **request: Any) -> Mapping[str, Any]:
        """GetItem."""
        key, attempts = request["Key"]["jobKey"]["S"], self.caller()

        def read() -> Mapping[str, Any]:
            self.ledger.checked(attempts, key)
            item = self.table.get(request)
            return {} if item is None else {"Item": item}

        return self.wire.call(self.line, "GetItem", key, read)

    def put_item(self, **request: Any) -> Mapping[str, Any]:
        """PutItem."""
        key, attempts = request["Item"]["jobKey"]["S"], self.caller()
        is_record = "leaseOwner" not in request["Item"]

        def write() -> Mapping[str, Any]:
            try:
                self.table.put(request)
            finally:  # a failed condition of a record: it is recorded
                if is_record:
                    self.ledger.recorded(attempts, key)
            return {}

        return self.wire.call(self.line, "PutItem" if is_record else "PutItem (lease)", key, write)


@dataclass(frozen=True)
class Mailbox:
    """SES: takes emails, but for those that it rejects, and not more than so many a second."""

    ledger: "Ledger"
    rejects: Callable[[str], bool]
    over_rate: Callable[[], bool]

    def accept(self, attempts: "Attempts", address: str) -> Mapping[str, Any]:
        """SendEmail, as it arrives."""
        if self.rejects(address):
            raise refusal("MessageRejected", "SendEmail", 400)
        if self.over_rate():
            raise refusal("TooManyRequestsException", "SendEmail", TOO_MANY)
        return {"MessageId": f"email-{self.ledger.accepted(attempts, address)}"}


@dataclass(frozen=True)
class Ses:
    """SES as the worker sees it."""

    wire: Wire
    mailbox: Mailbox
    caller: Callable[[], "Attempts"]
    line: Line = SES

    def send_email(self, **request: Any) -> Mapping[str, Any]:
        """SendEmail."""
        address, attempts = request["Destination"]["ToAddresses"][0], self.caller()
        try:
            return self.wire.call(self.line, "SendEmail", "", lambda: self.mailbox.accept(attempts, address))
        except Exception:
            self.mailbox.ledger.unclear(attempts, address)
            raise


@dataclass(frozen=True)
class Sqs:
    """SQS as the worker sees it."""

    wire: Wire
    queue: Queue
    now: Callable[[], int]
    line: Line = JOBS_QUEUE

    def change_message_visibility_batch(self, **request: Any) -> Mapping[str, Any]:
        """ChangeMessageVisibilityBatch."""
        return self.wire.call(self.line, "ChangeMessageVisibility", "", lambda: self._change(request["Entries"]))

    def _change(self, entries: list[dict[str, Any]]) -> Mapping[str, Any]:
        now, failed = self.now(), list[dict[str, str]]()
        for entry in entries:
            handle = entry["ReceiptHandle"]
            code = self.queue.change_visibility(self.queue.find(handle), handle, entry["VisibilityTimeout"], now)
            if code is not None:
                failed.append({"Id": entry["Id"], "Code": code})
        return {"Failed": failed}
