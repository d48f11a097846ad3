"""What became of each message of a job, and the log line that says so."""

from collections.abc import Iterable

from logs import Level
from sqs import Message, log_about
from worker.failures import EmailRejected, NotStarted
from worker.jobs import Job, Order
from worker.visibility import Verdict

_SKIPPED = "same job as another message of the batch"


class Fates:
    """The verdicts on a job's messages, as they fall.

    Attributes:
        verdicts: one for each message by the end of the job.
    """

    def __init__(self, job: Job) -> None:
        self.verdicts: dict[Message, Verdict] = {}
        self._orders = job.orders

    def failed(self, orders: Iterable[Order], error: Exception) -> None:
        """These messages come back, for a reason that is theirs alone."""
        level, event, verdict = _meaning_of(error)
        for order in orders:
            log_about(level, event, order.message, order.booking, error=error)
            self.verdicts[order.message] = verdict

    def rest_failed(self, error: Exception) -> None:
        """The messages that have no verdict yet come back."""
        self.failed([order for order in self._orders if order.message not in self.verdicts], error)

    def done_before(self) -> None:
        """The job was done already, and so are all its messages."""
        for order in self._orders:
            self._skip(order, "already done")

    def sent(self, order: Order) -> None:
        """SES took the email that this message asks for."""
        log_about("INFO", "email_sent", order.message, order.booking)
        self.verdicts[order.message] = Verdict.DONE

    def rest_sent(self) -> None:
        """The job is done, and no message of it may ask for a second email, unless it is poison and cannot."""
        for order in self._orders:
            if self.verdicts.get(order.message, Verdict.RETRY) is Verdict.RETRY:
                self._skip(order, _SKIPPED)

    def _skip(self, order: Order, reason: str) -> None:
        log_about("INFO", "job_skipped", order.message, order.booking, reason=reason)
        self.verdicts[order.message] = Verdict.DONE


def _meaning_of(error: Exception) -> tuple[Level, str, Verdict]:
    match error:
        case EmailRejected():
            return "ERROR", "poison_message", Verdict.POISON
        case NotStarted():
            return "WARNING", "job_not_started", Verdict.RETRY
        case _:
            return "WARNING", "job_failed", Verdict.RETRY
