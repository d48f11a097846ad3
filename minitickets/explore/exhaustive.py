"""All schedules of the small world together: how many, what they led to, and whether that was foretold."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from infra.settings import Settings
from minitickets.books.violations import Invariant, Violation
from minitickets.explore.explorer import Share
from minitickets.explore.prediction import Case, cases, predicted_emails
from minitickets.explore.steps import WorkerStep
from minitickets.explore.world import Extent, Schedule, schedules
from minitickets.simulate.random_run import in_processes

SHARES = 4
"""Parts that processes take in turn: the same result, but each has the beginnings to itself."""

_KEPT = 20  # breaches that are shown with their schedule


@dataclass(frozen=True)
class Breach:
    """What must never be, and the schedule that leads to it."""

    violation: Violation
    steps: tuple[WorkerStep, ...]


@dataclass(kw_only=True)
class Exhaustive:
    """What all schedules led to."""

    schedules: int = 0
    deliveries: int = 0
    emails_per_booking: Counter[int] = field(default_factory=Counter[int])
    lost: int = 0
    dead_lettered: int = 0
    observed: dict[Case, Counter[int]] = field(default_factory=dict[Case, Counter[int]])
    """Emails per booking, by case; cases in which something happened at another booking's call are in none."""
    breaches: list[Breach] = field(default_factory=list[Breach])
    violation_counts: Counter[Invariant] = field(default_factory=Counter[Invariant])

    def note(self, schedule: Schedule) -> None:
        """Counts a schedule in."""
        self.schedules += 1
        self.deliveries += schedule.deliveries
        self.emails_per_booking.update(schedule.emails)
        self.lost += schedule.lost
        self.dead_lettered += schedule.dead_lettered
        for booking, case in cases(schedule):
            self.observed.setdefault(case, Counter())[schedule.emails[booking]] += 1
        for violation in (*schedule.violations, *_surprises(schedule)):
            self.violation_counts[violation.invariant] += 1
            if len(self.breaches) < _KEPT:
                self.breaches.append(Breach(violation, schedule.steps))

    def add(self, other: "Exhaustive") -> None:
        """Adds another share's."""
        for name in ("schedules", "deliveries", "lost", "dead_lettered"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.emails_per_booking.update(other.emails_per_booking)
        self.violation_counts.update(other.violation_counts)
        for case, emails in other.observed.items():
            self.observed.setdefault(case, Counter()).update(emails)
        self.breaches = (self.breaches + other.breaches)[:_KEPT]

    def to_json(self, settings: Settings, variant: str) -> dict[str, Any]:
        """The result for programs."""
        emails = sum(emails * count for emails, count in self.emails_per_booking.items())
        return {
            "seed": None,
            "seconds": 0,
            "mode": "exhaustive",
            "variant": variant,
            "lease": settings.lease,
            "schedules": self.schedules,
            "bookings": self.emails_per_booking.total(),
            "deliveries": self.deliveries,
            "emails": emails,
            "emailsPerBooking": {str(emails): count for emails, count in sorted(self.emails_per_booking.items())},
            "lost": self.lost,
            "deadLettered": self.dead_lettered,
            "violations": [
                {**breach.violation.to_json(), "schedule": [describe(step) for step in breach.steps]}
                for breach in self.breaches
            ],
            "violationCounts": dict(sorted(self.violation_counts.items())),
        }


def run_exhaustive(
    settings: Settings,
    extent: Extent,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
    shares: int = SHARES,
) -> Exhaustive:
    """Runs every schedule, on all processors if there is more than one share."""
    whole = Exhaustive()
    parts = [(settings, extent, Share(index, shares)) for index in range(shares)]
    for done, part in enumerate(in_processes(_run_share, parts), start=1):
        whole.add(part)
        progress(done, shares)
    return whole


def describe(step: WorkerStep) -> str:
    """A step in words."""
    about = "" if step.booking < 0 else f" of b{step.booking}"
    return f"worker {step.worker}: {step.call}{about}{'' if step.course == 'done' else f', {step.course}'}"


def _run_share(part: tuple[Settings, Extent, Share]) -> Exhaustive:
    settings, extent, share = part
    result = Exhaustive()
    for schedule in schedules(settings, extent, share):
        result.note(schedule)
    return result


def _surprises(schedule: Schedule) -> Iterable[Violation]:
    for booking, emails in enumerate(schedule.emails):
        predicted = predicted_emails(schedule.steps, booking)
        if emails != predicted:
            yield Violation(0, "prediction", booking, f"{emails} emails, and {predicted} were foretold")
