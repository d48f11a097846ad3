"""The lines of the functions' log groups."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

Entry = dict[str, Any]
"""What a function wrote itself: `level`, `message` and so on."""


def entry_in(line: str) -> Entry:
    """A line that a function wrote itself, empty for those of the platform, which are no JSON."""
    try:
        entry = json.loads(line) if line.startswith("{") else None
    except ValueError:
        return {}
    return entry if isinstance(entry, dict) else {}


def entries_in(lines: Iterable[str]) -> list[Entry]:
    """What the functions wrote themselves among these lines."""
    return [entry for line in lines if (entry := entry_in(line))]


def trouble_in(entry: Mapping[str, Any]) -> str | None:
    """The event, its error and its reason in one line; None for an entry that tells of no trouble."""
    if entry.get("level") not in {"WARNING", "ERROR"}:
        return None
    said = [entry.get(key) for key in ("message", "error", "reason")]
    return ": ".join(str(part) for part in said if part)
