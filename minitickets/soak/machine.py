"""How busy this machine is, by how late a thread wakes that wants nothing but to look at the clock."""

import time
from threading import Lock

from minitickets.soak.watcher import Watcher

_NAP = 0.05  # seconds
LATE = 0.2  # seconds: as much as this is no hiccup, and a client with half a second's patience notices it


class Machine(Watcher):
    """A thread that looks, while the context lasts."""

    def __init__(self) -> None:
        super().__init__("machine")
        self._late: list[float] = []
        self._lock = Lock()

    def was_slow(self, seconds: float) -> bool:
        """Whether it woke late within the last so many seconds."""
        since = time.monotonic() - seconds
        with self._lock:
            return bool(self._late) and self._late[-1] >= since

    def _run(self) -> None:
        while True:
            before = time.monotonic()
            if self._stopping.wait(_NAP):
                return
            now = time.monotonic()
            if now - before > _NAP + LATE:
                with self._lock:
                    self._late.append(now)
