"""The visibility timeout of failed messages, on SQS."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from logs import log
from worker.ports import Hidden

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient


class SqsVisibility:
    """Hides messages of one queue."""

    def __init__(self, client: "SQSClient", queue_url: str) -> None:
        self._client = client
        self._queue_url = queue_url

    def hide(self, hidden: Sequence[Hidden]) -> None:
        """Changes up to 10 messages in one call; an entry that SQS refuses, such as a stale handle, is only logged."""
        response = self._client.change_message_visibility_batch(
            QueueUrl=self._queue_url,
            Entries=[
                # The position as id: message ids need not be distinct in a batch, entry ids must.
                {"Id": str(position), "ReceiptHandle": one.message.receipt_handle, "VisibilityTimeout": one.seconds}
                for position, one in enumerate(hidden)
            ],
        )
        for refused in response.get("Failed", []):
            message = hidden[int(refused["Id"])].message
            log("WARNING", "visibility_not_changed", message_id=message.message_id, reason=refused["Code"])
