"""How a run under faults ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pydantic.alias_generators import to_camel

from minitickets.books.violations import Invariant, Violation


@dataclass(frozen=True, kw_only=True)
class SoakOutcome:
    """One run, with its figures in the order and under the names that they have for programs.

    Args:
        seed: repeats the faults.
        emails: those that SES accepted for these bookings.
        faults: how many fell, by service and kind.
        windows: how often one more email was allowed, by reason.
        paths: how often each path through the functions was taken, by what the services saw.
        timeouts: invocations that ran into their function's timeout.
        slow_machine: answers that came later than their client waits, and failures while this machine was too slow: of
            those the run proves nothing.
        dead_lettered: messages of both functions, before an operator moved them back.
        skipped_seconds: seconds of waiting that were not waited.
    """

    seed: int
    bookings: int
    messages: int
    deliveries: int
    invocations: int
    emails: int
    emails_per_booking: Mapping[int, int]
    tickets: int
    lost: int
    dead_lettered: int
    faults: Mapping[str, int]
    windows: Mapping[str, int]
    paths: Mapping[str, int]
    timeouts: int
    slow_machine: int
    seconds: float
    skipped_seconds: float
    peak_megabytes: int
    peak_threads: int
    violations: Sequence[Violation]
    violation_counts: Mapping[Invariant, int]

    def to_json(self) -> dict[str, Any]:
        """The run for programs; names that `simulate --json` has, too, mean the same there."""
        return {to_camel(field.name): _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(figure: Any) -> Any:
    match figure:
        case float():
            return round(figure, 1)
        case Mapping():
            return {str(name): count for name, count in sorted(figure.items())}
        case Sequence():
            return [violation.to_json() for violation in figure]
        case _:
            return figure
