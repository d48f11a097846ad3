"""The URNs that a resource had before, as the engine works them out of a registration.

A resource is also known under the old URNs of its parents. Which of these the state has, the engine knows and a plan
does not: all of them count. (Pulumi, pkg/resource/deploy/step_generator.go, `generateAliases`.)
"""

from collections.abc import Callable, Iterator

from pulumicheck.plan.protocol import alias_pb2, resource_pb2
from pulumicheck.types.table import STACK

WithAliases = Callable[[str], list[str]]
"""Gives the URN of a resource of this program and all that it had before; none for the stack or another."""


def aliases_of(request: resource_pb2.RegisterResourceRequest, urn: str, known: WithAliases) -> tuple[str, ...]:
    """The old URNs, sorted.

    Args:
        request: the registration.
        urn: the resource's URN.
        known: the URNs of its parents.
    """
    given = [_without_stack(each) for each in (*request.aliasURNs, *(alias.urn for alias in request.aliases)) if each]
    specs = [alias.spec for alias in request.aliases if alias.HasField("spec")]
    own = [*given, *(old for spec in specs for old in _of_spec(spec, request, urn, known))]
    inherited = [
        _below(parent, request.parent, each, urn) for parent in known(request.parent)[1:] for each in (urn, *own)
    ]
    return tuple(sorted({*own, *inherited} - {urn}))


def _of_spec(
    spec: alias_pb2.Alias.Spec, request: resource_pb2.RegisterResourceRequest, urn: str, known: WithAliases
) -> Iterator[str]:
    old_stack, old_project = urn.split("::")[:2]
    base = f"urn:pulumi:{spec.stack}" if spec.stack else old_stack
    project, type_, name = spec.project or old_project, spec.type or request.type, spec.name or request.name
    under = (known(spec.parentUrn) or [spec.parentUrn]) if spec.parentUrn else [request.parent]
    for parent in ([] if spec.noParent else under) or [""]:
        yield _without_stack(f"{base}::{project}::{_prefix(parent)}{type_}::{name}")


def _below(old_parent: str, parent: str, own: str, urn: str) -> str:
    """What a resource was called when its parent was; a name that began with the parent's began with the old one's."""
    type_, name = own.split("::")[2].rpartition("$")[2], own.rpartition("::")[2]
    rest = name.removeprefix(parent.rpartition("::")[2])
    renamed = name if rest == name else f"{old_parent.rpartition('::')[2]}{rest}"
    return _without_stack(f"{'::'.join(urn.split('::')[:2])}::{_prefix(old_parent)}{type_}::{renamed}")


def _prefix(parent: str) -> str:
    return f"{parent.split('::')[2]}$" if parent else ""


def _without_stack(urn: str) -> str:
    """The URN as the engine writes it: the SDK puts the stack's own type before those of its children."""
    return urn.replace(f"{STACK}$", "")
