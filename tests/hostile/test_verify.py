"""`minitickets verify` with arguments that nobody should give it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from fuzz.worlds import RING
from minitickets.ops.verify import verify
from tickets.signing_key import serialize_key_ring
from tickets.tokens import sign_ticket

TOKEN = sign_ticket(RING, "k1", "bkg_01JD8Z-1", "evt_9")
SECRET = json.loads(serialize_key_ring(RING))["keys"]["k1"]


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a key ring in a file; it is the working directory."""
    (tmp_path / "Pulumi.yaml").write_text("name: minitickets\n")
    (tmp_path / "Pulumi.dev.yaml").write_text("config:\n  aws:region: ap-south-1\n")
    (tmp_path / "ring.json").write_text(serialize_key_ring(RING))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refusal(*arguments: str) -> tuple[int, str]:
    """Runs the command; gives its exit status and what it says, which is no traceback and no secret."""
    result = CliRunner().invoke(verify, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert SECRET not in result.stderr
    return result.exit_code, result.stderr


@pytest.mark.parametrize(
    "token",
    [
        *("", " ", "-", "--", "--keys", "-1", "@ring.json", "~", "*", "$TOKEN", "%s", "{0}", "\\", "'\"", "\x1b[31m"),
        *("\n", "\r\n", "\u202e", "\ufeff", "\udcff", "\ud800", "é", "🎟", "...", "MT1....", "MT1.k1", "null", "1e400"),
        *(f"{TOKEN} .", f" {TOKEN}", f"\n{TOKEN}", f"{TOKEN}\x0b", f"{TOKEN}=", TOKEN * 2, TOKEN.lower(), TOKEN[:-1]),
        *("x" * 100_000, "[" * 100_000, "." * 100_000, "MT1." * 50_000),
    ],
    ids=lambda token: ascii(token)[:30],
)  # fmt: skip
def test_what_is_no_token_is_malformed_and_not_shown(token: str) -> None:
    status, told = refusal("--keys", "ring.json", "--", token)
    assert status == 1
    assert told.startswith("Not genuine: malformed (")
    assert told.count("\n") == 1
    assert told.isascii()
    assert TOKEN not in told


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\0", b"\xff\xfe{\0}\0", b"null", b"[]", b'"{}"', b"{}", b"[" * 100_000, b'{"a":' * 100_000),
        *(b'{"active": 1e400}', b'{"active": ' + b"1" * 5_000 + b"}", b'{"active": NaN, "keys": {}}'),
        b'{"active": "k1", "keys": {}}',
        *(b'{"active": "k1", "keys": {"k1": ""}}', b'{"active": "k1", "keys": {"k1": 1}}'),
        b'{"active": "k1", "active": "k1", "keys": {"k1": "x"}}',
        b'{"active": ["k1"], "keys": {"k1": "' + SECRET.encode() + b'"}}',
        b'{"active": "k1", "keys": {"' + SECRET.encode() + b'": "k1"}}',
        b'{"active": "k1", "keys": {"k1": "' + SECRET.encode() + b'\\n"}}',
        b'{"active": "\\ud800", "keys": {"\\ud800": "' + SECRET.encode() + b'"}}',
        b"\xef\xbb\xbf" + serialize_key_ring(RING).encode(),
    ],
    ids=lambda content: ascii(content)[:40],
)  # fmt: skip
def test_a_file_that_is_no_key_ring_is_refused_in_one_sentence(project: Path, content: bytes) -> None:
    (project / "ring.json").write_bytes(content)
    status, told = refusal("--keys", "ring.json", TOKEN)
    assert status == 1
    assert told.startswith("Error: ring.json ")
    assert told.count("\n") == 1


PATHS = ["", ".", "/", "/dev/null", "absent", "x" * 5_000, "ring.json/x", "-", "\udcff"]
STACKS = ["../../etc/passwd", "a b", "*", "\n", "\udcff", "dev\0", "é"]


@pytest.mark.parametrize(
    ("option", "value"), [*(("--keys", path) for path in PATHS), *(("--stack", stack) for stack in STACKS)], ids=ascii
)
def test_a_path_to_no_ring_and_a_stack_that_cannot_be_are_refused_in_one_sentence(option: str, value: str) -> None:
    status, told = refusal(option, value, TOKEN)
    assert status == 1
    assert told.startswith("Error: ")
    assert told.count("\n") == 1
