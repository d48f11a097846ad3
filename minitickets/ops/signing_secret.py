"""The signing secret's key ring as Secrets Manager keeps it, changed by compare and swap.

    GetSecretValue            the current version, and the ring in it
    PutSecretValue            the changed ring as a new version, under a label of our own: nobody reads it yet
    UpdateSecretVersionStage  AWSCURRENT from the version that was read to the new one

AWS refuses the last call if AWSCURRENT is on another version by then ("the version ID does not match", API reference):
somebody else was faster, and all is done again on their ring. Whoever dies between two of the calls leaves the ring as
it was; the version that nobody reads loses its label to the next one and is removed by AWS in time.

The very first version gets AWSCURRENT with PutSecretValue itself. All who write one use the same token, so that AWS
refuses the second.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from minitickets.errors import CommandError
from tickets.signing_key import KeyRing, KeyRingError, parse_key_ring, serialize_key_ring

if TYPE_CHECKING:
    from types_boto3_secretsmanager import SecretsManagerClient

_CURRENT = "AWSCURRENT"
_NEXT = "minitickets-next"  # the label of a version until it is the current one, and of none that anybody reads
_FIRST = "minitickets-first-key-ring-0000000000"  # a token has 32 to 64 characters
_TRIES = 10
_PAUSE = 0.1  # seconds before the second try, twice as much before the third, and so on: reads may lag behind a write


@dataclass(frozen=True)
class Version:
    """A version of the secret: its id, its ring, and when AWS made it."""

    id: str
    ring: KeyRing
    created: datetime


@dataclass(frozen=True)
class SigningSecret:
    """One stack's signing secret, by its name or ARN."""

    client: "SecretsManagerClient"
    id: str

    def current(self) -> Version | None:
        """The version that functions read, None where the secret has no value yet.

        Raises:
            CommandError: the value is no key ring, or there is no such secret.
        """
        try:
            found = self.client.get_secret_value(SecretId=self.id, VersionStage=_CURRENT)
        except self.client.exceptions.ResourceNotFoundException:
            # Secrets Manager says the same of a secret that does not exist and of one that has no value.
            self._require()
            return None
        try:
            ring = parse_key_ring(found.get("SecretString", ""))
        except KeyRingError as error:
            raise CommandError(f"the value of {self.id} is no key ring: {error}.") from error
        return Version(found["VersionId"], ring, found["CreatedDate"])

    def create(self, ring: KeyRing) -> bool:
        """Makes the ring the secret's first value; False if it has one already."""
        if self.current() is not None:
            return False
        try:
            self._put(_FIRST, ring)
        except self.client.exceptions.ResourceExistsException:
            return False  # somebody else's first ring
        current = self.current()
        return current is not None and current.id == _FIRST

    def change(self, change: Callable[[Version], KeyRing]) -> KeyRing:
        """Puts the changed ring in the current one's place; `change` is called again whenever somebody was faster.

        Raises:
            CommandError: somebody was faster each time, or the secret has no value.
        """
        for tries in range(_TRIES):
            time.sleep(tries * _PAUSE)
            version = self.current()
            if version is None:
                raise CommandError(f"{self.id} has no value any more: write the first with `minitickets keys create`.")
            ring, token = change(version), str(uuid4())
            self._put(token, ring)
            if self._move(version.id, token):
                return ring
        raise CommandError(f"others keep changing {self.id}, and nothing was changed here: run the command again.")

    def _put(self, token: str, ring: KeyRing) -> None:
        self.client.put_secret_value(
            SecretId=self.id,
            ClientRequestToken=token,  # the new version's id; AWS takes the same once, whatever the SDK sends again
            SecretString=serialize_key_ring(ring),
            VersionStages=[_NEXT],
        )

    def _move(self, from_id: str, to_id: str) -> bool:
        refused: Any = self.client.exceptions
        try:
            self.client.update_secret_version_stage(
                SecretId=self.id, VersionStage=_CURRENT, RemoveFromVersionId=from_id, MoveToVersionId=to_id
            )
        except (refused.InvalidParameterException, refused.ResourceNotFoundException):
            # Somebody else's version is the current one; or ours, if the answer of a try before this one got lost.
            current = self.current()
            return current is not None and current.id == to_id
        return True

    def _require(self) -> None:
        try:
            self.client.describe_secret(SecretId=self.id)  # ListSecrets may not know a new secret for five minutes
        except self.client.exceptions.ResourceNotFoundException as error:
            raise CommandError(f"there is no secret {self.id}: deploy the stack first.") from error
