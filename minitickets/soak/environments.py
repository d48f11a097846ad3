"""The execution environments as a fault sees them: whose request it is, and which process to kill."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from threading import Lock

from embeddedaws.functions.pool import EnvironmentState
from embeddedaws.functions.service import Functions
from minitickets.books.chance import Chance
from minitickets.soak.storm import Storm
from minitickets.soak.watcher import Watcher

_MILLI = 1000
_LOOK_AGAIN = 0.02  # seconds, where no process is at work


class Environments:
    """All environments of one account's functions."""

    def __init__(self, functions: Functions) -> None:
        self.killed: set[str] = set()
        """The log streams of those whose process was killed here."""
        self._functions = functions
        self._log_streams: dict[str, str] = {}
        self._lock = Lock()

    def log_stream(self, access_key_id: str) -> str:
        """The log stream of the environment that signs with that key; "" if it is gone before it was ever seen."""
        with self._lock:
            if access_key_id not in self._log_streams:
                self._log_streams |= {state.access_key_id: state.log_stream for state in self._states()}
            return self._log_streams.get(access_key_id, "")

    def kill(self, access_key_id: str) -> None:
        """Kills the process of the environment that signs with that key, if it is there still."""
        for state in self._states():
            if state.access_key_id == access_key_id:
                self._kill(state)

    def kill_any(self, chance: Chance) -> bool:
        """Kills the process of one environment that is at work; False if none is."""
        busy = [state for state in self._states() if state.busy and state.pid is not None]
        if busy:
            self._kill(chance.one_of(busy))
        return bool(busy)

    def _states(self) -> Iterator[EnvironmentState]:
        for function in self._functions.list():
            yield from self._functions.environments(function.name)

    def _kill(self, state: EnvironmentState) -> None:
        if state.pid is None:
            return
        self.killed.add(state.log_stream)  # before it dies: the end of its invocation is looked up here
        with suppress(ProcessLookupError):  # another fault was faster
            os.kill(state.pid, signal.SIGKILL)


class Chaos(Watcher):
    """A thread that kills one busy process after the other, as the storm says, while the context lasts.

    Attributes:
        kills: how many it has killed.
    """

    def __init__(self, environments: Environments, storm: Storm) -> None:
        super().__init__("chaos")
        self.kills = 0
        self._environments = environments
        self._storm = storm
        self._chance = Chance(f"{storm.seed}/kills")

    def _run(self) -> None:
        while self.kills < self._storm.kills and not self._stopping.wait(self._pause()):
            while not self._environments.kill_any(self._chance):
                if self._stopping.wait(_LOOK_AGAIN):
                    return
            self.kills += 1

    def _pause(self) -> float:
        """Seconds, half as long to one and a half times as long as the storm says."""
        return self._storm.kill_every * self._chance.between(_MILLI // 2, _MILLI * 3 // 2) / _MILLI
