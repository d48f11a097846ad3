"""The URNs that a resource had before, as the engine works them out of a registration.

A resource is also known under the old URNs of its parents. (Pulumi's documentation of the `aliases` option.)
"""

from collections.abc import Iterator, Sequence

from pulumi.runtime.proto import alias_pb2, resource_pb2

from pulumicheck.types.table import STACK


def aliases_of(request: resource_pb2.RegisterResourceRequest, urn: str, parents: Sequence[str]) -> tuple[str, ...]:
    """The old URNs, sorted.

    Args:
        request: the registration.
        urn: the resource's URN.
        parents: the URN of its parent and that one's own aliases; none if its parent is the stack.
    """
    given = [*request.aliasURNs, *(alias.urn for alias in request.aliases if alias.urn)]
    specs = [alias.spec for alias in request.aliases if alias.HasField("spec")]
    # An empty spec stands for the resource as it is, under the old URNs of its parents.
    found = {old for spec in (alias_pb2.Alias.Spec(), *specs) for old in _of_spec(spec, request, urn, parents)}
    return tuple(sorted((found | {_without_stack(old) for old in given}) - {urn}))


def _of_spec(
    spec: alias_pb2.Alias.Spec, request: resource_pb2.RegisterResourceRequest, urn: str, parents: Sequence[str]
) -> Iterator[str]:
    old_stack, project = urn.split("::")[:2]
    base = f"urn:pulumi:{spec.stack}" if spec.stack else old_stack
    under = [spec.parentUrn] if spec.parentUrn else list(parents)
    for parent in ([] if spec.noParent else under) or [""]:
        prefix = f"{parent.split('::')[2]}$" if parent else ""
        type_, name = spec.type or request.type, spec.name or request.name
        yield _without_stack(f"{base}::{spec.project or project}::{prefix}{type_}::{name}")


def _without_stack(urn: str) -> str:
    """The URN as the engine writes it: the SDK puts the stack's own type before those of its children."""
    return urn.replace(f"{STACK}$", "")
