import json
import re
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from click import Command
from click.testing import Result
from moto.core.models import DEFAULT_ACCOUNT_ID as ACCOUNT_ID
from moto.secretsmanager.models import secretsmanager_backends

from minitickets.ops.keys import create, keys, list_keys, remove, rotate
from minitickets.ops.verify import verify
from tickets.signing_key import KeyRing, create_key_ring, parse_key_ring, serialize_key_ring

from .conftest import Stack

Run = Callable[..., Result]

EVERY = pytest.mark.parametrize("command", [create, rotate, list_keys], ids=lambda command: command.name)


@pytest.fixture
def rotated(stack: Stack, run: Run) -> KeyRing:
    """The ring of a stack whose key was rotated, long ago."""
    stack.make_secret(serialize_key_ring(create_key_ring()))
    run(rotate)
    age(stack, 361)
    return parse_key_ring(stack.secret())


def age(stack: Stack, seconds: int) -> None:
    """Lets the secret's versions be that old."""
    secret = secretsmanager_backends[ACCOUNT_ID][stack.names.region].secrets[stack.names.signing_secret]
    for version in secret.versions.values():
        version["createdate"] = int(time.time()) - seconds


def test_a_removed_key_is_gone_and_what_that_means_is_said(stack: Stack, run: Run, rotated: KeyRing) -> None:
    result = run(remove, "k1")

    assert result.exit_code == 0
    assert parse_key_ring(stack.secret()) == KeyRing("k2", {"k2": rotated.key("k2")})
    assert "Tickets signed with k1 fail at the door from now on" in result.stdout
    assert "dead letters" in result.stdout


def test_a_removed_key_s_id_does_not_come_back(stack: Stack, run: Run, rotated: KeyRing) -> None:
    run(rotate)
    run(remove, "--now", "k1", "k2")
    run(rotate)

    assert parse_key_ring(stack.secret()).key_ids == ("k3", "k4")
    assert rotated.active == "k2"


@pytest.mark.usefixtures("rotated")
def test_the_removed_keys_are_told_to_programs(run: Run) -> None:
    assert json.loads(run(remove, "k1", "--json").stdout) == {"active": "k2", "keys": ["k2"]}


@pytest.mark.parametrize(
    ("key_ids", "sentence"),
    [
        pytest.param(["k2"], "key k2 signs: add another with `minitickets keys rotate` first.", id="the active one"),
        pytest.param(["k1", "k2"], "key k2 signs: add another with `minitickets keys rotate` first.", id="and another"),
        pytest.param(["k9"], "there is no key k9: the ring holds k1, k2.", id="none of that id"),
    ],
)
@pytest.mark.parametrize("now", [[], ["--now"]], ids=["in time", "now"])
def test_a_key_that_cannot_be_removed_is_refused(
    stack: Stack, run: Run, rotated: KeyRing, key_ids: list[str], sentence: str, now: list[str]
) -> None:
    result = run(remove, *key_ids, *now)

    assert (result.exit_code, result.stderr) == (1, f"Error: {sentence}\n")
    assert parse_key_ring(stack.secret()) == rotated


def test_a_key_that_a_running_function_may_sign_with_is_removed_only_if_asked_twice(
    stack: Stack, run: Run, rotated: KeyRing
) -> None:
    age(stack, 300)

    result = run(remove, "k1")

    assert result.exit_code == 1
    assert re.search(r"may sign with the ring as it was: run this again in (5[0-9]|60) s, or take --now", result.stderr)
    assert parse_key_ring(stack.secret()) == rotated
    assert run(remove, "k1", "--now").exit_code == 0
    assert parse_key_ring(stack.secret()).key_ids == ("k2",)


def test_create_writes_the_first_key_and_shows_only_its_id(stack: Stack, run: Run) -> None:
    stack.make_secret()

    result = run(keys, "create")

    ring = parse_key_ring(stack.secret())
    assert (result.exit_code, ring.active, ring.key_ids) == (0, "k1", ("k1",))
    assert "k1" in result.stdout
    assert json.loads(stack.secret())["keys"]["k1"] not in result.output


def test_create_leaves_a_ring_that_exists_as_it_is(stack: Stack, run: Run) -> None:
    before = serialize_key_ring(create_key_ring())
    stack.make_secret(before)

    result = run(create)

    assert result.exit_code == 1
    assert result.stderr == (
        "Error: stack dev on AWS in ap-south-1 has keys already: add one with `minitickets keys rotate`.\n"
    )
    assert stack.secret() == before


