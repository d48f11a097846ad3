import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from botocore.exceptions import BotoCoreError, ClientError, EndpointConnectionError, NoCredentialsError

from minitickets import cli
from minitickets.errors import CommandError
from minitickets.home import find_project
from tests.fixtures.project import PROJECT

COMMANDS = [
    "demo",
    "local",
    "publish",
    "plan",
    "access",
    "map",
    "prove",
    "keys",
    "verify",
    "dlq",
    "drill",
    "docs",
    "simulate",
    "explore",
    "scale",
    "soak",
    "teardown",
    "image",
]

Ended = tuple[int, str, str]


@pytest.fixture
def main(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Runs the command line in this process; gives its exit status and what it said."""

    def run(*arguments: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["minitickets", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out, err

    return run


@pytest.fixture
def failing(main: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], Ended]:
    """Runs a command that raises."""

    def run(error: BaseException) -> Ended:
        @click.command
        def fail() -> None:
            raise error

        monkeypatch.setitem(sys.modules, "a_module_that_fails", SimpleNamespace(fail=fail))  # pyright: ignore[reportArgumentType]
        monkeypatch.setitem(cli._COMMANDS, "fail", ("a_module_that_fails:fail", "Fails."))
        return main("fail")

    return run


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command as its user does, who has no credentials of AWS, in a folder of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "MINITICKETS_"))}
    environment = kept | {"HOME": str(tmp_path), "AWS_EC2_METADATA_DISABLED": "true"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "minitickets", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=30, check=False
        )

    return run


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_help_lists_every_command_with_what_it_does(main: Callable[..., Ended], option: str) -> None:
    status, out, _ = main(option)

    assert status == 0
    listed = [line.split(maxsplit=1) for line in out.partition("Commands:\n")[2].splitlines() if line[:3].strip()]
    assert [name for name, _ in listed] == COMMANDS
    assert all(does.endswith(".") for _, does in listed)


@pytest.mark.parametrize(
    "command", [[name] for name in COMMANDS] + [["keys", "create"], ["keys", "rotate"]], ids="-".join
)
def test_every_command_explains_itself(main: Callable[..., Ended], command: list[str]) -> None:
    status, out, err = main(*command, "--help")

    assert (status, err) == (0, "")
    assert out.startswith(f"Usage: minitickets {' '.join(command)} ")


@pytest.mark.parametrize("command", ["demo", "publish", "plan", "verify", "image"])
def test_every_command_that_has_results_has_them_as_json(main: Callable[..., Ended], command: str) -> None:
    assert "--json" in main(command, "--help")[1]


def test_the_version_is_told(main: Callable[..., Ended]) -> None:
    status, out, _ = main("--version")

    assert status == 0
    assert out.startswith("minitickets, version ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(["deploy"], "No such command 'deploy'", id="no such command"),
        pytest.param(["keys", "delete"], "No such command 'delete'", id="no such subcommand"),
        pytest.param(["plan", "--stak", "dev"], "No such option", id="no such option"),
        pytest.param(["verify"], "Missing argument 'TOKEN'", id="no token"),
        pytest.param(["publish"], "Missing argument 'FILE'", id="no file"),
        pytest.param(["verify", "a", "b"], "unexpected extra argument", id="too much"),
        pytest.param(["local", "--port", "http"], "'http' is not a valid integer", id="a word for a port"),
        pytest.param(["local", "--port", "65536"], "65536 is not in the range", id="no such port"),
    ],
)
def test_bad_usage_ends_in_status_2_and_says_what_is_wrong(
    main: Callable[..., Ended], arguments: list[str], complaint: str
) -> None:
    status, out, err = main(*arguments)

    assert (status, out) == (2, "")
    assert complaint in err
    assert err.startswith("Usage: minitickets ")


def test_without_a_command_the_help_is_shown(main: Callable[..., Ended]) -> None:
    status, _, err = main()

    assert status == 2
    assert "Commands:" in err


def _refusal(message: str) -> ClientError:
    return ClientError({"Error": {"Code": "AccessDenied", "Message": message}}, "GetSecretValue")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        pytest.param(CommandError("there is no moon: wait."), "there is no moon: wait.", id="a refusal of ours"),
        pytest.param(
            _refusal("not\n  authorized"), "AWS refused GetSecretValue: AccessDenied: not authorized", id="AWS refuses"
        ),
        pytest.param(
            EndpointConnectionError(endpoint_url="http://127.0.0.1:9/"),
            'AWS could not be asked: Could not connect to the endpoint URL: "http://127.0.0.1:9/"',
            id="AWS cannot be reached",
        ),
        pytest.param(
            BotoCoreError(), "AWS could not be asked: An unspecified error occurred", id="anything else of botocore"
        ),
        pytest.param(
            NoCredentialsError(),
            "there are no AWS credentials: sign in (`aws sso login`) or set AWS_PROFILE; --local needs none.",
            id="no credentials",
        ),
        pytest.param(
            ZeroDivisionError("division\nby zero"),
            "ZeroDivisionError: division by zero (this is a fault of ours; MINITICKETS_DEBUG=1 shows where)",
            id="a fault of ours",
        ),
    ],
)
def test_whatever_goes_wrong_is_one_line_and_status_1(
    failing: Callable[[BaseException], Ended], error: BaseException, sentence: str
) -> None:
    assert failing(error) == (1, "", f"Error: {sentence}\n")


def test_an_interrupt_says_so_in_a_word(failing: Callable[[BaseException], Ended]) -> None:
    status, out, err = failing(KeyboardInterrupt())

    assert (status, out, err.strip()) == (1, "", "Aborted!")


def test_for_debugging_the_error_comes_as_it_is(
    failing: Callable[[BaseException], Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINITICKETS_DEBUG", "1")

    with pytest.raises(ZeroDivisionError):
        failing(ZeroDivisionError())


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        pytest.param(["keys", "list"], 1, "Error: there are no AWS credentials: ", id="no credentials"),
        pytest.param(["plan", "-s", "qa"], 1, "Error: stack 'qa' has no settings file ", id="no such stack"),
        pytest.param(["frobnicate"], 2, "Usage: ", id="bad usage"),
    ],
)
def test_the_process_ends_with_a_status_and_a_sentence_and_never_a_traceback(
    process: Callable[..., subprocess.CompletedProcess[str]], arguments: list[str], status: int, sentence: str
) -> None:
    ended = process(*arguments)

    assert (ended.returncode, ended.stdout) == (status, "")
    assert ended.stderr.startswith(sentence)
    assert "Traceback" not in ended.stderr


def test_what_is_not_needed_is_not_imported() -> None:
    asked = "import sys, minitickets.cli; print({'moto', 'pulumi', 'rich'} & set(sys.modules))"

    ended = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=30, check=True)

    assert ended.stdout == "set()\n"


def test_outside_of_any_project_the_commands_are_about_our_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)

    assert find_project().root == PROJECT.root
