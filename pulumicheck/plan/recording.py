"""Runs the Pulumi program without an engine and records all that it declares.

The program is run as Pulumi's language host runs it, by its `__main__.py`, against a monitor that remembers each
registration. What each resource's outputs are is up to the mocks: made up for a plan, real for the embedded AWS.
"""

import asyncio
import contextvars
import os
import runpy
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import pulumi
from google.protobuf import empty_pb2, struct_pb2
from pulumi.runtime import mocks, rpc
from pulumi.runtime import settings as runtime_settings
from pulumi.runtime.config import set_all_config
from pulumi.runtime.proto import resource_pb2
from pulumi.runtime.stack import run_in_stack

from pulumicheck.errors import CheckError
from pulumicheck.plan.aliases import aliases_of
from pulumicheck.plan.assets import asset_as_data
from pulumicheck.plan.project import SECRET, Project
from pulumicheck.types.resource_type import ResourceType
from pulumicheck.types.table import STACK, resource_type


@dataclass(frozen=True)
class Resource:
    """One registration: what the program asked for, and where it stands in the tree of components."""

    type: str
    name: str
    urn: str
    parent: str | None
    """The URN of the component it belongs to; None where the stack itself is its parent."""
    custom: bool
    """True for what a provider makes, False for a component."""
    inputs: dict[str, Any]
    outputs: dict[str, Any]
    id: str
    protect: bool
    dependencies: tuple[str, ...]
    """URNs, sorted."""
    provider: str
    aliases: tuple[str, ...] = ()
    """URNs that it had before; what the state has under one of them is this resource."""
    retain_on_delete: bool = False
    """Whether AWS keeps it when the program no longer declares it."""
    ignore_changes: tuple[str, ...] = ()
    """Paths of inputs whose changes count for nothing."""
    replace_on_changes: tuple[str, ...] = ()
    """Paths of inputs whose changes make a new one."""
    replacement_trigger: Any = None
    """A value whose change makes a new one."""
    delete_before_replace: bool | None = None
    """Whether the old one goes before the new one comes; None leaves it to the provider."""
    import_id: str = ""
    """The id of what is there already and is taken over instead of made."""
    external: bool = False
    """Whether the program only reads it, and someone else manages it."""
    property_dependencies: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """For each input, the URNs of the resources that its value was made of."""
    deleted_with: str = ""
    """The URN of what takes this away with itself, so that Pulumi need not delete it."""
    replace_with: tuple[str, ...] = ()
    """URNs whose replacement makes a new one of this, too."""

    @property
    def row(self) -> ResourceType:
        """What is known of its type."""
        return resource_type(self.type)

    @property
    def physical_name(self) -> str:
        """The name that AWS knows it by, or what the name begins with; "" if it has none of its own."""
        return self.row.physical_name(self.inputs)


@dataclass(frozen=True)
class Recording:
    """All that one run of the program declared."""

    project: str
    stack: str
    resources: tuple[Resource, ...]
    """In order of registration."""
    outputs: dict[str, Any]
    """The stack's exports."""


Create = Callable[[str, str, Mapping[str, Any], str], tuple[str, dict[str, Any]]]
"""Gives a custom resource its id and its outputs, its inputs among them, by type, name and inputs, and by the name of
its provider, "" for the default one."""


def record(project: Project, stack: str, config: Mapping[str, str], create: Create) -> Recording:
    """Runs the program once.

    Args:
        project: whose program it is.
        stack: the stack's name.
        config: as `Project.config` gives it.
        create: where a resource's outputs come from.

    Raises:
        CheckError: the program refused its settings or failed; the message is the program's own.
    """
    monitor = _Recorder(create, project.main)
    # All of Pulumi's state lives in context variables, so a context of its own keeps two runs apart.
    with _imports_of(project.main):
        contextvars.Context().run(_run, project, stack, config, monitor)
    return Recording(project.name, stack, tuple(monitor.recorded), monitor.exports)


