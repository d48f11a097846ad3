"""What a change does to the gate itself: to the reviewer, to what starts it, and to what it is installed from."""

from dataclasses import dataclass


@dataclass(frozen=True)
class GateChange:
    """Files that belong to the gate and are not as they were.

    Attributes:
        pattern: which part of the gate, as the base's settings or the defaults call it.
        files: their paths from the repository's root, sorted.
    """

    pattern: str
    files: tuple[str, ...]
