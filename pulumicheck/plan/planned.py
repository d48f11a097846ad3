"""What can be told of a resource before it is there: as the provider's preview would, all else is unknown."""

from collections.abc import Mapping
from typing import Any

from pulumicheck.plan.recording import Create, Registration
from pulumicheck.plan.values import UNKNOWN, Secret, has_unknowns, revealed
from pulumicheck.types.arns import Location
from pulumicheck.types.resource_type import ResourceType


def planned_outputs(region: str) -> Create:
    """Gives each resource the outputs that can be told in advance, in a region; all others are unknown."""
    regions: dict[str, Any] = {}
    """Those of the providers that the program chose itself, by their URNs."""

    def planned(registration: Registration) -> tuple[str, dict[str, Any]]:
        row, inputs = registration.row, registration.inputs
        chosen = revealed(inputs.get("region")) or regions.get(registration.provider) or region
        regions[registration.urn] = chosen
        if registration.external:
            return registration.id, _read(registration, chosen)
        if not row.is_known or has_unknowns([chosen, _naming(row, inputs)]):
            return "", dict(inputs)
        return _told(registration, Location(chosen))

    return planned


def _told(registration: Registration, location: Location) -> tuple[str, dict[str, Any]]:
    row, inputs = registration.row, registration.inputs
    plain: dict[str, Any] = revealed(inputs)
    # What would be made up of an unknown input is no more known than that.
    untold = dict.fromkeys(row.made_up({**plain, "name": ""}), UNKNOWN) if has_unknowns(plain) else None
    id_, outputs = row.id_and_outputs(location, registration.name, plain, untold)
    hides = any(isinstance(value, Secret) for value in _naming(row, inputs).values())
    told = {key: _as_hidden_as(inputs.get(key), _known(value), hides) for key, value in outputs.items()}
    return ("" if hides or _known(id_) is UNKNOWN else id_), told


def _naming(row: ResourceType, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs of which its name, its id and its ARN are made."""
    keys = [*row.named_by, *(f"{key}Prefix" for key in row.named_by), *((row.target.input,) if row.target else ())]
    return {key: inputs[key] for key in keys if key in inputs}


def _known(value: Any) -> Any:
    """UNKNOWN for a text that was made of something unknown."""
    return UNKNOWN if isinstance(value, str) and str(UNKNOWN) in value else value


def _as_hidden_as(given: Any, told: Any, hides: bool) -> Any:  # noqa: FBT001 - the name was a secret
    """An output that repeats an input is as secret as that; one that is made of a secret name is one."""
    if given is None:
        return Secret(told) if hides else told
    if revealed(given) == told:
        return given
    return Secret(told) if _has_secrets(given) else told


def _has_secrets(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_secrets, value.values()))
    return any(map(_has_secrets, value)) if isinstance(value, list) else isinstance(value, Secret)


def _read(registration: Registration, region: Any) -> dict[str, Any]:
    """What the id of a resource that someone else manages tells of it."""
    row = registration.row
    named = row.named_by_id(registration.id) if row.is_known else {}
    if not named or has_unknowns([region, registration.inputs, _known(registration.id)]):
        return dict(registration.inputs)
    return row.id_and_outputs(Location(region), registration.name, {**registration.inputs, **named})[1]
