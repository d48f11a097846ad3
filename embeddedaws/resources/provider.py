"""Makes what a Pulumi program declares, type by type."""

from collections.abc import Mapping
from typing import Any

from embeddedaws.clients import Clients
from embeddedaws.errors import UnknownResourceError
from embeddedaws.resources import compute, messages, storage, watching
from embeddedaws.resources.maker import Makers
from pulumicheck.types.arns import Location
from pulumicheck.types.table import AWS_PROVIDER, resource_type

MAKERS: Makers = {
    AWS_PROVIDER: lambda _clients, _inputs: None,
    **compute.MAKERS,
    **messages.MAKERS,
    **storage.MAKERS,
    **watching.MAKERS,
}


class Provider:
    """Does to resources in the embedded AWS what AWS's provider does to those in AWS."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._location = Location(clients.region)

    def create(self, type_: str, name: str, inputs: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Makes one resource, and tells its id and its outputs.

        Raises:
            UnknownResourceError: nobody here knows how to make this type.
        """
        row = resource_type(type_)
        make = MAKERS.get(row)
        if make is None:
            raise UnknownResourceError(
                f"the embedded AWS cannot make {type_} yet: add a maker to embeddedaws/resources."
            )
        told = make(self._clients, row.with_name(name, inputs))
        return row.id_and_outputs(self._location, name, inputs, told)
