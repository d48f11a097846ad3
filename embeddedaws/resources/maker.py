"""What is done to resources of one type in the embedded AWS: the calls of the API that AWS's provider makes for it."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from embeddedaws.clients import Clients
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types.inputs import Inputs
from pulumicheck.types.resource_type import ResourceType

State = Mapping[str, Any]
"""What is known of a resource that is there: its inputs and outputs, and what its id says."""

Told = Mapping[str, Any] | None
"""Outputs that only AWS can tell; the type's row in the table of types knows the others."""


class GoneError(Exception):
    """The resource is no longer there."""


class Aws:
    """Calls AWS: `aws("sqs", "delete_queue", QueueUrl=…)`. A parameter that is None is not sent."""

    def __init__(self, clients: Clients) -> None:
        self.region = clients.region
        self._clients = clients

    def __call__(self, service: str, operation: str, **parameters: object) -> dict[str, Any]:
        """The answer of one operation; a ClientError if AWS refuses it."""
        sent = {key: value for key, value in parameters.items() if value is not None}
        return getattr(getattr(self._clients, service), operation)(**sent)


@dataclass(frozen=True, eq=False)
class Maker:
    """How the resources of one type are made, seen, changed and deleted.

    Attributes:
        inputs: what is understood of the program's inputs: paths such as `ttl.enabled`, `environment.variables.*` for
            names that the program chooses. Lists are passed through.
        create: makes one of its inputs, with its physical name and policies as JSON texts.
        read: what AWS has of its inputs, in the provider's form; raises the ClientError that says it is gone.
        update: brings one to new inputs; None if AWS cannot.
        delete: takes it away.
        defaults: what AWS has where the program gives nothing. An input without a default is nothing then.
        computed: inputs that AWS, or another resource, decides where the program gives nothing.
        meaning: what a value of an input comes to, where several mean the same.
        tagging: how its tags are kept; None if it has none.
    """

    inputs: Collection[str]
    _: KW_ONLY
    create: Callable[[Aws, Inputs], Told]
    read: Callable[[Aws, State], dict[str, Any]]
    update: Callable[[Aws, State, Inputs], Told] | None = None
    delete: Callable[[Aws, State], object]
    defaults: Mapping[str, Any] = field(default_factory=dict[str, Any])
    computed: Collection[str] = ()
    meaning: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict[str, Callable[[Any], Any]])
    tagging: Tagging | None = None

    @property
    def top_level(self) -> set[str]:
        """The names of all inputs, without what is inside of them."""
        return {path.partition(".")[0] for path in self.inputs} | ({"tags"} if self.tagging else set())

    def differ(self, name: str, one: Inputs, other: Inputs) -> bool:
        """Whether an input is another in the one than in the other."""
        return self._meaning(name, one) != self._meaning(name, other)

    def understood(self, name: str, value: Any) -> Any:
        """The value of an input without what AWS adds inside of it."""
        inside = [path for path in self.inputs if path.startswith(f"{name}.")]
        if not inside or not isinstance(value, Mapping) or f"{name}.*" in inside:
            return value
        return {key: each for key, each in value.items() if any(_is_at(path, name, key) for path in inside)}

    def _meaning(self, name: str, inputs: Inputs) -> Any:
        value = self.understood(name, inputs.get(name, self.defaults.get(name)))
        meant = self.meaning.get(name)
        return _plain(meant(value) if meant and value is not None else value)

    def not_understood(self, inputs: Inputs) -> list[str]:
        """The paths to inputs that would be dropped."""
        return [path for path in _paths(inputs) if not self._understands(path)]

    def _understands(self, path: str) -> bool:
        if path.partition(".")[0] in ("region", *(("tags", "tagsAll") if self.tagging else ())):
            return True
        return path in self.inputs or f"{path.rpartition('.')[0]}.*" in self.inputs


Makers = Mapping[ResourceType, Maker]


def put(
    inputs: Collection[str],
    *,
    write: Callable[[Aws, Inputs], Told],
    read: Callable[[Aws, State], dict[str, Any]],
    delete: Callable[[Aws, State], object],
    **others: Any,
) -> Maker:
    """The maker of a type whose resources are made and changed by one and the same call."""
    return Maker(
        inputs,
        create=write,
        read=read,
        update=lambda aws, _state, inputs: write(aws, inputs),
        delete=delete,
        **others,
    )


def same(one: Any, other: Any) -> bool:
    """Whether two values mean the same to AWS: JSON texts by what they say, nothing by any of its names."""
    return _plain(one) == _plain(other)


def _plain(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            value = json.loads(value)
        except ValueError:
            return value
    if isinstance(value, Mapping):
        found = {key: _plain(each) for key, each in value.items()}
        return {key: each for key, each in found.items() if each is not None} or None
    if isinstance(value, list):
        return [_plain(each) for each in value] or None
    return None if value in ("", None) else value


def _is_at(path: str, name: str, key: str) -> bool:
    return path.split(".")[:2] == [name, key]


def _paths(inputs: Inputs, above: str = "") -> Iterator[str]:
    for key, value in inputs.items():
        if isinstance(value, Mapping) and value:
            yield from _paths(value, f"{above}{key}.")
        elif value is not None and not key.startswith("__"):  # Pulumi's own
            yield f"{above}{key}"