@contextmanager
def _imports_of(folder: Path) -> Generator[None]:
    """Forgets the modules of a program once it has run: the next run is to declare again what they declare."""
    loaded = set(sys.modules)
    try:
        yield
    finally:
        for name in sys.modules.keys() - loaded:
            path = Path(getattr(sys.modules[name], "__file__", None) or "/")
            if path.is_relative_to(folder) and "site-packages" not in path.parts:
                del sys.modules[name]


def _run(project: Project, stack: str, config: Mapping[str, str], monitor: "_Recorder") -> None:
    runtime_settings.configure(
        mocks.MockSettings(
            monitor=monitor,
            engine=mocks.MockEngine(None),
            project=project.name,
            stack=stack,
            organization="organization",
            root_directory=str(project.root),
            dry_run=False,
            monitor_features=set(),
            callbacks=None,
        )
    )
    set_all_config(dict(config), [key for key, value in config.items() if value == SECRET])
    try:
        asyncio.run(_run_in_stack(project))
    except pulumi.RunError as error:
        raise CheckError(str(error)) from error
    except click.ClickException:  # of ours, or of those who make the outputs
        raise
    except Exception as error:
        raise CheckError(f"the program of stack {stack} failed: {type(error).__name__}: {error}") from error


async def _run_in_stack(project: Project) -> None:
    # One failed registration fails all that wait for it; the first is raised, and asyncio would print the others.
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    await run_in_stack(lambda: _run_program(project))


def _run_program(project: Project) -> None:
    entry = project.main / "__main__.py"
    if not entry.is_file():
        raise CheckError(f"there is no program at {entry.relative_to(project.root)}.")
    # As under the language host, an Output that is formatted into a string must fail and not print a repr.
    os.environ["PULUMI_ERROR_OUTPUT_STRING"] = "true"
    before = list(sys.path)
    # The program's folder is the last, since a name there may be another package's here.
    sys.path[:] = [str(project.root), *before, str(project.main)]
    try:
        runpy.run_path(str(entry), run_name="__main__")
    finally:
        sys.path[:] = before


class _NoMocks(mocks.Mocks):
    """The recorder answers for itself."""

    def call(self, args: mocks.MockCallArgs) -> Any:
        raise NotImplementedError

    def new_resource(self, args: mocks.MockResourceArgs) -> Any:
        raise NotImplementedError


