from typing import Protocol


class Watcher(Protocol):
    """Is told how far the run is."""

    def step(self, sentence: str) -> None:
        """The next step begins."""
        ...

    def progress(self, done: int, of: int, faults: int) -> None:
        """So many messages of so many are done, and so many faults have fallen."""
        ...
