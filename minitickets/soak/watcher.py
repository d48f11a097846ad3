"""A thread that goes on while a context lasts."""

from abc import ABC, abstractmethod
from threading import Event, Thread
from typing import Self


class Watcher(ABC):
    """Runs beside what the context does, and is waited for at its end.

    Args:
        name: the thread's.
    """

    def __init__(self, name: str) -> None:
        self._stopping = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()

    @abstractmethod
    def _run(self) -> None:
        """Goes on until `_stopping` is set."""
