import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.fixtures.programs import edit
from tests.fixtures.project import NAME

RunPlan = Callable[..., Result]
Git = Callable[..., str]

PUT = '"dynamodb:PutItem"'
ANOTHER_ACTION = ("infra/jobs/processed_jobs_table.py", PUT, f'{PUT}, "dynamodb:DeleteItem"')


def _the_sentence(result: Result) -> str:
    assert result.exit_code == 1, result.output
    *printed, line = result.output.splitlines()
    assert all(each.startswith("  | ") for each in printed)  # what the program has printed itself
    return line


def test_a_dirty_tree_is_compared_and_git_s_state_stays_as_it_was(
    repository: Path, run_plan: RunPlan, git: Git
) -> None:
    edit(repository, ANOTHER_ACTION)
    (repository / "staged.txt").write_text("kept")
    git(repository, "add", "staged.txt")
    before = git(repository, "status", "--porcelain")

    result = run_plan("--diff", "HEAD", "--json")

    found = json.loads(result.output)
    assert result.exit_code == 3
    assert (found["before"][:6], found["after"], found["exitStatus"]) == ("HEAD (", "working tree", 3)
    (permission,) = found["permissions"]
    assert (permission["who"], permission["verdict"]) == (f"role {NAME}-dev-worker", "broader")
    assert permission["gains"] == [f"may dynamodb:DeleteItem on dynamodb:table/{NAME}-dev-processed-jobs"]
    assert [(each["name"], each["change"]) for each in found["resources"]] == [("ProcessedJobsTable", "changed")]
    assert found["toAccept"] == ["ProcessedJobsTable"]
    assert git(repository, "status", "--porcelain") == before
    assert len(git(repository, "worktree", "list").splitlines()) == 1


@pytest.mark.long
def test_each_side_has_its_own_code_and_settings_and_overrides_hold_for_both(
    repository: Path, run_plan: RunPlan, git: Git
) -> None:
    edit(repository, ("Pulumi.yaml", "    default: 256", "    default: 512"))
    edit(repository, ("infra/naming.py", 'self.alarm_topic: Final = f"{prefix}-alarms"', "self.alarm_topic = 'a'"))
    git(repository, "commit", "--quiet", "--all", "--message", "More memory, another name")

    result = run_plan("--diff", "HEAD~1", "--json", "-c", "lease=true")

    found = {each["name"]: each for each in json.loads(result.output)["resources"]}
    assert found["worker"]["properties"] == [{"path": "memorySize", "before": 256, "after": 512}]
    assert found["alarms"]["because"] == ["name"]


def test_nothing_changes_in_a_clean_tree(repository: Path, run_plan: RunPlan) -> None:
    result = run_plan("--diff", "main")

    assert (result.exit_code, repository.is_dir()) == (0, True)
    assert result.output.splitlines()[1:] == ["nothing changes"]


def _step(op: str, name: str) -> dict[str, object]:
    urn = f"urn:pulumi:dev::{NAME}::aws:sqs/queue:Queue::{name}"
    state = {"urn": urn, "type": "aws:sqs/queue:Queue", "custom": True, "inputs": {}}
    return {"op": op, "urn": urn, "oldState": state, "newState": state}


@pytest.mark.long
def test_where_the_engine_says_otherwise_is_named_and_has_to_be_accepted(repository: Path, run_plan: RunPlan) -> None:
    preview = repository / "preview.json"
    stack = f"urn:pulumi:dev::{NAME}::pulumi:pulumi:Stack::{NAME}-dev"
    state = {"urn": stack, "type": "pulumi:pulumi:Stack", "custom": False}
    steps: list[object] = [{"op": "same", "urn": stack, "oldState": state, "newState": state}]
    steps += [_step("same", "as-it-was"), _step("update", "jobs-queue"), _step("import", "found")]
    preview.write_text(json.dumps({"steps": steps}), encoding="utf-8")

    beside = ("--diff", "main", "--engine", str(preview))
    found = json.loads(run_plan(*beside, "--json").output)

    of = {each["urn"].rpartition("::")[2]: (each["ours"], each["engines"]) for each in found["engine"]}
    assert of == {"found": ("", "imported"), "jobs-queue": ("", "changed")}
    assert (found["exitStatus"], found["toAccept"]) == (3, ["found", "jobs-queue"])
    comment = run_plan(*beside, "--markdown", "--accept-all")
    assert comment.exit_code == 0
    assert "the engine says otherwise of 2" in comment.output
    assert re.search(r"jobs-queue.* \| stays \| `changed` \|", comment.output)
    assert "stays here, imported to the engine" in run_plan(*beside).output


@pytest.mark.long
def test_what_is_accepted_exits_with_success(repository: Path, run_plan: RunPlan) -> None:
    edit(repository, ANOTHER_ACTION)

    refused = run_plan("--diff", "HEAD", "--accept", "ProcessedJobTable")
    accepted = run_plan("--diff", "HEAD", "--accept", "ProcessedJobsTable")

    assert (refused.exit_code, accepted.exit_code) == (3, 0)
    assert "Note: nothing that has to be accepted is called 'ProcessedJobTable'." in refused.stderr
    assert "Not accepted yet: --accept ProcessedJobsTable (or --accept-all)." in refused.output
    assert "Not accepted yet" not in accepted.output