class _Recorder(mocks.MockMonitor):
    """Pulumi's own mock monitor, which forgets parents, protection and dependencies, made to remember them."""

    def __init__(self, create: Create, folder: Path) -> None:
        super().__init__(_NoMocks())
        self._folder = folder
        self.recorded: list[Resource] = []
        self.exports: dict[str, Any] = {}
        self._create = create

    def RegisterResource(  # noqa: N802 - the protocol's name
        self, request: resource_pb2.RegisterResourceRequest
    ) -> resource_pb2.RegisterResourceResponse:
        urn = _urn(request)
        if request.type == STACK:
            return resource_pb2.RegisterResourceResponse(urn=urn)
        given = rpc.deserialize_properties(request.object)
        inputs = _with_assets(given, self._folder)
        id_, outputs = "", inputs
        if request.custom:
            provider = request.provider.rpartition("::")[0].rpartition("::")[2]
            id_, outputs = self._create(request.type, request.name, _plain(inputs, mask=False), provider)
            outputs |= {key: value for key, value in inputs.items() if rpc.is_rpc_secret(value)}  # it stays one
        self.resources[urn] = mocks.MockMonitor.ResourceRegistration(urn, id_, outputs)
        self.recorded.append(
            Resource(
                type=request.type,
                name=request.name,
                urn=urn,
                parent=None if _type_in(request.parent) == STACK else request.parent or None,
                custom=request.custom,
                inputs=_plain(inputs, mask=True),
                outputs=_plain(outputs, mask=True),
                id=id_,
                protect=request.protect,
                dependencies=tuple(sorted(request.dependencies)),
                provider=request.provider.rpartition("::")[0],
                aliases=aliases_of(request, urn, self._with_aliases(request.parent)),
                retain_on_delete=request.retainOnDelete,
                ignore_changes=tuple(request.ignoreChanges),
                replace_on_changes=tuple(request.replaceOnChanges),
                delete_before_replace=request.deleteBeforeReplace if request.deleteBeforeReplaceDefined else None,
                import_id=request.importId,
                property_dependencies={
                    key: tuple(sorted(each.urns)) for key, each in sorted(request.propertyDependencies.items())
                },
                deleted_with=request.deletedWith,
                replace_with=tuple(sorted(request.replace_with)),
            )
        )
        properties = struct_pb2.Struct()
        properties.update(outputs)
        for key in (key for key in given if given[key] != inputs[key]):  # the program takes assets only as such
            properties.fields[key].CopyFrom(request.object.fields[key])
        return resource_pb2.RegisterResourceResponse(urn=urn, id=id_, object=properties)

    def _with_aliases(self, urn: str) -> list[str]:
        """A parent's URN and all that it had before; none for the stack."""
        found = next((each for each in self.recorded if each.urn == urn), None)
        return [urn, *found.aliases] if found else []

    def Invoke(self, request: resource_pb2.ResourceInvokeRequest) -> Any:  # noqa: N802 - the protocol's name
        raise CheckError(f"the program asks the provider for {request.tok}, which cannot be known without AWS.")

    def ReadResource(self, request: resource_pb2.ReadResourceRequest) -> Any:  # noqa: N802 - the protocol's name
        what = f"{request.type} {request.name}"
        raise CheckError(f"the program reads the existing {what}, which cannot be known without AWS.")

    def RegisterResourceOutputs(  # noqa: N802 - the protocol's name
        self, request: resource_pb2.RegisterResourceOutputsRequest
    ) -> empty_pb2.Empty:
        if _type_in(request.urn) == STACK:
            self.exports.update(_plain(rpc.deserialize_properties(request.outputs), mask=True))
        return super().RegisterResourceOutputs(request)


def _urn(request: resource_pb2.RegisterResourceRequest) -> str:
    """The URN as the engine makes it: the types of all components above, the stack's own left out."""
    project, stack = runtime_settings.get_project(), runtime_settings.get_stack()
    parent = "" if _type_in(request.parent) in {"", STACK} else request.parent.split("::")[2] + "$"
    return f"urn:pulumi:{stack}::{project}::{parent}{request.type}::{request.name}"


def _type_in(urn: str) -> str:
    return urn.split("::")[2].rpartition("$")[2] if urn else ""


def _with_assets(value: Any, folder: Path) -> Any:
    """The value with assets and archives as data; a secret stays one."""
    if isinstance(value, pulumi.Asset | pulumi.Archive):
        return asset_as_data(value, folder)
    if isinstance(value, Mapping):
        return {key: _with_assets(each, folder) for key, each in value.items()}
    return [_with_assets(each, folder) for each in value] if isinstance(value, list) else value


def _plain(properties: Mapping[str, Any], *, mask: bool) -> dict[str, Any]:
    """The properties as plain JSON values, keys sorted: on the wire they have no order, and all numbers are floats."""
    return {key: _plain_value(properties[key], mask=mask) for key in sorted(properties)}


def _plain_value(value: Any, *, mask: bool) -> Any:
    if rpc.is_rpc_secret(value):  # the SDK lifts a nested secret to its top-level property
        return SECRET if mask else _plain_value(rpc.unwrap_rpc_secret(value), mask=mask)
    if isinstance(value, Mapping):
        return _plain(value, mask=mask)
    if isinstance(value, list):
        return [_plain_value(item, mask=mask) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
