"""How one job is done: check, send, record."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqs import Message, log_about
from worker.failures import AccountCannotSend, NotStarted, SendFailed, Throttled, Unclear
from worker.fates import Fates
from worker.jobs import Job, Order, Version
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

    def attend(self, job: Job) -> dict[Message, Verdict]:
        """Does one job; whatever goes wrong becomes a verdict, so that it never reaches a neighbour."""
        fates = Fates(job)
        try:
            self._do(job, fates)
        except Exception as error:  # noqa: BLE001 # the per-message boundary
            fates.rest_failed(error)
        return fates.verdicts

    def _do(self, job: Job, fates: Fates) -> None:
        budget, processed_jobs = self._ports.budget, self._ports.processed_jobs
        self._require(budget.to_start)
        if self._persist(lambda: processed_jobs.is_done(job.key), CHECK_PAUSES, budget.to_start):
            fates.done_before()
            return
        with self._ports.leases.hold(job.key):
            order, email_id = self._send(job.versions, fates)
        fates.sent(order)
        self._record(order, email_id)
        fates.rest_sent()

    def _send(self, versions: Sequence[Version], fates: Fates) -> tuple[Order, str]:
        """Sends the first version that SES takes, and no other once one may have been sent."""
        (order, *_), *others = versions
        self._allow_send()
        try:
            return order, self._ports.mailer.send(order.booking)
        except SendFailed as error:
            fates.failed(versions[0], error)
            if isinstance(error, Throttled | AccountCannotSend):
                self.stops.append(error)
            if isinstance(error, Unclear) or not others:
                raise
        return self._send(others, fates)

    def _allow_send(self) -> None:
        if self.stops:
            raise NotStarted("SES refused another email of the batch")
        self._require(self._ports.budget.to_send)

    def _record(self, order: Order, email_id: str) -> None:
        """Never fails the job: SES has accepted, and a message that came back would be a second email for sure."""
        mark_done, job_key = self._ports.processed_jobs.mark_done, order.booking.job_key
        try:
            self._persist(lambda: mark_done(job_key, email_id), RECORD_PAUSES, self._ports.budget.to_record)
        except Exception as error:  # noqa: BLE001 # whatever it is
            log_about("ERROR", "sent_not_recorded", order.message, order.booking, error=error)

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
