"""Drills that are started from the page: one at a time, in a thread of its own, told as they go."""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from minitickets.local.system import SHOWN, BusyError, UnknownError

Drill = Callable[[str, Callable[[str], None]], Mapping[str, Any]]
"""Runs the drill of that name, tells each step, and gives what came of it, as JSON."""


class DrillRunner:
    """Takes the names of the drills, in the order in which they are shown, and what runs one."""

    def __init__(self, names: Sequence[str], drill: Drill) -> None:
        self._drill = drill
        self._lock = threading.Lock()
        self._results: dict[str, Mapping[str, Any] | None] = dict.fromkeys(names)
        self._told: dict[str, deque[str]] = {name: deque(maxlen=SHOWN) for name in names}
        self._running: str | None = None
        self._thread: threading.Thread | None = None

    def look(self) -> list[dict[str, Any]]:
        """Each drill: whether it runs, what it told, and what came of it the last time."""
        with self._lock:
            return [
                {"name": name, "running": name == self._running, "result": result, "told": list(self._told[name])}
                for name, result in self._results.items()
            ]

    def start(self, name: str) -> dict[str, Any]:
        """Begins a drill.

        Raises:
            UnknownError: there is no such drill.
            BusyError: one runs.
        """
        with self._lock:
            if name not in self._results:
                raise UnknownError(f"there is no drill {name[:64]!r}.")
            if self._running is not None:
                raise BusyError(f"the drill {self._running} is still running: wait until it is over.")
            self._running, self._results[name] = name, None
            self._told[name].clear()
            self._thread = threading.Thread(target=self._run, args=(name,), name=f"drill-{name}", daemon=True)
            self._thread.start()
        return {"name": name}

    def _run(self, name: str) -> None:
        try:
            result = self._drill(name, lambda sentence: self._tell(name, sentence))
        except Exception as error:  # noqa: BLE001 - however a drill ends, the page is to say so and may start another
            result = {"name": name, "reproduced": False, "evidence": [f"{type(error).__name__}: {error}"]}
        with self._lock:
            self._results[name], self._running = result, None

    def _tell(self, name: str, sentence: str) -> None:
        with self._lock:
            self._told[name].append(sentence)
