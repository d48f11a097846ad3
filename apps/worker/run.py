"""How one job is done: check, send, record."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from logs import Level
from sqs import Message, log_about
from worker.failures import AccountCannotSend, EmailRejected, NotStarted, SendFailed, Throttled
from worker.jobs import Job
from worker.ports import Ports
from worker.visibility import Verdict

CHECK_PAUSES = (0.05,)  # seconds before each further try
RECORD_PAUSES = (0.1, 0.2, 0.4, 0.8)

T = TypeVar("T")


class Run:
    """The jobs of one batch on their way.

    Attributes:
        stops: the refusals after which no further send starts in this batch.
    """

    def __init__(self, ports: Ports, remaining: Callable[[], float]) -> None:
        self._ports = ports
        self._remaining = remaining
        self.stops: list[SendFailed] = []  # appended to by several threads, which a list allows

    def attend(self, job: Job) -> Verdict:
        """Does one job; whatever goes wrong becomes a verdict, so that it never reaches a neighbour."""
        try:
            return self._do(job)
        except EmailRejected as error:
            _log_failure("ERROR", "poison_message", job, error)
            return Verdict.POISON
        except NotStarted as error:
            _log_failure("WARNING", "job_not_started", job, error)
        except Exception as error:  # noqa: BLE001 # the per-message boundary
            _log_failure("WARNING", "job_failed", job, error)
        return Verdict.RETRY

    def _do(self, job: Job) -> Verdict:
        budget, processed_jobs = self._ports.budget, self._ports.processed_jobs
        self._require(budget.to_start)
        if self._persist(lambda: processed_jobs.is_done(job.key), CHECK_PAUSES, budget.to_start):
            _log_skipped(job, job.messages, "already done")
            return Verdict.DONE
        with self._ports.leases.hold(job.key):
            email_id = self._send(job)
        log_about("INFO", "email_sent", job.messages[0], job.booking)
        self._record(job, email_id)
        _log_skipped(job, job.messages[1:], "same job as another message of the batch")
        return Verdict.DONE

    def _send(self, job: Job) -> str:
        if self.stops:
            raise NotStarted("SES refused another email of the batch")
        self._require(self._ports.budget.to_send)
        try:
            return self._ports.mailer.send(job.booking)
        except (Throttled, AccountCannotSend) as error:
            self.stops.append(error)
            raise

    def _record(self, job: Job, email_id: str) -> None:
        """Never fails the job: SES has accepted, and a message that came back would be a second email for sure."""
        mark_done = self._ports.processed_jobs.mark_done
        try:
            self._persist(lambda: mark_done(job.key, email_id), RECORD_PAUSES, self._ports.budget.to_record)
        except Exception as error:  # noqa: BLE001 # whatever it is
            log_about("ERROR", "sent_not_recorded", job.messages[0], job.booking, error=error)

    def _persist(self, call: Callable[[], T], pauses: Sequence[float], needed: float) -> T:
        """Calls at least once, and again after each pause while `needed` seconds would remain after it."""
        for pause in pauses:
            try:
                return call()
            except Exception:
                if self._remaining() < pause + needed:
                    raise
            self._ports.clock.sleep(pause)
        return call()

    def _require(self, seconds: float) -> None:
        if self._remaining() < seconds:
            raise NotStarted("too little time left")


def _log_failure(level: Level, event: str, job: Job, error: Exception) -> None:
    for message in job.messages:
        log_about(level, event, message, job.booking, error=error)


def _log_skipped(job: Job, messages: Sequence[Message], reason: str) -> None:
    for message in messages:
        log_about("INFO", "job_skipped", message, job.booking, reason=reason)
