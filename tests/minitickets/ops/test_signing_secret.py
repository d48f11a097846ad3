"""Two people, each at their own speed, and one who is killed: no key is ever lost, and none has two meanings."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest
from greenlet import getcurrent, greenlet

from minitickets.errors import CommandError
from minitickets.ops import signing_secret
from minitickets.ops.signing_secret import SigningSecret
from tickets.signing_key import KeyRing, create_key_ring, parse_key_ring, rotate_key_ring, serialize_key_ring

from .conftest import Stack

_CALLS = ("GetSecretValue", "PutSecretValue", "UpdateSecretVersionStage")


class Killed(BaseException):
    """kill -9."""


@pytest.fixture
def secret(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> SigningSecret:
    monkeypatch.setattr(signing_secret.time, "sleep", lambda _: None)
    stack.make_secret()
    return SigningSecret(stack.clients.secretsmanager, stack.names.signing_secret)


@pytest.fixture
def before_each_call(secret: SigningSecret) -> Iterator[list[Callable[[str], None]]]:
    """What happens before each call to Secrets Manager."""
    happens: list[Callable[[str], None]] = []

    def tell(model: Any, **_: Any) -> None:
        for each in happens:
            each(model.name)

    secret.client.meta.events.register("before-call.secrets-manager", tell)
    yield happens
    secret.client.meta.events.unregister("before-call.secrets-manager", tell)


def ring_of(secret: SigningSecret) -> KeyRing:
    version = secret.current()
    assert version is not None
    return version.ring


def rotate(secret: SigningSecret) -> KeyRing:
    return secret.change(lambda version: rotate_key_ring(version.ring))


def holds_all(ring: KeyRing, others: Sequence[KeyRing]) -> bool:
    return all(ring.keys.get(key_id) == key for other in others for key_id, key in other.keys.items())


def test_the_calls_are_read_put_and_move(secret: SigningSecret, before_each_call: Any) -> None:
    secret.create(create_key_ring())
    calls: list[str] = []
    before_each_call.append(calls.append)
    rotate(secret)
    assert calls == list(_CALLS)


@dataclass
class TwoPeople:
    """Two rotations of one secret, each of which stops before each of its calls."""

    secret: SigningSecret
    got: list[KeyRing] = field(default_factory=list[KeyRing])

    def run(self, schedule: Sequence[int]) -> None:
        people = [greenlet(lambda: self.got.append(rotate(self.secret))) for _ in range(2)]
        for number in [*schedule, *[0, 1] * 20]:
            if not people[number].dead:
                people[number].switch()


def test_two_rotations_in_any_order_of_their_calls_end_with_both_keys(stack: Stack, before_each_call: Any) -> None:
    here = getcurrent()
    before_each_call.append(lambda _: here.switch() if getcurrent() is not here else None)
    steps = 1 + len(_CALLS)
    for number, places in enumerate(combinations(range(1, 2 * steps), steps - 1)):  # the first step is the first one's
        name = f"{stack.names.signing_secret}-{number}"
        stack.clients.secretsmanager.create_secret(Name=name)
        secret = SigningSecret(stack.clients.secretsmanager, name)
        first = create_key_ring()
        secret.create(first)
        two = TwoPeople(secret)
        two.run([0 if place in {0, *places} else 1 for place in range(2 * steps)])
        ring = ring_of(secret)
        assert ring.key_ids == ("k1", "k2", "k3")
        assert holds_all(ring, [first, *two.got])
        assert sorted(each.active for each in two.got) == ["k2", "k3"]


@pytest.mark.parametrize("call", _CALLS)
@pytest.mark.parametrize("others", [1, 2, 3])
def test_whoever_comes_between_is_not_undone(
    secret: SigningSecret, before_each_call: Any, call: str, others: int
) -> None:
    secret.create(create_key_ring())
    got, left = list[KeyRing](), [False] * 10 + [True] * others

    def meanwhile(name: str) -> None:
        if name == call and left.pop():
            before_each_call.clear()
            # With the AWS CLI, and not with the command: no label, no token.
            theirs = rotate_key_ring(ring_of(secret))
            secret.client.put_secret_value(SecretId=secret.id, SecretString=serialize_key_ring(theirs))
            got.append(theirs)
            before_each_call.append(meanwhile)

    before_each_call.append(meanwhile)
    ours = rotate(secret)
    before_each_call.clear()
    assert ring_of(secret) == ours
    assert got
    assert len(ours.keys) == 2 + len(got)
    assert holds_all(ours, got)


@pytest.mark.parametrize("call", range(4), ids=[*_CALLS, "the end"])
def test_a_rotation_that_is_killed_is_begun_again_and_nothing_is_lost(
    secret: SigningSecret, before_each_call: Any, call: int
) -> None:
    secret.create(create_key_ring())
    first, calls = ring_of(secret), list[str]()

    def kill(name: str) -> None:
        calls.append(name)
        if len(calls) == call + 1:
            raise Killed

    before_each_call.append(kill)
    try:
        rotate(secret)
    except Killed:
        before_each_call.clear()
        assert ring_of(secret) == first
    before_each_call.clear()
    again = rotate(secret)
    assert ring_of(secret) == again
    assert holds_all(again, [first])
    assert len(again.keys) == (3 if call == 3 else 2)


def test_a_move_whose_answer_got_lost_is_not_made_twice(secret: SigningSecret) -> None:
    secret.create(create_key_ring())
    event, moves = f"provide-client-params.secrets-manager.{_CALLS[2]}", list[Any]()

    def made_before(params: Any, **_: Any) -> None:
        moves.append(params)
        if len(moves) == 1:  # what the SDK sends then is a second try
            secret.client.update_secret_version_stage(**params)

    secret.client.meta.events.register(event, made_before)
    ring = rotate(secret)
    secret.client.meta.events.unregister(event, made_before)
    assert len(moves) == 2
    assert ring_of(secret) == ring
    assert ring.key_ids == ("k1", "k2")


def test_of_two_first_rings_one_is_the_first(secret: SigningSecret, before_each_call: Any) -> None:
    theirs, ours = create_key_ring(), create_key_ring()

    def meanwhile(name: str) -> None:
        if name == "PutSecretValue":
            before_each_call.clear()
            assert secret.create(theirs)

    before_each_call.append(meanwhile)
    assert not secret.create(ours)
    assert ring_of(secret) == theirs


def test_a_first_ring_is_not_written_over_a_value_that_somebody_puts_meanwhile(
    secret: SigningSecret, before_each_call: Any
) -> None:
    theirs = create_key_ring()

    def meanwhile(name: str) -> None:
        if name == "PutSecretValue":
            before_each_call.clear()
            secret.client.put_secret_value(SecretId=secret.id, SecretString=serialize_key_ring(theirs))

    before_each_call.append(meanwhile)
    assert not secret.create(create_key_ring())
    assert ring_of(secret) == theirs


@pytest.mark.parametrize("call", range(2), ids=["GetSecretValue", "PutSecretValue"])
def test_a_create_that_is_killed_is_begun_again(secret: SigningSecret, before_each_call: Any, call: int) -> None:
    calls: list[str] = []

    def kill(name: str) -> None:
        if name != "DescribeSecret":
            calls.append(name)
        if len(calls) == call + 1:
            before_each_call.clear()
            raise Killed

    before_each_call.append(kill)
    with pytest.raises(Killed):
        secret.create(create_key_ring())
    assert secret.current() is None
    ring = create_key_ring()
    assert secret.create(ring)
    assert ring_of(secret) == ring


def test_somebody_who_is_always_faster_is_told_of_and_nothing_is_changed(
    secret: SigningSecret, before_each_call: Any
) -> None:
    secret.create(create_key_ring())

    def meanwhile(name: str) -> None:
        if name == _CALLS[2]:
            theirs = serialize_key_ring(rotate_key_ring(ring_of(secret)))
            secret.client.put_secret_value(SecretId=secret.id, SecretString=theirs)

    before_each_call.append(meanwhile)
    with pytest.raises(CommandError, match=r"others keep changing .*: run the command again"):
        rotate(secret)
    assert len(ring_of(secret).keys) == 11


def test_a_secret_of_before_is_rotated(stack: Stack, secret: SigningSecret) -> None:
    before = create_key_ring()
    stack.clients.secretsmanager.put_secret_value(SecretId=secret.id, SecretString=serialize_key_ring(before))
    ring = rotate(secret)
    assert parse_key_ring(stack.secret()) == ring
    assert holds_all(ring, [before])
    previous = secret.client.get_secret_value(SecretId=secret.id, VersionStage="AWSPREVIOUS")["SecretString"]
    assert parse_key_ring(previous) == before
