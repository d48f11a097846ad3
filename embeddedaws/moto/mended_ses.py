"""What moto's SES does otherwise than AWS with identities (API reference, version 2)."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.core.exceptions import JsonRESTError
from moto.ses.models import EmailIdentity
from moto.sesv2.models import SESV2Backend


class _NotFoundError(JsonRESTError):
    code = 404


@contextmanager
def mended_ses() -> Generator[None]:
    """Refuses what is there already, or not there, while the context lasts."""
    with (
        patch.object(SESV2Backend, "create_email_identity", _create_identity),
        patch.object(SESV2Backend, "delete_email_identity", _delete_identity),
    ):
        yield


_create = SESV2Backend.create_email_identity
_delete = SESV2Backend.delete_email_identity


def _create_identity(backend: SESV2Backend, email_identity: str, *others: Any, **options: Any) -> EmailIdentity:
    if email_identity in backend.core_backend.email_identities:
        raise JsonRESTError("AlreadyExistsException", f"Email identity {email_identity} already exist.")
    return _create(backend, email_identity, *others, **options)


def _delete_identity(backend: SESV2Backend, email_identity: str) -> None:
    if email_identity not in backend.core_backend.email_identities:
        raise _NotFoundError("NotFoundException", f"Email identity {email_identity} does not exist.")
    _delete(backend, email_identity)
