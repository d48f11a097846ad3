"""What moto's Secrets Manager does otherwise than AWS (API reference)."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from unittest.mock import patch

from moto.secretsmanager.exceptions import (
    InvalidParameterException,
    InvalidRequestException,
    ResourceNotFoundException,
    ValidationException,
)
from moto.secretsmanager.models import FakeSecret, SecretsManagerBackend

_ONE_AT_A_TIME = Lock()  # for what puts or moves a version: of two requests at once AWS lets one win
_NAME = re.compile(r"[A-Za-z0-9/_+=.@!-]{1,512}")


@contextmanager
def mended_secrets() -> Generator[None]:
    """Mends it while the context lasts.

    moto takes any name, shows versions that have lost their stages, writes into a secret that waits for its deletion
    and has another code for a new one of its name, takes no description away, goes on to hand out the version that
    AWSCURRENT was taken from, takes a label away from a version before it looks whether it may, lets one label be on
    two versions, and lets two requests at once move the same one.
    """
    with (
        patch.object(FakeSecret, "_form_version_ids_to_stages", _staged_versions),
        patch.object(SecretsManagerBackend, "create_secret", _create_secret),
        patch.object(SecretsManagerBackend, "put_secret_value", _put_secret_value),
        patch.object(SecretsManagerBackend, "update_secret", _update_secret),
        patch.object(SecretsManagerBackend, "update_secret_version_stage", _update_stage),
    ):
        yield


_create = SecretsManagerBackend.create_secret
_put = SecretsManagerBackend.put_secret_value
_update = SecretsManagerBackend.update_secret
_move = SecretsManagerBackend.update_secret_version_stage


def _staged_versions(secret: FakeSecret) -> dict[str, list[str]]:
    stages = {version: kept["version_stages"] for version, kept in secret.versions.items()}
    return {version: labels for version, labels in stages.items() if labels}


def _create_secret(backend: SecretsManagerBackend, name: str, *others: Any, **options: Any) -> str:
    if not _NAME.fullmatch(name):
        raise ValidationException(
            "Invalid name. Must be a valid name containing alphanumeric characters, or any of the following: -/_+=.@!"
        )
    if _waits_for_deletion(backend, name):
        raise InvalidRequestException(
            "You can't create this secret because a secret with this name is already scheduled for deletion."
        )
    return _create(backend, name, *others, **options)


def _put_secret_value(backend: SecretsManagerBackend, secret_id: str, *others: Any, **options: Any) -> str:
    if _waits_for_deletion(backend, secret_id):
        raise InvalidRequestException(
            "You can't perform this operation on the secret because it was marked for deletion."
        )
    with _ONE_AT_A_TIME:
        return _put(backend, secret_id, *others, **options)


def _update_secret(backend: SecretsManagerBackend, secret_id: str, *rest: Any, **options: Any) -> str:
    answer = _update(backend, secret_id, *rest, **options)
    secret = backend.secrets[secret_id]
    if options.get("description") == "" and isinstance(secret, FakeSecret):
        secret.description = ""
    return answer


def _waits_for_deletion(backend: SecretsManagerBackend, secret_id: str) -> bool:
    found: Any = backend.secrets.get(secret_id)
    return found is not None and found.deleted_date is not None


def _update_stage(
    backend: SecretsManagerBackend,
    secret_id: str,
    version_stage: str,
    remove_from_version_id: str,
    move_to_version_id: str,
) -> tuple[str, str]:
    with _ONE_AT_A_TIME:
        return _checked_move(backend, secret_id, version_stage, remove_from_version_id, move_to_version_id)


def _checked_move(
    backend: SecretsManagerBackend, secret_id: str, label: str, from_id: str, to_id: str
) -> tuple[str, str]:
    secret: Any = backend.secrets.get(secret_id)
    if not isinstance(secret, FakeSecret):
        return _move(backend, secret_id, label, from_id, to_id)
    _check_move(secret, label, from_id, to_id)
    if label == "AWSCURRENT" and not from_id:  # it is on no version, which moto takes for impossible
        secret.versions[to_id]["version_stages"].append(label)
    else:
        _move(backend, secret_id, label, from_id, to_id)
    if label == "AWSCURRENT" and to_id:
        vars(secret)["default_version_id"] = to_id
    return secret.arn, secret.name


def _check_move(secret: FakeSecret, label: str, from_id: str, to_id: str) -> None:
    staged_at = [version for version, kept in secret.versions.items() if label in kept["version_stages"]]
    for version in (from_id, to_id):
        if version and version not in secret.versions:
            raise ResourceNotFoundException(
                f"Secrets Manager can't find the specified secret value for VersionId: {version}"
            )
    if staged_at and not from_id:
        raise InvalidParameterException(
            f"The parameter RemoveFromVersionId can't be empty. Staging label {label} is currently attached to version "
            f"{staged_at[0]}, so you must explicitly reference that version in RemoveFromVersionId."
        )
    if from_id and from_id not in staged_at:
        raise InvalidParameterException(
            f"When you move staging label {label}, if you specify RemoveFromVersionId, it must be set to the version "
            f"that currently has the staging label {label}."
        )
