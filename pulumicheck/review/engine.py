"""What the Pulumi engine would do to each resource, by its own account, beside what a review found."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from pulumicheck.review.preview import Preview
from pulumicheck.review.resource_changes import ResourceChange, resource_changes

# What an alias keeps is no move to the engine, and it may not tell of it.
_THE_SAME = {("moved", ""), ("moved", "changed")}


@dataclass(frozen=True)
class Contradiction:
    """A resource of which the engine says something else than the review; "" is that it stays as it is."""

    urn: str
    ours: str
    engines: str

    @property
    def name(self) -> str:
        """What the program calls the resource."""
        return self.urn.rpartition("::")[2]


def engine_changes(preview: Preview) -> Mapping[str, str]:
    """What becomes of each resource of a provider, by its URN, in the words of a review."""
    return {change.resource.urn: change.change for change in resource_changes(preview.steps)}


def contradictions(ours: Sequence[ResourceChange], engines: Mapping[str, str]) -> list[Contradiction]:
    """The resources of which the two differ, by URN."""
    known = {change.resource.urn: change.change for change in ours}
    return sorted(_contradictions(known, engines), key=attrgetter("urn"))


def _contradictions(ours: Mapping[str, str], engines: Mapping[str, str]) -> Iterator[Contradiction]:
    for urn in ours.keys() | engines.keys():
        both = ours.get(urn, ""), engines.get(urn, "")
        if both[0] != both[1] and both not in _THE_SAME:
            yield Contradiction(urn, *both)
