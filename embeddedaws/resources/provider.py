"""Does to resources in the embedded AWS what AWS's provider does to those in AWS, type by type."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError

from embeddedaws.clients import Clients
from embeddedaws.errors import UnknownResourceError
from embeddedaws.resources import cloudwatch, dynamodb, ecr, iam, lambda_, s3, secretsmanager, sesv2, sns, sqs
from embeddedaws.resources.maker import Aws, GoneError, Maker, Makers, State, same
from pulumicheck.plan.recording import Registration
from pulumicheck.plan.values import Secret, revealed
from pulumicheck.types.arns import Location
from pulumicheck.types.inputs import Inputs, with_json_texts
from pulumicheck.types.resource_type import ResourceType
from pulumicheck.types.table import AWS_PROVIDER, resource_type

_SERVICES = (cloudwatch, dynamodb, ecr, iam, lambda_, s3, secretsmanager, sesv2, sns, sqs)
MAKERS: Makers = {row: maker for service in _SERVICES for row, maker in service.MAKERS.items()}

# The codes by which AWS says that a resource, or the setting that it is, is not there.
_GONE = {
    "AWS.SimpleQueueService.NonExistentQueue",
    "LifecyclePolicyNotFoundException",
    "NoSuchBucket",
    "NoSuchBucketPolicy",
    "NoSuchEntity",
    "NoSuchPublicAccessBlockConfiguration",
    "NotFound",
    "NotFoundException",
    "OwnershipControlsNotFoundError",
    "QueueDoesNotExist",
    "RepositoryNotFoundException",
    "RepositoryPolicyNotFoundException",
    "ResourceNotFoundException",
    "404",
}


@dataclass(frozen=True)
class InputDiff:
    """What a resource's new inputs change."""

    changed: tuple[str, ...]
    """The names of inputs, sorted."""
    replaces: tuple[str, ...]
    """Those of them for which AWS needs a new resource."""


