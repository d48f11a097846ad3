"""What is simulated, and how it ended."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from infra.settings import Settings, read_settings
from infra.settings_error import SettingsError
from minitickets.books.faults import Faults
from minitickets.books.violations import Invariant, Violation
from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.meter import Meter


def settings_of(stack: str, overrides: Mapping[str, str]) -> Settings:
    """A stack's settings, with some in the place of its own.

    Raises:
        CommandError: the program refuses them.
    """
    project = find_project()
    try:
        return read_settings(project.name, stack, project.config(stack, overrides))
    except SettingsError as error:
        raise CommandError(str(error)) from error


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """What a world is made of; equal scenarios have equal outcomes.

    Args:
        stop_at_first: whether the run ends at its first violation; what else the outcome says is then unfinished.
    """

    seed: str
    bookings: int
    faults: Faults
    settings: Settings
    stop_at_first: bool = False


@dataclass(kw_only=True)
class WorldOutcome:
    """How a world ended, or several together; times are microseconds of the run."""

    worlds: int = 0
    bookings: int = 0
    emails_per_booking: Counter[int] = field(default_factory=Counter[int])
    lost: int = 0
    dead_lettered: int = 0
    """Bookings that ended in the jobs queue's dead letters without an email."""
    tickets: int = 0
    tickets_dead_lettered: int = 0
    """Bookings that ended in the tickets queue's dead letters without all of their tickets."""
    redriven: int = 0
    windows: Counter[str] = field(default_factory=Counter[str])
    reasons: Counter[str] = field(default_factory=Counter[str])
    """Why messages were dead-lettered."""
    meter: Meter = field(default_factory=Meter)
    paths: Counter[str] = field(default_factory=Counter[str])
    """What happened, counted: the paths through the functions that were shown."""
    ended: int = 0
    drained_after: int = 0
    """From the moment at which nothing went wrong any more; 0 if the queues were empty then."""
    violations: list[Violation] = field(default_factory=list[Violation])
    violation_counts: Counter[Invariant] = field(default_factory=Counter[Invariant])

    def add(self, other: "WorldOutcome") -> None:
        """Adds another world's outcome; the times are then those of the slowest."""
        for name in ("worlds", "bookings", "lost", "dead_lettered", "tickets", "tickets_dead_lettered", "redriven"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("emails_per_booking", "windows", "reasons", "paths", "violation_counts"):
            getattr(self, name).update(getattr(other, name))
        self.meter.add(other.meter)
        self.ended = max(self.ended, other.ended)
        self.drained_after = max(self.drained_after, other.drained_after)
        self.violations += other.violations

    @property
    def emails(self) -> int:
        """All emails that SES accepted."""
        return sum(emails * bookings for emails, bookings in self.emails_per_booking.items())

    def to_json(self) -> dict[str, Any]:
        """The outcome for programs; every object's keys are sorted, so that equal outcomes are equal texts."""
        meter = self.meter
        return {
            "bookings": self.bookings,
            "deliveries": meter.deliveries,
            "emails": self.emails,
            "emailsPerBooking": {str(emails): count for emails, count in sorted(self.emails_per_booking.items())},
            "lost": self.lost,
            "deadLettered": self.dead_lettered,
            "deadLetterReasons": dict(sorted(self.reasons.items())),
            "redriven": self.redriven,
            "windows": dict(sorted(self.windows.items())),
            "paths": dict(sorted((path, count) for path, count in self.paths.items() if count)),
            "tickets": self.tickets,
            "ticketsDeadLettered": self.tickets_dead_lettered,
            "seconds": self.ended / SECOND,
            "drainSeconds": self.drained_after / SECOND,
            "invocations": meter.invocations,
            "throttles": dict(sorted(meter.throttles.items())),
            "calls": dict(sorted(meter.calls.items())),
            "events": dict(sorted(meter.events.items())),
            "cost": meter.dollars(self.emails),
            "violations": [violation.to_json() for violation in self.violations],
            "violationCounts": dict(sorted(self.violation_counts.items())),
        }
