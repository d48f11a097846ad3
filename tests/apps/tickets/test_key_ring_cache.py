from dataclasses import dataclass, field

import boto3
import pytest

from aws.reference import BotocoreClient
from tickets.key_ring_cache import CachedKeyRing, read_signing_secret
from tickets.signing_key import KeyRingError, create_key_ring, rotate_key_ring, serialize_key_ring


@dataclass
class Secret:
    """A secret and a clock; it counts how often it is read."""

    value: str = field(default_factory=lambda: serialize_key_ring(create_key_ring()))
    reads: int = 0
    seconds: float = 1000.0

    def read(self) -> str:
        self.reads += 1
        return self.value

    def cache(self) -> CachedKeyRing:
        return CachedKeyRing(self.read, monotonic=lambda: self.seconds)


def test_the_ring_is_read_once_in_five_minutes() -> None:
    secret = Secret()
    cache = secret.cache()
    for second in range(0, 300, 10):
        secret.seconds = 1000.0 + second
        cache.current()
    assert secret.reads == 1
    secret.seconds = 1300.0
    cache.current()
    assert secret.reads == 2


def test_a_rotation_arrives_within_five_minutes() -> None:
    secret = Secret()
    cache = secret.cache()
    assert cache.current().active == "k1"
    secret.value = serialize_key_ring(rotate_key_ring(cache.current()))
    assert cache.current().active == "k1"
    secret.seconds += 300
    assert cache.current().active == "k2"


def test_a_key_that_another_environment_knows_already_is_looked_for_at_once() -> None:
    secret = Secret()
    cache = secret.cache()
    secret.value = serialize_key_ring(rotate_key_ring(cache.current()))
    assert "k2" in cache.holding("k2")
    assert secret.reads == 2


def test_a_key_that_is_held_costs_no_read() -> None:
    secret = Secret()
    cache = secret.cache()
    cache.current()
    cache.holding("k1")
    assert secret.reads == 1


def test_of_two_readings_at_once_the_one_that_began_later_is_kept() -> None:
    secret = Secret()
    late = serialize_key_ring(rotate_key_ring(secret.cache().current()))

    def read() -> str:
        value, secret.value = secret.value, late
        if secret.seconds == 1000.0:  # the first reading is overtaken
            secret.seconds += 1
            assert cache.current().active == "k2"
        return value

    cache = CachedKeyRing(read, monotonic=lambda: secret.seconds)
    assert cache.current().active == "k1"
    assert cache.current().active == "k2"


def test_an_ill_formed_value_is_an_error_and_not_the_old_ring() -> None:
    secret = Secret()
    cache = secret.cache()
    cache.current()
    good, secret.value = secret.value, "{}"
    secret.seconds += 300
    for _ in range(2):
        with pytest.raises(KeyRingError):
            cache.current()
    secret.value = good
    assert cache.current().active == "k1"


@pytest.mark.usefixtures("aws")
def test_the_value_comes_from_secrets_manager(secret_value: str) -> None:
    client = boto3.client("secretsmanager")
    arn = client.create_secret(Name="signing-key", SecretString=secret_value)["ARN"]
    assert read_signing_secret(BotocoreClient(client), arn) == secret_value


@pytest.mark.usefixtures("aws")
@pytest.mark.parametrize(
    ("value", "said"), [({}, "minitickets keys create"), ({"SecretBinary": b"e30="}, "binary")], ids=["none", "binary"]
)
def test_a_secret_without_a_text_says_what_to_do(value: dict[str, bytes], said: str) -> None:
    client = boto3.client("secretsmanager")
    arn = client.create_secret(Name="signing-key", **value)["ARN"]  # pyright: ignore[reportArgumentType]
    with pytest.raises(KeyRingError, match=said):
        read_signing_secret(BotocoreClient(client), arn)