@pytest.mark.long
def test_a_change_of_the_gate_is_a_question_and_what_became_broader_is_told_at_its_line(
    repository: Path, run_plan: RunPlan, git: Git, tmp_path: Path
) -> None:
    (repository / "pyproject.toml").write_text("[tool.pulumicheck]\ngate = ['infra/policy.py', 'pyproject.toml']\n")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message", "A gate")
    edit(repository, ANOTHER_ACTION)
    (repository / "infra" / "policy.py").write_text((repository / "infra" / "policy.py").read_text() + "\n")
    (repository / "pyproject.toml").write_text("[tool.pulumicheck]\ngate = []\n")

    refused = run_plan("--diff", "HEAD", "--accept", "ProcessedJobsTable", "--sarif", str(tmp_path / "found.sarif"))
    names = ("ProcessedJobsTable", "gate:infra/policy.py", "gate:pyproject.toml")
    accepted = run_plan("--diff", "HEAD", *(word for name in names for word in ("--accept", name)))

    assert (refused.exit_code, accepted.exit_code) == (3, 0)
    assert "The gate itself changes" in refused.output
    found = json.loads((tmp_path / "found.sarif").read_text(encoding="utf-8"))
    places = {
        result["ruleId"]: result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in found["runs"][0]["results"]
    }
    assert places["permission-broader"] == "infra/shared/execution_role.py"


def test_an_unknown_revision_is_one_sentence(repository: Path, run_plan: RunPlan) -> None:
    assert repository.is_dir()
    for name in ("nonsense", "--output=x", ""):
        assert _the_sentence(run_plan("--diff", name)).startswith(f"Error: git knows no revision {name!r}: ")


@pytest.mark.long
def test_a_revision_that_a_shallow_clone_lacks_is_one_sentence(
    repository: Path, run_plan: RunPlan, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(repository, "commit", "--quiet", "--allow-empty", "--message", "Another")
    git(tmp_path, "clone", "--quiet", "--depth", "1", repository.as_uri(), "shallow")
    monkeypatch.chdir(tmp_path / "shallow")

    assert run_plan("--diff", "HEAD").exit_code == 0
    assert "is not in this shallow clone: fetch it first" in _the_sentence(run_plan("--diff", "HEAD~1"))


def test_a_revision_from_before_the_program_is_one_sentence(repository: Path, run_plan: RunPlan, git: Git) -> None:
    git(repository, "checkout", "--quiet", "--orphan", "early")
    git(repository, "rm", "--quiet", "-r", "--cached", ".")
    git(repository, "commit", "--quiet", "--allow-empty", "--message", "Empty")

    sentence = _the_sentence(run_plan("--diff", "early"))

    assert "has no Pulumi.yaml: it is from before this program; name a later revision." in sentence


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("infra/__main__.py", "import pulumi\n", "import pulumi\n1 / 0\n", "ZeroDivisionError: division by zero"),
        ("Pulumi.dev.yaml", "aws:region: ap-south-1", "aws:region: nowhere", "aws:region"),
        ("Pulumi.yaml", "main: infra", "main: other", "there is no program at other/__main__.py."),
    ],
    ids=["it fails", "it refuses its settings", "it is not there"],
)
def test_a_revision_whose_program_does_not_run_is_one_sentence_about_the_revision(
    repository: Path, run_plan: RunPlan, git: Git, file: str, old: str, new: str, problem: str
) -> None:
    edit(repository, (file, old, new))
    git(repository, "commit", "--quiet", "--all", "--message", "Broken")
    edit(repository, (file, new, old))

    sentence = _the_sentence(run_plan("--diff", "HEAD"))

    assert sentence.startswith("Error: the program of HEAD (")
    assert "cannot be compared with" in sentence
    assert problem in sentence


@pytest.mark.long
def test_a_stack_that_the_revision_does_not_have_is_one_sentence(repository: Path, run_plan: RunPlan) -> None:
    (repository / "Pulumi.qa.yaml").write_text((repository / "Pulumi.dev.yaml").read_text())

    sentence = _the_sentence(run_plan("--diff", "HEAD", "--stack", "qa"))

    assert "the program of HEAD (" in sentence
    assert "stack 'qa' has no settings file Pulumi.qa.yaml" in sentence


def test_without_a_repository_or_without_git_it_is_one_sentence(
    repository: Path, run_plan: RunPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / ".git").rename(repository / "hidden")
    assert "not a git repository" in _the_sentence(run_plan("--diff", "HEAD"))

    monkeypatch.setenv("PATH", "")
    assert "there is no git on this machine" in _the_sentence(run_plan("--diff", "HEAD"))


@pytest.mark.long
def test_an_interrupt_leaves_nothing_behind(repository: Path, tmp_path: Path, git: Git) -> None:
    edit(repository, ("infra/__main__.py", "import pulumi\n", "import pulumi, time\ntime.sleep(60)\n"))
    git(repository, "commit", "--quiet", "--all", "--message", "Slow")
    edit(repository, ("infra/__main__.py", "import pulumi, time\ntime.sleep(60)\n", "import pulumi\n"))
    scratch = tmp_path / "temporary"
    scratch.mkdir()
    command = [sys.executable, "-m", "minitickets", "plan", "--diff", "HEAD"]
    with subprocess.Popen(command, cwd=repository, env={"TMPDIR": str(scratch), "PATH": "/usr/bin:/bin"}) as process:
        until = time.monotonic() + 20
        while not list(scratch.glob("*/tree/Pulumi.yaml")) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(2)  # until the slow program is what it waits for
        process.send_signal(signal.SIGINT)

        assert process.wait(timeout=20) == 1

    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [["--markdown"], ["--accept", "X"], ["--accept-all"], ["--diff", "a", "--diff-from", "b"]],
    ids=" ".join,
)
def test_options_that_do_not_go_together_are_bad_usage(run_plan: RunPlan, arguments: list[str]) -> None:
    assert run_plan(*arguments).exit_code == 2
