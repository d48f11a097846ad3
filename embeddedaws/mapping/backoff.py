"""Growing pauses between attempts."""


class Backoff:
    """Doubles its pause from `first` to `longest` seconds."""

    def __init__(self, first: float, longest: float) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def pause(self) -> float:
        """The seconds to wait before the next attempt."""
        pause, self._next = self._next, min(self._next * 2, self._longest)
        return pause

    def reset(self) -> None:
        """An attempt succeeded."""
        self._next = self._first
