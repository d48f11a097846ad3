"""What the Pulumi engine would do to each resource, by its own account, beside what a review found."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from pulumicheck.review.preview import steps_of
from pulumicheck.review.resource_changes import ResourceChange

# The operations of Pulumi's `pkg/resource/deploy/step.go` in the words of a review; any other keeps its own.
_WORDS = {
    "create": "added",
    "create-replacement": "replaced",
    "delete": "removed",
    "replace": "replaced",
    "same": "",
    "update": "changed",
}
_THE_SAME = {("moved", ""), ("moved", "changed")}  # what an alias keeps is no move to the engine


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


def read_engine_changes(text: str) -> Mapping[str, str]:
    """What becomes of each resource of a provider, by its URN, in the output of `pulumi preview --json`.

    Raises:
        CheckError: it is something else, or the preview itself failed.
    """
    return {
        step["urn"]: _WORDS.get(str(step["op"]), str(step["op"]))
        for step in steps_of(text)
        if (step.get("newState") or step.get("oldState") or {}).get("custom")
    }


def contradictions(ours: Sequence[ResourceChange], engines: Mapping[str, str]) -> list[Contradiction]:
    """The resources of which the two differ, by URN."""
    known = {change.resource.urn: change.change for change in ours}
    return sorted(_contradictions(known, engines), key=attrgetter("urn"))


def _contradictions(ours: Mapping[str, str], engines: Mapping[str, str]) -> Iterator[Contradiction]:
    for urn in ours.keys() | engines.keys():
        both = ours.get(urn, ""), engines.get(urn, "")
        if both[0] != both[1] and both not in _THE_SAME:
            yield Contradiction(urn, *both)
