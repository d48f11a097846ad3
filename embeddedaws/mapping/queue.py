"""The queue of a mapping, seen with the execution role's eyes."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from embeddedaws.errors import EmbeddedAwsError

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient
    from types_boto3_sqs.type_defs import DeleteMessageBatchRequestEntryTypeDef, MessageTypeDef

RECEIVE_LIMIT = 10  # messages in one ReceiveMessage or DeleteMessageBatch, SQS quotas


class QueueError(EmbeddedAwsError):
    """SQS refused a call or could not be reached; `action` is the API's name, `code` AWS's error code."""

    def __init__(self, action: str, code: str, message: str) -> None:
        super().__init__(f"{action}: {code}: {message}")
        self.action = action
        self.code = code
        self.message = message

    @property
    def access_denied(self) -> bool:
        """Whether the role lacks a permission."""
        return self.code in {"AccessDenied", "AccessDeniedException"}


class SqsQueue:
    """What a mapping needs of SQS. Every method may raise QueueError.

    Args:
        queue_arn: the queue.
        endpoint_url: where SQS listens; roles may not ask for a queue's URL, so it is made from this and the ARN.
        client: gives a client with the execution role's credentials.
    """

    def __init__(self, queue_arn: str, endpoint_url: str, client: "Callable[[], SQSClient]") -> None:
        account, name = queue_arn.split(":")[4:6]
        self._url = f"{endpoint_url.rstrip('/')}/{account}/{name}"
        self._client = client

    def receive(self, limit: int) -> "Sequence[MessageTypeDef]":
        """Up to `limit` (1 to 10) messages that are visible now, without a long poll; the mapping says why."""
        with _calling("ReceiveMessage"):
            answer = self._client().receive_message(
                QueueUrl=self._url,
                MaxNumberOfMessages=limit,
                WaitTimeSeconds=0,
                MessageSystemAttributeNames=["All"],
                MessageAttributeNames=["All"],
            )
        return answer.get("Messages", [])

    def delete(self, messages: "Sequence[MessageTypeDef]") -> Sequence[str]:
        """Deletes up to 10 messages in one call; gives the ids of those that SQS did not delete."""
        ids = [message.get("MessageId", "") for message in messages]
        entries: list[DeleteMessageBatchRequestEntryTypeDef] = [
            {"Id": str(index), "ReceiptHandle": message.get("ReceiptHandle", "")}
            for index, message in enumerate(messages)
        ]
        with _calling("DeleteMessage"):
            answer = self._client().delete_message_batch(QueueUrl=self._url, Entries=entries)
        return [ids[int(failure["Id"])] for failure in answer.get("Failed", [])]

    def visibility_timeout(self) -> int:
        """The queue's visibility timeout in seconds."""
        with _calling("GetQueueAttributes"):
            answer = self._client().get_queue_attributes(QueueUrl=self._url, AttributeNames=["VisibilityTimeout"])
        return int(answer["Attributes"]["VisibilityTimeout"])

    def check_permissions(self) -> None:
        """Raises QueueError if the role may not do what a mapping does.

        Neither call touches a message: SQS authorises first, then refuses the number and the receipt handle.
        """
        with _expecting("InvalidParameterValue"):
            self.receive(RECEIVE_LIMIT + 1)
        with _expecting("ReceiptHandleIsInvalid"), _calling("DeleteMessage"):
            self._client().delete_message(QueueUrl=self._url, ReceiptHandle="none")


@contextmanager
def _expecting(code: str) -> Generator[None]:
    try:
        yield
    except QueueError as error:
        if error.code != code:
            raise


@contextmanager
def _calling(action: str) -> Generator[None]:
    try:
        yield
    except ClientError as error:
        details = error.response.get("Error", {})
        raise QueueError(action, details.get("Code", "Unknown"), details.get("Message", "")) from error
    except BotoCoreError as error:
        raise QueueError(action, type(error).__name__, str(error)) from error
