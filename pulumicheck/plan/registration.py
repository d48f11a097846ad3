"""What a program registers or reads, as data."""

from pathlib import Path
from typing import Any

from pulumicheck.plan.aliases import WithAliases, aliases_of
from pulumicheck.plan.dynamic import with_code_by_content
from pulumicheck.plan.recording import Registration
from pulumicheck.plan.source import source_of
from pulumicheck.plan.values import UNKNOWN, Secret
from pulumicheck.plan.wire import UNKNOWN_TEXT, from_wire, value_from_wire
from pulumicheck.types.table import STACK


def registration_of(request: Any, urn: str, folder: Path, top: Path, known: WithAliases) -> Registration:
    """A registration.

    Args:
        request: as the protocol has it.
        urn: the resource's.
        folder: the program's working directory.
        top: the root of the repository.
        known: the aliases of the program's other resources.
    """
    has_trigger = request.HasField("replacement_trigger")
    return Registration(
        type=request.type,
        name=told(request.name),
        urn=urn,
        parent=_parent(request),
        custom=request.custom,
        inputs=with_code_by_content(request.type, from_wire(request.object, folder), str(top)),
        outputs={},
        id="",
        protect=request.protect,
        dependencies=tuple(sorted(request.dependencies)),
        provider=request.provider.rpartition("::")[0],
        aliases=aliases_of(request, urn, known),
        retain_on_delete=request.retainOnDelete,
        ignore_changes=tuple(request.ignoreChanges),
        replace_on_changes=tuple(request.replaceOnChanges),
        replacement_trigger=value_from_wire(request.replacement_trigger, folder) if has_trigger else None,
        delete_before_replace=request.deleteBeforeReplace if request.deleteBeforeReplaceDefined else None,
        import_id=request.importId,
        property_dependencies={
            key: tuple(sorted(each.urns)) for key, each in sorted(request.propertyDependencies.items())
        },
        deleted_with=request.deletedWith,
        replace_with=tuple(sorted(request.replace_with)),
        remote=request.remote,
        source=source_of(request, top),
    )


def read_resource(request: Any, urn: str, folder: Path) -> Registration:
    """What the program reads of a resource that someone else manages."""
    return Registration(
        type=request.type,
        name=told(request.name),
        urn=urn,
        parent=_parent(request),
        custom=True,
        inputs=from_wire(request.properties, folder),
        outputs={},
        id=told(request.id),
        protect=False,
        dependencies=tuple(sorted(request.dependencies)),
        provider=request.provider.rpartition("::")[0],
        external=True,
    )


def urn_of(request: Any, stack: str, project: str) -> str:
    """The URN as the engine makes it: the types of all components above, the stack's own left out."""
    above = "" if _parent(request) is None else request.parent.split("::")[2] + "$"
    return f"urn:pulumi:{stack}::{project}::{above}{request.type}::{told(request.name)}"


def _parent(request: Any) -> str | None:
    return None if type_in(request.parent) in {"", STACK} else request.parent


def hidden(value: Any) -> Secret:
    """The value as a secret, if it is none yet."""
    return value if isinstance(value, Secret) else Secret(value)


def told(text: str) -> str:
    """A name or an id as people see it, if it was made of something unknown."""
    return text.replace(UNKNOWN_TEXT, str(UNKNOWN))


def type_in(urn: str) -> str:
    """The type of the resource itself, without those above it; "" of no URN."""
    return urn.split("::")[2].rpartition("$")[2] if urn else ""
