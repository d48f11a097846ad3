"""What a drill showed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from minitickets.drill.runbook.evidence import Evidence


@dataclass(frozen=True)
class Drilled:
    """One drill's outcome."""

    name: str
    reproduced: bool
    """Whether the symptom was seen."""
    evidence: tuple[str, ...]
    """What was seen, in sentences, in order."""
    lines: tuple[Evidence, ...]
    find: tuple[str, ...]
    """Lines for a shell that find the same in a stack on AWS."""
    left_over: tuple[str, ...]
    """What is not as it was before, in sentences."""
    seconds: float
    """Of the wall clock."""

    @property
    def undone(self) -> bool:
        """Whether everything is as it was, and the booking after it was handled normally."""
        return not self.left_over

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "name": self.name,
            "reproduced": self.reproduced,
            "undone": self.undone,
            "evidence": list(self.evidence),
            "logLines": [{"logGroup": each.where, "line": each.line} for each in self.lines],
            "find": list(self.find),
            "leftOver": list(self.left_over),
            "seconds": round(self.seconds, 1),
        }


def hold(drills: Iterable[Drilled]) -> bool:
    """Whether each was reproduced and undone."""
    return all(drilled.reproduced and drilled.undone for drilled in drills)
