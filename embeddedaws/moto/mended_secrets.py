"""What moto's Secrets Manager does otherwise than AWS (API reference)."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.secretsmanager.exceptions import InvalidRequestException, ValidationException
from moto.secretsmanager.models import FakeSecret, SecretsManagerBackend

_NAME = re.compile(r"[A-Za-z0-9/_+=.@!-]{1,512}")


@contextmanager
def mended_secrets() -> Generator[None]:
    """Mends it while the context lasts.

    moto takes any name, shows versions that have lost their stages, writes into a secret that waits for its deletion
    and has another code for a new one of its name, takes no description away, and goes on to hand out the version that
    AWSCURRENT was taken from.
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
    answer = _move(backend, secret_id, version_stage, remove_from_version_id, move_to_version_id)
    if version_stage == "AWSCURRENT" and move_to_version_id:
        vars(backend.secrets[secret_id])["default_version_id"] = move_to_version_id
    return answer
