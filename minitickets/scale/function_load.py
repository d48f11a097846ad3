"""How long an invocation takes, and how many have to run at the same time.

    duration     = waiting for the services + processor time / the function's share of a processor
    concurrency  = messages a second / messages of an invocation x duration          (Little's law)

The worker's messages wait side by side and share the processor, so its batch waits once. The tickets function does one
message after the other, its tickets side by side but for the first one's reservation, and waits for the slowest of
them. Waiting and computing overlap in both, which is left out: their durations are upper bounds.
"""

from collections.abc import Callable
from dataclasses import dataclass

from infra.settings import Settings
from minitickets.scale.assumptions import Assumptions
from minitickets.scale.per_booking import PerBooking
from minitickets.scale.quotas import POLLER_BYTES, POLLER_INVOCATIONS, POLLER_POLLS, PROCESSOR_MEMORY

_SPREAD = 0.6
"""How far an answer's time may be from its mean, as a share of it; the simulator draws evenly from that range."""


@dataclass(frozen=True, kw_only=True)
class FunctionLoad:
    """One function under so many messages a second.

    Args:
        duration: seconds of an invocation with so many messages.
        batch: messages of a full batch.
        allowed: invocations at once that the stack allows.
    """

    name: str
    duration: Callable[[float], float]
    batch: int
    allowed: int
    memory: int

    def concurrency(self, rate: float) -> float:
        """Invocations at once that full batches need."""
        return rate / self.batch * self.duration(self.batch)

    def found_batch(self, rate: float) -> float:
        """Messages that a poll of the allowed invocations finds at that rate: one at least, a full batch at most."""
        return min(self.batch, max(1, rate * self.duration(1) / self.allowed))

    def pollers(self, rate: float, message_bytes: float) -> float:
        """Provisioned pollers that full batches need; a poll brings no more than a batch."""
        invocations = self.concurrency(rate) / POLLER_INVOCATIONS
        polls = rate / self.batch / POLLER_POLLS
        return max(invocations, polls, rate * message_bytes / POLLER_BYTES)


def worker_load(settings: Settings, assumed: Assumptions, booking: PerBooking) -> FunctionLoad:
    """The worker."""
    calls, share = booking.calls, processor_share(settings.worker_memory)
    tables = calls["GetItem"] + booking.job_writes
    waiting = tables * assumed.dynamodb_seconds + calls["SendEmail"] * assumed.ses_seconds
    return FunctionLoad(
        name="worker",
        duration=lambda messages: waiting + messages * assumed.worker_cpu_seconds / share,
        batch=settings.worker_batch_size,
        allowed=settings.worker_maximum_concurrency,
        memory=settings.worker_memory,
    )


def tickets_load(settings: Settings, assumed: Assumptions, booking: PerBooking) -> FunctionLoad:
    """The tickets function."""
    share = processor_share(settings.tickets_memory)
    first = (booking.claim_writes + 1) * assumed.dynamodb_seconds  # and the first ticket's reservation
    rest = min(booking.tickets, 2) * assumed.dynamodb_seconds + assumed.s3_seconds
    waiting = first + _slowest(booking.tickets) * rest
    one = waiting + booking.tickets * assumed.ticket_cpu_seconds / share
    return FunctionLoad(
        name="tickets",
        duration=lambda messages: messages * one,
        batch=settings.tickets_batch_size,
        allowed=settings.tickets_maximum_concurrency,
        memory=settings.tickets_memory,
    )


def _slowest(tickets: float) -> float:
    """How much longer than the mean the slowest of so many takes."""
    return 1 + _SPREAD * (tickets - 1) / (tickets + 1)


def processor_share(memory: int) -> float:
    """The share of one processor that a function with so many MB has; Python uses no second one."""
    return min(1, memory / PROCESSOR_MEMORY)
