"""What the worker needs from outside, as small as it can be said.

An adapter for AWS implements each port, so do the fakes of the tests and the simulator's world. All of them may be
called from several threads at once.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bookings import Booking
from side_by_side import RunAll
from worker.visibility import Hidden


class ProcessedJobs(Protocol):
    """The memory of jobs done."""

    def is_done(self, job_key: str) -> bool:
        """Whether the job is recorded as done and the record has not expired."""
        ...

    def mark_done(self, job_key: str, email_id: str) -> None:
        """Records the job as done; one that is recorded already is a success."""
        ...


class Mailer(Protocol):
    """The way to the customer."""

    def send(self, booking: Booking) -> str:
        """Sends the confirmation, once and without retries, and returns the email's id.

        Raises:
            SendFailed: it was not accepted, or may not have been; the subclass says what that means.
        """
        ...


class Leases(Protocol):
    """The right to send one email, for one worker at a time."""

    def hold(self, job_key: str) -> AbstractContextManager[None]:
        """Holds the lease within the context, gives it back on an exception and leaves it to `mark_done` otherwise.

        Raises:
            LeaseHeld: another worker holds it.
        """
        ...


class Visibility(Protocol):
    """When failed messages come back."""

    def hide(self, hidden: Sequence[Hidden]) -> None:
        """Sets the visibility timeout of each message, in one call."""
        ...


class Clock(Protocol):
    """The time, and a way to let it pass."""

    def now(self) -> float:
        """Epoch seconds."""
        ...

    def sleep(self, seconds: float) -> None:
        """Returns after that many seconds."""
        ...


class Budget(NamedTuple):
    """The longest that each step can take, in seconds; the rest is arithmetic."""

    check: float
    lease: float  # 0 when leases are off
    send: float
    record: float
    hide: float
    margin: float  # what no client timeout covers: name resolution, a slow processor

    @property
    def to_hide(self) -> float:
        """What the answer needs."""
        return self.hide + self.margin

    @property
    def to_record(self) -> float:
        """What one try of the record needs, and all that follows it."""
        return self.record + self.to_hide

    @property
    def to_send(self) -> float:
        """What a send needs, and all that follows it."""
        return self.send + self.to_record

    @property
    def to_start(self) -> float:
        """What a whole job needs, and the answer after it."""
        return self.check + self.lease + self.to_send


@dataclass(frozen=True)
class Ports:
    """Everything that `handle_batch` uses."""

    processed_jobs: ProcessedJobs
    leases: Leases
    mailer: Mailer
    visibility: Visibility
    clock: Clock
    run_all: RunAll
    budget: Budget
