"""Kills processes at random moments."""

from threading import Event, Thread
from typing import Self

from minitickets.simulate.chance import Chance
from minitickets.soak.environments import Environments
from minitickets.soak.storm import Storm

_MILLI = 1000
_LOOK_AGAIN = 0.02  # seconds, where no process is at work


class Chaos:
    """A thread that kills one busy process after the other, as the storm says, while the context lasts.

    Attributes:
        kills: how many it has killed.
    """

    def __init__(self, environments: Environments, storm: Storm) -> None:
        self.kills = 0
        self._environments = environments
        self._storm = storm
        self._chance = Chance(f"{storm.seed}/kills")
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="chaos", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while self.kills < self._storm.kills and not self._stopping.wait(self._pause()):
            while not self._environments.kill_any(self._chance):
                if self._stopping.wait(_LOOK_AGAIN):
                    return
            self.kills += 1

    def _pause(self) -> float:
        """Seconds, half as long to one and a half times as long as the storm says."""
        return self._storm.kill_every * self._chance.between(_MILLI // 2, _MILLI * 3 // 2) / _MILLI
