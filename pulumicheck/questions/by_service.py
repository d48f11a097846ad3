from collections import defaultdict
from collections.abc import Iterable, Sequence

from pulumicheck.questions.asked_statement import AskedStatement

_ANY = ""


class ByService:
    """Statements, found by the services whose actions they may be about; in the order of the stack."""

    def __init__(self, asked: Iterable[AskedStatement]) -> None:
        self._all = list(asked)
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, each in enumerate(self._all):
            for service in each.services:
                self._places[service].append(place)

    def of(self, services: Iterable[str]) -> Sequence[AskedStatement]:
        """Those that may be about an action of some services; "" stands for any."""
        wanted = set(services)
        if _ANY in wanted:
            return self._all
        found = {place for service in (_ANY, *wanted) for place in self._places.get(service.lower(), ())}
        return [self._all[place] for place in sorted(found)]
