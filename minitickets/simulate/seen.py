"""What the world saw of one invocation: its calls with what came of each, and the lines that it logged."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from minitickets.books.fates import Attempts
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.line import Line, ServiceCall, Step

Outcome = Literal["under way", "done", "condition", "refused", "unanswered"]
"""Of a call's last try; `condition` is DynamoDB's refusal of a conditional write."""

FAILURES = frozenset({"job_failed", "job_not_started", "poison_message"})
"""The log lines that say of a message that it failed."""
GUILTY: frozenset[Outcome] = frozenset({"refused", "unanswered"})


@dataclass(slots=True, eq=False)
class MadeCall:
    """One call, all its tries together; times are microseconds of the run.

    Args:
        remaining: seconds that were left of the function's timeout when it began.
    """

    call: ServiceCall
    line: Line
    began: int
    remaining: float
    ended: int = 0
    outcome: Outcome = "under way"
    tries: int = 0
    error: str = ""
    """The code of a refusal."""
    text: str = ""

    @property
    def remaining_after(self) -> float:
        """Seconds that were left of the function's timeout when it ended."""
        return self.remaining - (self.ended - self.began) / SECOND

    @property
    def failed(self) -> bool:
        """Whether the world failed it."""
        return self.outcome in GUILTY


@dataclass(eq=False)
class Seen:
    """One invocation, from its first call to its last line."""

    attempts: Attempts = field(default_factory=Attempts)
    calls: list[MadeCall] = field(default_factory=list[MadeCall])
    lines: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])
    environment: int = 0
    """The number of its execution environment."""
    remaining_at_start: float = 0.0
    """Seconds, when the function's code began: a slow machine may have taken some."""

    def of(self, booking: int, *steps: Step) -> list[MadeCall]:
        """The calls about a booking, for these steps, in the order in which they began."""
        return [made for made in self.calls if made.call.booking == booking and made.call.step in steps]

    def at(self, step: Step) -> Iterator[MadeCall]:
        """The calls for a step."""
        return (made for made in self.calls if made.call.step == step)

    def lines_of(self, message_id: str) -> list[Mapping[str, Any]]:
        """The lines about a message."""
        return [line for line in self.lines if line.get("messageId") == message_id]
