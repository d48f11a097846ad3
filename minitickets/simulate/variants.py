"""Workers with one thing wrong, to see that the simulator notices, and by which invariant."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bookings import Booking
from worker.batch import handle_batch
from worker.ports import Mailer, Ports, ProcessedJobs

Handle = Callable[[Sequence[Any], Ports, Callable[[], float]], Any]


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A worker.

    Args:
        name: what to ask for it by.
        does: what it does that it should not.
        handle: in the place of `handle_batch`.
        ports: what it makes of its ports.
        dynamodb: what it makes of its DynamoDB client.
        send_attempts: tries of a SendEmail call.
    """

    name: str
    does: str
    handle: Handle = handle_batch
    ports: Callable[[Ports], Ports] = _same
    dynamodb: Callable[[Any], Any] = _same
    send_attempts: int = 1


@dataclass(frozen=True)
class _RecordFirst:
    mailer: Mailer
    processed_jobs: ProcessedJobs

    def send(self, booking: Booking) -> str:
        self.processed_jobs.mark_done(booking.job_key, "")
        return self.mailer.send(booking)


@dataclass(frozen=True)
class _KeyedByMessage:
    processed_jobs: ProcessedJobs
    message_id: str

    def is_done(self, job_key: str) -> bool:  # noqa: ARG002 - the port's signature
        return self.processed_jobs.is_done(f"message:{self.message_id}")

    def mark_done(self, job_key: str, email_id: str) -> None:  # noqa: ARG002
        self.processed_jobs.mark_done(f"message:{self.message_id}", email_id)


@dataclass(frozen=True)
class _StaleReads:
    client: Any

    def get_item(self, **request: Any) -> Mapping[str, Any]:
        return self.client.get_item(**{**request, "ConsistentRead": False})

    def put_item(self, **request: Any) -> None:
        self.client.put_item(**request)


def _by_message(records: Sequence[Any], ports: Ports, remaining: Callable[[], float]) -> Any:
    failures: list[Any] = []
    for record in records:
        own = replace(ports, processed_jobs=_KeyedByMessage(ports.processed_jobs, record["messageId"]))
        failures += handle_batch([record], own, remaining)["batchItemFailures"]
    return {"batchItemFailures": failures}


def _without_answer(records: Sequence[Any], ports: Ports, remaining: Callable[[], float]) -> Any:
    handle_batch(records, ports, remaining)


def _all_or_nothing(records: Sequence[Any], ports: Ports, remaining: Callable[[], float]) -> Any:
    if handle_batch(records, ports, remaining)["batchItemFailures"]:
        raise RuntimeError("a message of the batch failed")
    return {"batchItemFailures": []}


def _without_guard(records: Sequence[Any], ports: Ports, _remaining: Callable[[], float]) -> Any:
    return handle_batch(records, ports, lambda: float("inf"))


REAL = Variant(name="real", does="what it should")

VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        REAL,
        Variant(
            name="record-first",
            does="records the job before it sends the email",
            ports=lambda ports: replace(ports, mailer=_RecordFirst(ports.mailer, ports.processed_jobs)),
        ),
        Variant(name="message-id-key", does="keys the job by the message's id", handle=_by_message),
        Variant(
            name="no-partial-answer", does="returns nothing, so the whole batch is deleted", handle=_without_answer
        ),
        Variant(name="all-or-nothing", does="raises when one message of the batch failed", handle=_all_or_nothing),
        Variant(name="no-consistent-read", does="reads the record eventually consistent", dynamodb=_StaleReads),
        Variant(name="no-deadline-guard", does="starts jobs whatever time is left", handle=_without_guard),
        Variant(name="sdk-retries-on-send", does="lets the SDK try SendEmail three times", send_attempts=3),
    )
}
