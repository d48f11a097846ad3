"""What each box is called: the resource's Pulumi name in words, without what the picture says beside it already."""

from collections.abc import Iterable, Sequence

from pulumicheck.map.words import in_words, title_of
from pulumicheck.plan.recording import Resource
from pulumicheck.types.table import is_provider


class Titles:
    """The titles of one program's resources."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        self._functions = {each.inputs.get("name"): each.name for each in resources if each.row.kind == "function"}

    def title(self, resource: Resource, above: Sequence[Resource]) -> str:
        """A box's or a chip's title.

        Args:
            resource: what it is.
            above: the components that it is part of.
        """
        if resource.row.kind == "metric":
            return str(resource.inputs.get("name") or resource.name)  # which is the event's, as the log has it
        if resource.row.kind == "mapping" and resource.inputs.get("functionName") in self._functions:
            return title_of(f"{self._functions[resource.inputs['functionName']]}-trigger")
        if is_provider(resource.type):
            return f"{resource.name} provider"
        if resource.row.is_minor:
            return in_words(_without(resource.name, _said(resource, above)))
        return title_of(resource.name)


def _said(resource: Resource, above: Sequence[Resource]) -> set[str]:
    """Its group is `taker-logs`, or is about `taker`; and what it watches is the `orders-queue`."""
    names = {each.name for each in above} - {resource.name}
    watched = {urn.rpartition("::")[2] for urn in resource.dependencies}
    return {*names, *(name.rpartition("-")[0] for name in names), *(name.partition("-")[0] for name in watched)}


def _without(name: str, said: Iterable[str]) -> str:
    fitting = [prefix for prefix in said if prefix and name.startswith(f"{prefix}-")]
    return name[len(max(fitting, key=len)) + 1 :] if fitting else name