def test_rotate_adds_a_key_that_signs_and_keeps_the_others(stack: Stack, run: Run) -> None:
    ring = create_key_ring()
    stack.make_secret(serialize_key_ring(ring))

    result = run(rotate, "--json")

    rotated = parse_key_ring(stack.secret())
    assert json.loads(result.stdout) == {"active": "k2", "keys": ["k1", "k2"]}
    assert (rotated.active, rotated.key_ids) == ("k2", ("k1", "k2"))
    assert rotated.key("k1") == ring.key("k1") != rotated.key("k2")


def test_list_says_what_each_key_is_for(stack: Stack, run: Run) -> None:
    stack.make_secret(serialize_key_ring(create_key_ring()))
    run(rotate)

    lines = run(list_keys).stdout.splitlines()

    (first,) = [line for line in lines if " k1 " in line]
    (second,) = [line for line in lines if " k2 " in line]
    assert "verifies" in first
    assert "signs and verifies" not in first
    assert "signs and verifies" in second


@pytest.mark.parametrize(
    ("command", "arguments"), [(rotate, []), (list_keys, []), (verify, ["a token", "--stack", "dev"])], ids=str
)
def test_a_secret_without_a_value_has_no_keys_yet(
    stack: Stack, run: Run, command: Command, arguments: list[str]
) -> None:
    stack.make_secret()

    result = run(command, *arguments)

    assert result.exit_code == 1
    assert result.stderr.endswith("has no keys yet: write the first with `minitickets keys create`.\n")


@EVERY
def test_without_the_secret_the_stack_is_to_be_deployed_first(stack: Stack, run: Run, command: Command) -> None:
    stack.clients.secretsmanager.create_secret(Name=f"{stack.names.signing_secret}-of-another")

    result = run(command)

    assert result.exit_code == 1
    assert result.stderr == "Error: there is no secret minitickets-dev-ticket-signing-key: deploy the stack first.\n"


def test_a_secret_that_the_list_does_not_show_yet_is_there(
    stack: Stack, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack.make_secret()
    monkeypatch.setattr("minitickets.ops.target.Clients", lambda *_, **__: stack.clients)
    nothing: Any = (SimpleNamespace(status_code=200), {"SecretList": []})
    answer: Any = lambda **_: nothing  # noqa: E731 - types-boto3 has handlers answer None
    events, listing = stack.clients.secretsmanager.meta.events, "before-call.secrets-manager.ListSecrets"
    events.register(listing, answer)

    assert run(create).exit_code == 0
    events.unregister(listing, answer)
    assert parse_key_ring(stack.secret()).active == "k1"


@pytest.mark.parametrize(
    ("command", "value"),
    [
        pytest.param(list_keys, "c2VjcmV0", id="no JSON"),
        pytest.param(list_keys, '{"active": "k1", "keys": {"k1": "c2VjcmV0"}}', id="a short key"),
        pytest.param(list_keys, '{"active": "c2VjcmV0", "keys": {"c2VjcmV0==": 1}}', id="key and id mixed up"),
        pytest.param(create, '{"c2VjcmV0": 1}', id="another object, at create"),
        pytest.param(rotate, '{"c2VjcmV0": 1}', id="another object, at rotate"),
    ],
)
def test_an_ill_formed_value_is_refused_kept_and_never_shown(
    stack: Stack, run: Run, command: Command, value: str
) -> None:
    stack.make_secret(value)

    result = run(command)

    assert result.exit_code == 1
    assert result.stderr.startswith("Error: the value of minitickets-dev-ticket-signing-key is no key ring: ")
    assert len(result.output.splitlines()) == 1
    assert "c2VjcmV0" not in result.output
    assert stack.secret() == value


def test_a_binary_value_is_no_key_ring(stack: Stack, run: Run) -> None:
    stack.clients.secretsmanager.create_secret(Name=stack.names.signing_secret, SecretBinary=b"\x00")

    result = run(list_keys)

    assert result.exit_code == 1
    assert result.stderr.startswith("Error: the value of minitickets-dev-ticket-signing-key is no key ring: ")


def test_with_local_only_the_running_stack_s_keys_are_touched(stack: Stack, local_stack: Stack, run: Run) -> None:
    on_aws = serialize_key_ring(create_key_ring())
    stack.make_secret(on_aws)
    local_stack.make_secret(serialize_key_ring(create_key_ring()))

    result = run(rotate, "--local")

    assert "the local stack dev" in result.stdout
    assert parse_key_ring(local_stack.secret()).active == "k2"
    assert stack.secret() == on_aws
