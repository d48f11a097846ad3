"""How the resources of one type come to be in the embedded AWS: by the API that AWS's provider uses."""

from collections.abc import Callable, Mapping
from typing import Any

from embeddedaws.clients import Clients
from pulumicheck.types.inputs import Inputs
from pulumicheck.types.resource_type import ResourceType

Told = Mapping[str, Any] | None
"""Outputs that only AWS can tell; its row in the table of types knows the others."""

Make = Callable[[Clients, Inputs], Told]
Makers = Mapping[ResourceType, Make]
"""What makes one resource of each type of its inputs, which hold its physical name and policies as JSON texts."""


def by_call(service: str, operation: str, **parameters: str) -> Make:
    """What makes a resource by one call, each of whose parameters is the input of that name."""

    def make(clients: Clients, inputs: Inputs) -> None:
        getattr(getattr(clients, service), operation)(**{key: inputs[name] for key, name in parameters.items()})

    return make
