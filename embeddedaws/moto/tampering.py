"""Changes that AWS has no call for, made in moto's own state and undone on the way out."""

from collections.abc import Collection, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from moto.secretsmanager.models import secretsmanager_backends
from moto.ses.models import ses_backends

from embeddedaws.call import Account

if TYPE_CHECKING:
    from moto.secretsmanager.models import FakeSecret


@contextmanager
def no_secret_value(account: Account, secret_arn: str) -> Generator[None]:
    """The secret as it is made, before a value is written into it."""
    secret = cast("FakeSecret", secretsmanager_backends[account.id][account.region].secrets[secret_arn])
    before = secret.versions, secret.default_version_id
    try:
        secret.versions, secret.default_version_id = {}, None
        yield
    finally:
        secret.versions, secret.default_version_id = before


@contextmanager
def no_email_identities(account: Account, names: Collection[str]) -> Generator[None]:
    """These addresses and domains are not verified; nor are they identities at all."""
    identities = ses_backends[account.id][account.region].email_identities
    before = {each: identities[each] for each in identities if each in names}
    try:
        for identity in before:
            del identities[identity]
        yield
    finally:
        identities.update(before)
