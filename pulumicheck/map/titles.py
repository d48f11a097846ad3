"""What each box is called: the resource's Pulumi name in words, without what the picture says beside it already."""

from collections.abc import Iterable, Mapping, Sequence

from pulumicheck.map.words import in_words, title_of
from pulumicheck.plan.recording import Resource
from pulumicheck.types.table import is_provider


def title(resource: Resource, above: Sequence[Resource], functions: Mapping[str, str]) -> str:
    """A box's or a chip's title.

    Args:
        resource: what it is.
        above: the components that it is part of.
        functions: the Pulumi names of the program's functions, by their physical names.
    """
    if resource.row.kind == "metric":
        return str(resource.inputs.get("name") or resource.name)  # which is the event's, as the log has it
    if resource.row.kind == "mapping" and (called := functions.get(resource.inputs.get("functionName", ""))):
        return title_of(f"{called}-trigger")
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
