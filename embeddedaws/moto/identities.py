"""The tags of SES's identities."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.ses.models import EmailIdentity
from moto.sesv2.models import SESV2Backend


@contextmanager
def tagged_identities() -> Generator[None]:
    """Keeps them as AWS does while the context lasts.

    moto keeps the tags that an identity is made with under an ARN that nobody asks for, also when the identity is gone,
    and shows them with an identity that has others meanwhile.
    """
    create = SESV2Backend.create_email_identity
    get = SESV2Backend.get_email_identity
    delete = SESV2Backend.delete_email_identity

    def create_tagged(
        backend: SESV2Backend, email_identity: str, tags: list[dict[str, str]] | None, *others: Any, **options: Any
    ) -> EmailIdentity:
        identity = create(backend, email_identity, None, *others, **options)
        backend.core_backend.tagger.tag_resource(_arn(backend, email_identity), tags or [])
        return identity

    def get_tagged(backend: SESV2Backend, email_identity: str) -> EmailIdentity:
        identity = get(backend, email_identity)
        identity.tags = backend.list_tags_for_resource(_arn(backend, email_identity))
        return identity

    def delete_tagged(backend: SESV2Backend, email_identity: str) -> None:
        delete(backend, email_identity)
        backend.core_backend.tagger.delete_all_tags_for_resource(_arn(backend, email_identity))

    with (
        patch.object(SESV2Backend, "create_email_identity", create_tagged),
        patch.object(SESV2Backend, "get_email_identity", get_tagged),
        patch.object(SESV2Backend, "delete_email_identity", delete_tagged),
    ):
        yield


def _arn(backend: SESV2Backend, name: str) -> str:
    return f"arn:{backend.partition}:ses:{backend.region_name}:{backend.account_id}:identity/{name}"
