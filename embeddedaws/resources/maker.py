"""How the resources of one type come to be in the embedded AWS: by the API that AWS's provider uses."""

from collections.abc import Callable, Mapping
from typing import Any

from embeddedaws.clients import Clients
from pulumicheck.types.inputs import Inputs
from pulumicheck.types.resource_type import ResourceType

Told = Mapping[str, Any] | None
"""Outputs that only AWS can tell; its row in the table of types knows the others."""

Makers = Mapping[ResourceType, Callable[[Clients, Inputs], Told]]
"""What makes one resource of each type of its inputs, which hold its physical name and policies as JSON texts."""
