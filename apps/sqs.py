"""A batch from SQS as Lambda hands it over and wants it answered: what both functions do with it, and say of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, ParamSpec, Self, TypedDict

from aws.calls import CallFailed, Refused
from bookings import Booking, PoisonMessage
from logs import Level, log

P = ParamSpec("P")


class MessageFailed(Exception):  # noqa: N818 # says what happened, as its children do
    """The message is not done and comes back.

    The text is a sentence of ours or an AWS error code, never a value from outside, so that it may go to the log.
    """


class Message(NamedTuple):
    """One received SQS message; what the record lacks is empty, and the receive count is then 1."""

    message_id: str
    receipt_handle: str
    receive_count: int
    body: str

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """Reads a record of the event; never raises, since one odd record must not fail the batch."""
        count = _text(_field(record, "attributes"), "ApproximateReceiveCount")
        return cls(
            message_id=_text(record, "messageId"),
            receipt_handle=_text(record, "receiptHandle"),
            receive_count=int(count) if count.isdecimal() and len(count) < 10 else 1,  # noqa: PLR2004 # int() is bounded
            body=_text(record, "body"),
        )


class BatchItemFailure(TypedDict):
    """One message that Lambda must not delete."""

    itemIdentifier: str


class BatchResponse(TypedDict):
    """The partial batch response that ReportBatchItemFailures asks for."""

    batchItemFailures: list[BatchItemFailure]


def records_of(event: Any) -> Sequence[Any]:
    """The records of an invocation's event; none if it is no event of a mapping, such as a console test."""
    return _field(event, "Records") or []


def seconds_left(context: Any) -> Callable[[], float]:
    """Tells the seconds until Lambda kills the invocation."""
    return lambda: context.get_remaining_time_in_millis() / 1000


def response_of(failed: Iterable[Message]) -> BatchResponse:
    """Answers that these messages have to come back, and that the others of the batch are done."""
    # A record without an id answers "", by which Lambda fails the whole batch: nothing is lost, done jobs are skipped.
    ids = dict.fromkeys(message.message_id for message in failed)
    return {"batchItemFailures": [{"itemIdentifier": message_id} for message_id in ids]}


def log_about(
    level: Level,
    event: str,
    message: Message,
    booking: Booking | None = None,
    *,
    error: Exception | None = None,
    reason: str | None = None,
) -> None:
    """Writes a line about a message and, where it could be read, its booking; an error brings its own reason."""
    log(
        level,
        event,
        correlation_id=booking and booking.correlation_id,
        job_key=booking and booking.job_key,
        message_id=message.message_id,
        receive_count=message.receive_count,
        error=error,
        reason=reason_of(error) if error else reason,
    )


def reason_of(error: Exception) -> str | None:
    """The part of an error that helps an operator and holds no personal data; other texts may quote the message."""
    return (str(error) or None) if isinstance(error, MessageFailed | PoisonMessage | CallFailed) else None


def condition_held(write: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> bool:
    """Makes a conditional write to DynamoDB; False if it was refused only because its condition did not hold."""
    try:
        write(*args, **kwargs)
    except Refused as error:
        if error.code == "ConditionalCheckFailedException":
            return False
        raise
    return True


def _field(fields: Any, name: str) -> Any:
    return fields.get(name) if isinstance(fields, Mapping) else None


def _text(fields: Any, name: str) -> str:
    value = _field(fields, name)
    return value if isinstance(value, str) else ""
