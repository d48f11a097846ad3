"""What a program does in its process, and what comes of it: a recording of all, or an error that says why not."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan import process, running
from pulumicheck.plan.plan import make_plan, planning
from pulumicheck.plan.project import read_project
from pulumicheck.plan.recording import Recording
from tests.fixtures import warm
from tests.fixtures.programs import project_in

QUEUE = "import pulumi_aws as aws\naws.sqs.Queue('q', name='q')\n"
Ran = Callable[[str], Recording]


@pytest.fixture
def ran(tmp_path: Path) -> Ran:
    """Records a program."""
    return lambda source: make_plan(project_in(tmp_path, source), "dev").recording


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        ("import sys; sys.exit(0)", r"the program ends itself with sys\.exit\(0\)"),
        ("raise SystemExit", r"the program ends itself with sys\.exit\(None\)"),
        ("import os; os._exit(0)", "its process ended with status 0 before the program did"),
        ("import os, atexit; atexit.register(os._exit, 0); os._exit(0)", "ended with status 0"),
        ("import os; os.kill(os.getpid(), 9)", "its process ended by signal SIGKILL"),
        ("import threading, os, time; threading.Timer(0, os._exit, [0]).start(); time.sleep(9)", "with status 0"),
        ("import os; os.closerange(3, 300)", "."),
        ("import pulumi.runtime.stack as s; s.Stack._finish = lambda self: None", "before the stack's outputs were"),
        ("raise KeyboardInterrupt", "failed: KeyboardInterrupt"),
        ("raise BaseExceptionGroup('all', [SystemExit(0)])", "failed: BaseExceptionGroup"),
    ],
    ids=["exit", "SystemExit", "_exit", "atexit", "SIGKILL", "a thread", "no files", "no outputs", "^C", "a group"],
)
def test_a_program_that_ends_itself_is_no_recording(ran: Ran, end: str, sentence: str) -> None:
    with pytest.raises(CheckError, match=sentence):
        ran(QUEUE + end)


@pytest.mark.parametrize("loop", ["while True: pass", "import time; time.sleep(99)"], ids=["busy", "asleep"])
def test_a_program_that_does_not_end_is_ended(ran: Ran, loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_PREVIEW_LIMIT", 2)

    with pytest.raises(CheckError, match="did not end within 2 seconds"):
        ran(QUEUE + loop)


def test_what_it_has_started_ends_with_it(ran: Ran, tmp_path: Path) -> None:
    pid = str(tmp_path / "pid")
    child = f"import subprocess; p = subprocess.Popen(['sleep', '99']); open({pid!r}, 'w').write(str(p.pid))"

    recording = ran(QUEUE + child)

    assert len(recording.resources) == 1
    status = Path(f"/proc/{(tmp_path / 'pid').read_text()}/stat")
    while status.exists() and status.read_text().split()[2] != "Z":
        time.sleep(0.01)


def test_what_it_prints_is_shown_only_if_it_fails(ran: Ran, capsys: pytest.CaptureFixture[str]) -> None:
    ran("import os, pulumi\nprint('<!-- a comment -->')\nos.write(1, b'{')\npulumi.log.error('not so bad')")
    assert capsys.readouterr() == ("", "")


def test_of_one_that_fails_the_last_lines_are_shown_without_what_a_terminal_obeys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "import pulumi\nfor n in range(99): print(n)\nprint('\\x1b[2Jhere')\npulumi.log.warn('beware')\n1 / 0"

    with pytest.raises(CheckError) as failed:
        make_plan(project_in(tmp_path, source), "dev")
    failed.value.show()

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("  | beware\n  | 8")
    assert "  |  [2Jhere\n" in said.err
    assert said.err.endswith("Error: the program of stack dev failed: ZeroDivisionError: division by zero\n")
    assert "  | 1\n" not in said.err


def test_it_gets_no_more_of_the_environment_than_it_needs(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "PULUMI_ACCESS_TOKEN", "HTTPS_PROXY", "OTHER"):
        monkeypatch.setenv(name, "told")

    outputs = ran("""
import os, pathlib, pulumi, sys
pulumi.export("names", sorted(os.environ))
pulumi.export("values", [name for name, value in os.environ.items() if "told" in value])
pulumi.export("home", os.listdir(pathlib.Path.home()))
pulumi.export("region", os.environ["AWS_REGION"])
pulumi.export("input", sys.stdin.read())
""").outputs

    assert {name for name in outputs["names"] if not name.startswith(("LC_", "PYTHON"))} <= {
        *("PATH", "LANG", "LANGUAGE", "TZ", "HOME", "TMPDIR", "AWS_REGION", "AWS_DEFAULT_REGION"),
        *("AWS_EC2_METADATA_DISABLED", "PULUMI_CONFIG", "PULUMI_ERROR_OUTPUT_STRING"),
    }
    assert (outputs["values"], outputs["home"], outputs["region"]) == ([], [], "ap-south-1")
    assert outputs["input"] == ""


def test_a_call_to_aws_ends_in_a_sentence(ran: Ran) -> None:
    with pytest.raises(CheckError, match="failed: NoCredentialsError: Unable to locate credentials"):
        ran("import boto3; boto3.client('sts').get_caller_identity()")


def test_its_folder_is_where_files_and_modules_are_found_first(tmp_path: Path) -> None:
    project = project_in(
        tmp_path, 'import pulumi, jinja2\npulumi.export("found", jinja2.WHO + open("name.txt").read())'
    )
    (project.main / "jinja2.py").write_text("from infra.who import WHO")
    (project.main / "who.py").write_text("WHO = 'its own '")
    (project.main / "name.txt").write_text("file")

    assert make_plan(project, "dev").recording.outputs == {"found": "its own file"}
    assert not list(tmp_path.rglob("__pycache__")), "something is written into its tree"


def test_nothing_of_the_tree_whose_revision_it_is_can_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, then = tmp_path / "now", tmp_path / "then"
    for tree, word in ((now, "new"), (then, "old")):
        (tree / "src").mkdir(parents=True)
        (tree / "src" / "told.py").write_text(f"WORD = {word!r}")
        project_in(tree, "import pulumi, told\npulumi.export('word', told.WORD)")
    (now / "src" / "added.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(now / "src"))
    monkeypatch.setattr(process, "start", warm.fresh)

    with planning(read_project(now), "dev") as after, planning(read_project(then, then, now), "dev") as before:
        assert (before().recording.outputs, after().recording.outputs) == ({"word": "old"}, {"word": "new"})
    (then / "infra" / "__main__.py").write_text("import added")
    with pytest.raises(CheckError, match=r"^the program needs the package added, which is not installed here: "):
        make_plan(read_project(then, then, now), "dev")


def test_the_reader_is_no_part_of_what_a_program_finds(ran: Ran) -> None:
    home = str(Path(process.__file__).parents[2])
    if not any(Path(entry).resolve() == Path(home) for entry in sys.path if entry):
        pytest.skip("it is installed")
    with pytest.raises(CheckError, match="the program needs the package embeddedaws"):
        ran("import embeddedaws")


def test_a_program_may_be_a_file(tmp_path: Path) -> None:
    project_in(tmp_path, "")
    (tmp_path / "Pulumi.yaml").write_text("name: example\nmain: infra/it.py\n")
    (tmp_path / "infra" / "it.py").write_text("import os, pulumi\npulumi.export('in', os.path.basename(os.getcwd()))")

    assert make_plan(read_project(tmp_path), "dev").recording.outputs == {"in": "infra"}
