"""What moto's SES does otherwise than AWS with identities (API reference, version 2)."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from unittest.mock import patch

from moto.core.exceptions import JsonRESTError
from moto.ses.models import EmailIdentity
from moto.sesv2.models import SESV2Backend


class _NotFoundError(JsonRESTError):
    code = 404


@contextmanager
def mended_ses() -> Generator[None]:
    """Mends it while the context lasts.

    moto gives a new domain no DKIM tokens and never verifies it; here, without DNS, it is verified at once. It makes
    what is there already, and deletes what is not there. And it keeps the tags that an identity is made with under an
    ARN that nobody asks for, also when the identity is gone, and shows them with one that has others meanwhile.
    """
    with (
        patch.object(EmailIdentity, "__init__", _identify),
        patch.object(SESV2Backend, "create_email_identity", _create_identity),
        patch.object(SESV2Backend, "get_email_identity", _get_identity),
        patch.object(SESV2Backend, "delete_email_identity", _delete_identity),
    ):
        yield


_create = SESV2Backend.create_email_identity
_get = SESV2Backend.get_email_identity
_delete = SESV2Backend.delete_email_identity
_identify_as_moto_does = EmailIdentity.__init__


def _identify(identity: EmailIdentity, email_identity: str, *others: Any, **options: Any) -> None:
    _identify_as_moto_does(identity, email_identity, *others, **options)
    identity.verified_for_sending_status = True
    identity.tags = identity.tags or []
    dkim = identity.dkim_attributes
    dkim.pop("LastKeyGenerationTimestamp", None)  # a text there, which no client can read
    if identity.identity_type == "DOMAIN":
        tokens = [sha256(f"{email_identity}/{number}".encode()).hexdigest()[:32] for number in range(3)]
        dkim |= {"SigningEnabled": True, "Status": "SUCCESS", "Tokens": tokens}
        dkim |= {"CurrentSigningKeyLength": dkim["NextSigningKeyLength"], "LastKeyGenerationTimestamp": time.time()}


def _create_identity(
    backend: SESV2Backend, email_identity: str, tags: list[dict[str, str]] | None, *others: Any, **options: Any
) -> EmailIdentity:
    if email_identity in backend.core_backend.email_identities:
        raise JsonRESTError("AlreadyExistsException", f"Email identity {email_identity} already exist.")
    identity = _create(backend, email_identity, None, *others, **options)
    backend.core_backend.tagger.tag_resource(_arn(backend, email_identity), tags or [])
    return identity


def _get_identity(backend: SESV2Backend, email_identity: str) -> EmailIdentity:
    identity = _get(backend, email_identity)
    identity.tags = backend.list_tags_for_resource(_arn(backend, email_identity))
    return identity


def _delete_identity(backend: SESV2Backend, email_identity: str) -> None:
    if email_identity not in backend.core_backend.email_identities:
        raise _NotFoundError("NotFoundException", f"Email identity {email_identity} does not exist.")
    _delete(backend, email_identity)
    backend.core_backend.tagger.delete_all_tags_for_resource(_arn(backend, email_identity))


def _arn(backend: SESV2Backend, name: str) -> str:
    return f"arn:{backend.partition}:ses:{backend.region_name}:{backend.account_id}:identity/{name}"
