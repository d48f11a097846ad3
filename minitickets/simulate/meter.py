"""What a world used."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Meter:
    """Counts of one world, or of several together."""

    calls: Counter[str] = field(default_factory=Counter[str])
    """Requests of the functions, by operation; an SDK's further tries count."""
    throttles: Counter[str] = field(default_factory=Counter[str])
    """Refusals for being too many, by service."""
    queue_requests: int = 0
    """Requests of the mappings."""
    deliveries: int = 0
    """Messages handed to a function, both functions together."""
    invocations: int = 0
    megabyte_milliseconds: int = 0
    events: Counter[str] = field(default_factory=Counter[str])
    """Log lines, by their fixed name."""

    def add(self, other: "Meter") -> None:
        """Adds another world's counts."""
        for name in ("calls", "throttles", "events"):
            getattr(self, name).update(getattr(other, name))
        for name in ("queue_requests", "deliveries", "invocations", "megabyte_milliseconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
