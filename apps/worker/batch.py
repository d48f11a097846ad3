"""One batch of the jobs queue: records in, the ids of the failed messages out."""

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from logs import log
from sqs import BatchResponse, Message, log_about, reason_of, response_of
from worker.failures import AccountCannotSend
from worker.jobs import jobs_in
from worker.ports import Ports
from worker.run import Run
from worker.visibility import Hidden, Verdict, hidden_seconds


def handle_batch(records: Sequence[Any], ports: Ports, remaining: Callable[[], float]) -> BatchResponse:
    """Sends each job's email once and answers with the messages that have to come back.

    Args:
        records: the event's records, as Lambda made them.
        ports: everything outside of this function.
        remaining: the seconds left until Lambda kills the invocation.
    """
    messages = [Message.from_record(record) for record in records]
    jobs, poison = jobs_in(messages)
    for message, reason in poison:
        log_about("ERROR", "poison_message", message, error=reason)
    run = Run(ports, remaining)
    verdicts = ChainMap(*ports.run_all([partial(run.attend, job) for job in jobs]))
    _log_account(run)
    failed = _failed(messages, verdicts)
    _hide(failed, ports, remaining)
    return response_of(hidden.message for hidden in failed)


def _failed(messages: Sequence[Message], verdicts: Mapping[Message, Verdict]) -> list[Hidden]:
    """The failed messages in the batch's order; a message of no job is poison."""
    return [
        Hidden(message, hidden_seconds(verdict, message.receive_count))
        for message in messages
        if (verdict := verdicts.get(message, Verdict.POISON)) is not Verdict.DONE
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


def _log_account(run: Run) -> None:
    """Says once per batch what is wrong with the account, and not once per job."""
    if refusal := next((stop for stop in run.stops if isinstance(stop, AccountCannotSend)), None):
        log("ERROR", "account_cannot_send", error=refusal, reason=reason_of(refusal))
