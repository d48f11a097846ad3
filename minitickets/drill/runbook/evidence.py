"""Log lines that show a symptom, as the runbook shows them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

# What differs from drill to drill.
_VARYING = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z)"
    r"|(?P<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"|(?<=drill[-_])(?P<token>[0-9a-f]{8})"
    r"|(?P<duration>\d+\.\d\d)(?= ms)"
)


@dataclass(frozen=True)
class Evidence:
    """One line, and where it stands."""

    where: str
    """Its log group, or whose log it is."""
    line: str

    @property
    def shown(self) -> str:
        """The line without the tabs and carriage returns of the platform's own lines."""
        return re.sub(r"[\t\r]+", "  ", self.line).strip()


def normalised(lines: Iterable[Evidence]) -> list[str]:
    """The lines with the same ids, times and durations for each drill; ids that differ still do."""
    ids: dict[str, str] = {}

    def replacement(found: re.Match[str]) -> str:
        match found.lastgroup:
            case "id":
                return ids.setdefault(found[0], f"5f2b7c1e-0d4a-4c58-9a35-7e1f0b6c2d{len(ids) + 1:02}")
            case "token":
                return "01jd8z"
            case "time":
                return "2026-12-24T14:00:00.000Z"
            case _:
                return "212.40"

    return [_VARYING.sub(replacement, each.shown) for each in lines]
