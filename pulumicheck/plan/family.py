"""What resources hand down to those below them: options, providers and transforms, in the engine's order.

(Pulumi, pkg/resource/deploy/source_eval.go: `inheritFromParent`, `resolveProvider` and `RegisterResource`.)
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pulumicheck.plan.callbacks import transformed
from pulumicheck.plan.protocol import alias_pb2, callback_pb2, resource_pb2
from pulumicheck.types.table import PROVIDERS

Request = resource_pb2.RegisterResourceRequest
Callback = callback_pb2.Callback

# The names of an option in what a transform gets and in a registration.
_VALUES: Mapping[str, Any] = {"import": "importId", "provider": "provider", "deleted_with": "deletedWith"}
_LISTS: Mapping[str, Any] = {
    "aliases": "aliases",
    "depends_on": "dependencies",
    "ignore_changes": "ignoreChanges",
    "replace_on_changes": "replaceOnChanges",
    "replace_with": "replace_with",
    "additional_secret_outputs": "additionalSecretOutputs",
}
_OPTIONAL: Mapping[str, Any] = {"protect": "protect", "retain_on_delete": "retainOnDelete"}


class Family:
    """All resources of one run, as far as those below them take after them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._members: dict[str, Request] = {}
        self._transforms: dict[str, Sequence[Callback]] = {}
        self.of_stack: list[Callback] = []
        """The transforms of all that is declared from then on."""

    def complete(self, request: Request) -> None:
        """Gives a registration what it takes after its parents, and what transforms make of it."""
        with self._lock:
            parent = self._members.get(request.parent)
            transforms = [*request.transforms, *self._inherited(request.parent), *self.of_stack]
        if parent:
            _inherit(request, parent)
        if request.custom or request.remote:
            self._choose_provider(request, parent)
        if transforms:
            self._transform(request, transforms)
        if parent and not request.custom:
            for name, provider in parent.providers.items():
                request.providers[name] = request.providers[name] or provider

    def remember(self, urn: str, request: Request) -> None:
        """Keeps a registration for those below it."""
        with self._lock:
            self._members[urn] = request
            self._transforms[urn] = tuple(request.transforms)

    def _inherited(self, urn: str) -> Iterator[Callback]:
        while urn:
            yield from self._transforms.get(urn, ())
            urn = self._members[urn].parent if urn in self._members else ""

    def _choose_provider(self, request: Request, parent: Request | None) -> None:
        package = request.type.partition(":")[0]
        of_parent = parent.providers.get(package, "") if parent and not parent.custom else ""
        request.provider = request.provider or request.providers.get(package, "") or of_parent

    def _transform(self, request: Request, transforms: Sequence[Callback]) -> None:
        asked = resource_pb2.TransformRequest(
            type=request.type,
            name=request.name,
            custom=request.custom,
            parent=request.parent,
            properties=request.object,
            options=_options_of(request),
        )
        for callback in transforms:
            answer = transformed(callback, asked, resource_pb2.TransformResponse())
            for part in ("properties", "options"):
                if answer.HasField(part):
                    getattr(asked, part).CopyFrom(getattr(answer, part))
        request.object.CopyFrom(asked.properties)
        _take_options(request, asked.options)


def _inherit(request: Request, parent: Request) -> None:
    request.deletedWith = request.deletedWith or parent.deletedWith
    for name in _OPTIONAL.values():
        if not request.HasField(name) and parent.HasField(name):
            setattr(request, name, getattr(parent, name))
    package = parent.provider.partition(f"::{PROVIDERS}")[2].partition("::")[0]
    is_component = not (request.remote or request.custom)
    if not request.provider and (is_component or package == request.type.partition(":")[0]):
        request.provider = parent.provider


def _options_of(request: Request) -> Any:
    options = resource_pb2.TransformResourceOptions()
    for name, ours in _VALUES.items():
        setattr(options, name, getattr(request, ours))
    for name, ours in _LISTS.items():
        getattr(options, name).extend(getattr(request, ours))
    for name, ours in _OPTIONAL.items():
        if request.HasField(ours):
            setattr(options, name, getattr(request, ours))
    options.aliases.extend(alias_pb2.Alias(urn=urn) for urn in request.aliasURNs)
    options.providers.update(request.providers)
    if request.deleteBeforeReplaceDefined:
        options.delete_before_replace = request.deleteBeforeReplace
    if request.HasField("replacement_trigger"):
        options.replacement_trigger.CopyFrom(request.replacement_trigger)
    return options


def _take_options(request: Request, options: Any) -> None:
    for name, ours in _VALUES.items():
        setattr(request, ours, getattr(options, name))
    request.ClearField("aliasURNs")  # they are among the aliases now
    for name, ours in _LISTS.items():
        request.ClearField(ours)
        getattr(request, ours).extend(getattr(options, name))
    for name, ours in _OPTIONAL.items():
        request.ClearField(ours)
        if options.HasField(name):
            setattr(request, ours, getattr(options, name))
    request.ClearField("providers")
    request.providers.update(options.providers)
    request.deleteBeforeReplaceDefined = options.HasField("delete_before_replace")
    request.deleteBeforeReplace = options.delete_before_replace
    request.ClearField("replacement_trigger")
    if options.HasField("replacement_trigger"):
        request.replacement_trigger.CopyFrom(options.replacement_trigger)
