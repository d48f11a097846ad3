"""Which disruption hits the call of this moment."""

from typing import Literal

from minitickets.simulate.chance import Chance
from minitickets.simulate.faults import Disruption, Faults, Service
from minitickets.simulate.kernel import SECOND, Kernel

Apart = Literal["crash", "duplicate"]
"""Kinds that are no refusal of a call."""


class Weather:
    """The disruptions of one world."""

    def __init__(self, faults: Faults, kernel: Kernel, chance: Chance) -> None:
        self._kernel = kernel
        self._chance = chance
        self._of: dict[Service | Apart, list[tuple[int, int, Disruption]]] = {}
        for disruption in faults.disruptions:
            span = round(disruption.since * SECOND), round(faults.end_of(disruption) * SECOND), disruption
            apart = disruption.kind if disruption.kind in {"crash", "duplicate"} else disruption.service
            self._of.setdefault(apart, []).append(span)  # pyright: ignore[reportArgumentType] - narrowed by the set

    def strikes(self, service: Service) -> Disruption | None:
        """What goes wrong with a call to a service, if anything; to `lambda`, with an invocation."""
        return self._draw(service)

    def crashes(self) -> bool:
        """Whether the execution environment dies during this invocation."""
        return self._draw("crash") is not None

    def duplicates(self) -> bool:
        """Whether a message that was just received is received a second time."""
        return self._draw("duplicate") is not None

    def _draw(self, what: Service | Apart) -> Disruption | None:
        now = self._kernel.now
        for since, until, disruption in self._of.get(what, ()):
            if since <= now < until and self._chance.falls(disruption.probability):
                return disruption
        return None
