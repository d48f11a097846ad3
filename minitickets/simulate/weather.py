"""What every part of a world lives in: its time, its chance, and the faults of this moment."""

from collections.abc import Iterable
from typing import NamedTuple

from minitickets.books.chance import Chance
from minitickets.books.faults import Fault, Faults, Kind, Service
from minitickets.simulate.kernel import SECOND, Kernel


class _Spell(NamedTuple):
    since: int
    until: int
    fault: Fault


class Weather:
    """The faults of one world."""

    def __init__(self, faults: Faults, kernel: Kernel, chance: Chance) -> None:
        self._kernel = kernel
        self._chance = chance
        self._calls: dict[Service, list[_Spell]] = {}
        self._apart: dict[tuple[Service, Kind], list[_Spell]] = {  # what is no refusal of a call
            ("lambda", "crash"): [],
            ("lambda", "slow"): [],
            ("sqs", "duplicate"): [],
        }
        for fault in faults.disruptions:
            what = fault.service, fault.kind
            spells = self._apart[what] if what in self._apart else self._calls.setdefault(fault.service, [])
            spells.append(_Spell(round(fault.since * SECOND), round(faults.end_of(fault) * SECOND), fault))

    def strikes(self, service: Service) -> Fault | None:
        """What goes wrong with a call to a service, if anything; to `lambda`, with an invocation."""
        return self._draw(self._calls.get(service, ()))

    def crashes(self) -> bool:
        """Whether the execution environment dies during this invocation."""
        return self._draw(self._apart["lambda", "crash"]) is not None

    def stall(self) -> int:
        """Microseconds that a slow machine takes before the code of this invocation begins."""
        fault = self._draw(self._apart["lambda", "slow"])
        return 0 if fault is None else self._chance.between(0, round((fault.seconds or 0) * SECOND))

    def duplicates(self) -> bool:
        """Whether a message that was just received is received a second time."""
        return self._draw(self._apart["sqs", "duplicate"]) is not None

    def _draw(self, spells: Iterable[_Spell]) -> Fault | None:
        now = self._kernel.now
        for spell in spells:
            if spell.since <= now < spell.until and self._chance.falls(spell.fault.probability):
                return spell.fault
        return None


class Nature:
    """What the parts of one world share."""

    def __init__(self, faults: Faults, seed: str) -> None:
        self.kernel, self.chance = Kernel(), Chance(seed)
        self.weather = Weather(faults, self.kernel, self.chance)
