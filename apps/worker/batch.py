"""One batch of the jobs queue: records in, the ids of the failed messages out."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypedDict

from bookings import PoisonMessage
from logs import log
from worker.aws_errors import reason_of
from worker.backoff import Verdict, hidden_seconds
from worker.failures import AccountCannotSend
from worker.messages import Job, Message, jobs_in
from worker.ports import Hidden, Ports
from worker.run import Run


class BatchItemFailure(TypedDict):
    """One message that Lambda must not delete."""

    itemIdentifier: str


class Answer(TypedDict):
    """The partial batch response that ReportBatchItemFailures asks for."""

    batchItemFailures: list[BatchItemFailure]


def handle_batch(records: Sequence[Any], ports: Ports, remaining: Callable[[], float]) -> Answer:
    """Sends each job's email once and answers with the messages that have to come back.

    Args:
        records: the event's records, as Lambda made them.
        ports: everything outside of this function.
        remaining: the seconds left until Lambda kills the invocation.
    """
    messages = [Message.from_record(record) for record in records]
    jobs, poison = jobs_in(messages)
    for message, reason in poison:
        _log_poison(message, reason)
    run = Run(ports, remaining)
    verdicts = ports.run_all([partial(run.attend, job) for job in jobs])
    _log_account(run)
    failed = _failed(messages, jobs, verdicts)
    _hide(failed, ports, remaining)
    # A record without an id answers "", by which Lambda fails the whole batch: nothing is lost, done jobs are skipped.
    ids = dict.fromkeys(hidden.message.message_id for hidden in failed)
    return {"batchItemFailures": [{"itemIdentifier": message_id} for message_id in ids]}


def _failed(messages: Sequence[Message], jobs: Sequence[Job], verdicts: Sequence[Verdict]) -> list[Hidden]:
    """The failed messages in the batch's order; a message of no job is poison."""
    fates = {message: verdict for job, verdict in zip(jobs, verdicts, strict=True) for message in job.messages}
    return [
        Hidden(message, hidden_seconds(verdict, message.receive_count))
        for message in messages
        if (verdict := fates.get(message, Verdict.POISON)) is not Verdict.DONE
    ]


def _hide(failed: Sequence[Hidden], ports: Ports, remaining: Callable[[], float]) -> None:
    """Without it the messages come back when the queue's own visibility timeout ends, so a failure is not fatal."""
    hideable = [hidden for hidden in failed if hidden.message.receipt_handle]
    if not hideable:
        return
    if remaining() < ports.budget.hide:
        log("WARNING", "visibility_not_changed", reason="too little time left")
        return
    try:
        ports.visibility.hide(hideable)
    except Exception as error:  # noqa: BLE001 # whatever it is, the answer counts more
        log("WARNING", "visibility_not_changed", error=error, reason=reason_of(error))


def _log_poison(message: Message, reason: PoisonMessage) -> None:
    log(
        "ERROR",
        "poison_message",
        message_id=message.message_id,
        receive_count=message.receive_count,
        error=reason,
        reason=str(reason),
    )


def _log_account(run: Run) -> None:
    """Says once per batch what is wrong with the account, and not once per job."""
    if refusal := next((stop for stop in run.stops if isinstance(stop, AccountCannotSend)), None):
        log("ERROR", "account_cannot_send", error=refusal, reason=str(refusal))
