import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from minitickets.ops.keys import create_demo_ring, remember_demo
from minitickets.ops.verify import verify
from tickets.signing_key import KeyRing, create_key_ring, rotate_key_ring, serialize_key_ring
from tickets.tokens import sign_ticket

from .conftest import Stack

Run = Callable[..., Result]

RING = KeyRing("k1", {"k1": bytes(range(32))})
TOKEN = sign_ticket(RING, "k1", "bkg_1-2", "evt_9")


@pytest.fixture
def keys_file(tmp_path: Path) -> str:
    (tmp_path / "ring.json").write_text(serialize_key_ring(RING))
    return "ring.json"


@pytest.mark.usefixtures("project")
def test_a_genuine_token_says_which_ticket_it_is(run: Run, keys_file: str) -> None:
    result = run(verify, TOKEN, "--keys", keys_file)

    assert result.exit_code == 0
    assert result.stdout == "Genuine: ticket bkg_1-2 for event evt_9, signed with key k1 of ring.json.\n"


@pytest.mark.usefixtures("project")
def test_a_genuine_token_as_json(run: Run, keys_file: str) -> None:
    result = run(verify, TOKEN, "--keys", keys_file, "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "valid": True,
        "keyId": "k1",
        "ticketId": "bkg_1-2",
        "eventId": "evt_9",
        "keysFrom": "ring.json",
    }


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("token", "reason"),
    [
        pytest.param(TOKEN.replace("bkg_1-2", "bkg_1-3"), "bad signature", id="another ticket"),
        pytest.param(sign_ticket(create_key_ring(), "k1", "bkg_1-2", "evt_9"), "bad signature", id="another's key"),
        pytest.param(TOKEN.replace(".k1.", ".k2."), "unknown key", id="a key that the ring does not hold"),
        pytest.param(TOKEN[:-1], "malformed", id="cut off"),
    ],
)
def test_what_is_not_genuine_ends_in_status_1_with_the_reason(
    run: Run, keys_file: str, token: str, reason: str
) -> None:
    for_people, for_programs = (run(verify, "--keys", keys_file, *json, "--", token) for json in ([], ["--json"]))

    assert (for_people.exit_code, for_people.stdout) == (1, "")
    assert for_people.stderr.startswith(f"Not genuine: {reason} (")
    assert for_programs.exit_code == 1
    assert json.loads(for_programs.stdout) == {"valid": False, "reason": reason, "keysFrom": "ring.json"}


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("added", ["\r", "\n", "\r\n", " ", "\t", " \r\n"], ids=repr)
def test_what_a_scanner_adds_after_a_token_does_not_count(run: Run, keys_file: str, added: str) -> None:
    assert run(verify, TOKEN + added, "--keys", keys_file).exit_code == 0


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    "text",
    [
        f" {TOKEN}",
        f"{TOKEN}.",
        f"{TOKEN}\0",
        f"{TOKEN}\u00a0",
        f"{TOKEN}\u2028",
        TOKEN.replace(".k1", " .k1"),
        "\r",
        "",
    ],
    ids=repr,
)
def test_nothing_else_is_taken_off(run: Run, keys_file: str, text: str) -> None:
    result = run(verify, "--keys", keys_file, "--json", "--", text)

    assert json.loads(result.stdout)["reason"] == "malformed"


@pytest.mark.usefixtures("project")
def test_a_ticket_signed_before_a_rotation_is_genuine(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ring.json").write_text(serialize_key_ring(rotate_key_ring(RING)))

    assert run(verify, TOKEN, "--keys", "ring.json").exit_code == 0


@pytest.fixture
def every_source(stack: Stack, local_stack: Stack, keys_file: str) -> str:
    """Each source has keys of its own; the file's are those that TOKEN was signed with."""
    stack.make_secret(serialize_key_ring(create_key_ring()))
    local_stack.make_secret(serialize_key_ring(create_key_ring()))
    remember_demo(create_demo_ring())
    return keys_file


@pytest.mark.usefixtures("every_source")
@pytest.mark.parametrize(
    ("options", "whose"),
    [
        pytest.param(["--keys", "ring.json", "--stack", "dev", "--local"], "ring.json", id="a file before all others"),
        pytest.param(["--stack", "dev"], "stack dev on AWS in ap-south-1", id="a stack that is named"),
        pytest.param(["--local"], "the local stack dev", id="the local stack that is asked for"),
        pytest.param(["--stack", "dev", "--local"], "the local stack dev", id="local before AWS"),
        pytest.param([], "the latest demos and the local stack dev", id="all that is here"),
    ],
)
def test_the_keys_come_from_the_source_that_is_asked_for(run: Run, options: list[str], whose: str) -> None:
    result = run(verify, TOKEN, "--json", *options)

    assert json.loads(result.stdout)["keysFrom"] == whose
    assert json.loads(result.stdout)["valid"] is (whose == "ring.json")


@pytest.mark.usefixtures("project")
def test_without_any_other_source_the_latest_demos_keys_count_each_of_them(run: Run, tmp_path: Path) -> None:
    first, second = create_demo_ring(), create_demo_ring()
    remember_demo(first)
    remember_demo(second)

    for ring in (first, second):
        result = run(verify, sign_ticket(ring, ring.active, "bkg_1-1", "evt_9"))
        assert result.stdout.endswith(f"signed with key {ring.active} of the latest demos.\n")
    assert (tmp_path / ".minitickets" / "demo-keys.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("project")
def test_the_keys_of_a_demo_are_not_written_through_a_link(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_text("mine")
    (tmp_path / ".minitickets").mkdir()
    (tmp_path / ".minitickets" / "demo-keys.json").symlink_to(theirs)

    remember_demo(create_demo_ring())

    assert theirs.read_text() == "mine"
    assert not (tmp_path / ".minitickets" / "demo-keys.json").is_symlink()


@pytest.mark.usefixtures("stale_stack")
def test_a_stack_that_was_killed_does_not_stand_before_the_latest_demos(run: Run) -> None:
    ring = create_demo_ring()
    remember_demo(ring)

    token = sign_ticket(ring, ring.active, "bkg_1-1", "evt_9")
    assert json.loads(run(verify, token, "--json").stdout)["keysFrom"] == "the latest demos"


@pytest.mark.usefixtures("project")
def test_without_any_keys_the_ways_to_name_some_are_told(run: Run) -> None:
    result = run(verify, TOKEN)

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "Error: there are no keys to verify with: name a stack with --stack, or a file with --keys.\n"
    )


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(None, "cannot be read: give --keys the file of a key ring.", id="no file"),
        pytest.param(b"\xff", "cannot be read: give --keys the file of a key ring.", id="no text"),
        pytest.param(b"c2VjcmV0", "holds no key ring: the signing secret's value is not JSON.", id="no ring"),
    ],
)
def test_a_file_that_holds_no_ring_is_refused_by_name(
    run: Run, tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    if content is not None:
        (tmp_path / "ring.json").write_bytes(content)

    result = run(verify, TOKEN, "--keys", "ring.json")

    assert (result.exit_code, result.stderr) == (1, f"Error: ring.json {sentence}\n")