class Provider:
    """Makes, reads, changes and deletes resources. Inputs and outputs are named as Pulumi's schema names them."""

    def __init__(self, clients: Clients, default_tags: Mapping[str, str] | None = None) -> None:
        """Acts on the AWS that the clients call.

        Args:
            clients: whose calls they are.
            default_tags: what each resource that can have tags is given, beside its own.
        """
        self._aws = Aws(clients)
        self._location = Location(clients.region)
        self._default_tags = dict(default_tags or {})

    def check(self, type_: str, name: str, inputs: Inputs, old: Inputs) -> dict[str, Any]:
        """The inputs with a physical name: the program's, the one that it has, or a new one.

        Raises:
            UnknownResourceError: an input is not known here, and would be dropped; or it belongs to another region.
        """
        row = resource_type(type_)
        if unknown := _maker(row).not_understood(inputs):
            raise UnknownResourceError(
                f"the embedded AWS does not know {', '.join(unknown)} of {type_} yet: "
                f"add it to the type's maker in embeddedaws/resources."
            )
        if (region := inputs.get("region", self._location.region)) != self._location.region:
            raise UnknownResourceError(
                f"{name} is to be in {region}, and the embedded AWS is in {self._location.region}."
            )
        checked = with_json_texts({key: value for key, value in inputs.items() if value is not None})
        key = next(iter(row.named_by), None)
        prefix = inputs.get(f"{key}Prefix")
        if key and not checked.get(key):
            keeps = old.get(key) and old.get(f"{key}Prefix") == prefix
            checked[key] = old[key] if keeps else f"{prefix or f'{name}-'}{secrets.token_hex(4)[:7]}"
        return checked

    def diff(self, type_: str, state: State, inputs: Inputs) -> InputDiff:
        """What is otherwise than AWS has it, by the state that was last seen."""
        row = resource_type(type_)
        maker = _maker(row)
        compared = maker.top_level - {"tags"} - {name for name in maker.computed if name not in inputs}
        changed = sorted(name for name in compared if maker.differ(name, state, inputs))
        replaces = tuple(name for name in changed if row.forces_replacement(name) or maker.update is None)
        if maker.tagging and not same(state.get("tagsAll"), self._tags(inputs)):
            changed.append("tags")
        return InputDiff(tuple(changed), replaces)

    def create(self, type_: str, name: str, inputs: Inputs) -> tuple[str, dict[str, Any]]:
        """Makes one resource, and tells its id and its outputs.

        Raises:
            UnknownResourceError: nobody here knows how to make this type, or one of its inputs.
        """
        row = resource_type(type_)
        maker, full = _maker(row), self.check(type_, name, inputs, row.with_name(name, inputs))
        told = maker.create(self._aws, full)
        id_, outputs = row.id_and_outputs(self._location, name, full, told)
        if maker.tagging:
            outputs["tagsAll"] = self._tags(inputs)
            maker.tagging.write(self._aws, outputs, outputs["tagsAll"], {})
        return id_, outputs

    def read(self, type_: str, id_: str, state: State, inputs: Inputs) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The inputs and the outputs that a resource has in AWS; None if it is gone.

        Args:
            type_: its type.
            id_: its id.
            state: its outputs as they were last seen; none if it is to be imported.
            inputs: the program's, as they were last seen.
        """
        row = resource_type(type_)
        maker = _maker(row)
        known = {**state, **row.named_by_id(id_)}
        try:
            found = maker.read(self._aws, known)
            tags = maker.tagging.read(self._aws, known) if maker.tagging and state else None
        except GoneError:
            return None
        except ClientError as error:
            if _is_gone(error):
                return None
            raise
        if not state:
            given = {key: found[key] for key in found.keys() & maker.top_level if maker.differ(key, found, {})}
            told = {**found, **known}
            _, outputs = row.id_and_outputs(self._location, str(known.get("name", id_)), {**known, **given}, told)
            return given, outputs
        seen = {key: value for key, value in found.items() if key in inputs or key not in maker.computed}
        drifted = {key: value for key, value in seen.items() if maker.differ(key, state, seen)}
        outputs = {**state, **drifted}
        if tags is not None and not same(tags, state.get("tagsAll")):
            outputs["tagsAll"] = tags
        seen_inputs = {key: maker.understood(key, drifted[key]) for key in drifted.keys() & inputs.keys()}
        return {**inputs, **seen_inputs}, outputs

    def update(self, type_: str, id_: str, state: State, inputs: Inputs) -> dict[str, Any]:
        """Brings a resource to new inputs, and tells its outputs."""
        row = resource_type(type_)
        maker, difference = _maker(row), self.diff(type_, state, inputs)
        known = {**state, **row.named_by_id(id_)}
        outputs = {**{key: value for key, value in state.items() if key not in maker.top_level}, **inputs}
        if maker.update and set(difference.changed) - {"tags"}:
            outputs |= maker.update(self._aws, known, inputs) or {}
        else:
            outputs = {**state, **outputs}
        if maker.tagging:
            outputs["tagsAll"] = self._tags(inputs)
            if "tags" in difference.changed:
                maker.tagging.write(self._aws, outputs, outputs["tagsAll"], state.get("tagsAll") or {})
        return outputs

    def delete(self, type_: str, id_: str, state: State) -> None:
        """Takes a resource away; it is no fault if it is gone."""
        row = resource_type(type_)
        try:
            _maker(row).delete(self._aws, {**state, **row.named_by_id(id_)})
        except ClientError as error:
            if not _is_gone(error):
                raise

    def _tags(self, inputs: Inputs) -> dict[str, str]:
        return {**self._default_tags, **(inputs.get("tags") or {})}


class Deployment:
    """Makes what a program declares, each resource by the provider that the program chose for it."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._location = Location(clients.region)
        self._providers: dict[str, Provider] = {}

    def create(self, registration: Registration) -> tuple[str, dict[str, Any]]:
        """Makes one resource, and tells its id and its outputs.

        Raises:
            UnknownResourceError: nobody here knows how to make this type, or one of its inputs.
        """
        if registration.external:
            what = f"{registration.type} {registration.name}"
            raise UnknownResourceError(f"the program reads the existing {what}, which is not in the embedded AWS.")
        inputs: dict[str, Any] = revealed(registration.inputs)
        id_, outputs = self._made(registration, inputs)
        secrets = {key: value for key, value in registration.inputs.items() if isinstance(value, Secret)}
        return id_, {**outputs, **secrets}  # one stays one

    def _made(self, registration: Registration, inputs: Inputs) -> tuple[str, dict[str, Any]]:
        type_, name, chosen = registration.type, registration.name, registration.provider
        if type_ == AWS_PROVIDER.token:
            self._providers[registration.urn] = Provider(self._clients, default_tags(inputs))
            return AWS_PROVIDER.id_and_outputs(self._location, name, inputs)
        return self._providers.setdefault(chosen, Provider(self._clients)).create(type_, name, inputs)


def default_tags(inputs: Inputs) -> dict[str, str]:
    """The tags that a provider with these inputs gives to all; its inputs are JSON texts."""
    given = inputs.get("defaultTags") or {}
    return (json.loads(given) if isinstance(given, str) else given).get("tags") or {}


def _is_gone(error: ClientError) -> bool:
    return error.response.get("Error", {}).get("Code") in _GONE


def _maker(row: ResourceType) -> Maker:
    if row not in MAKERS:
        raise UnknownResourceError(
            f"the embedded AWS cannot make {row.token} yet: add a maker to embeddedaws/resources."
        )
    return MAKERS[row]
