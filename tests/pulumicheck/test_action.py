"""The action, the workflows' scripts and the pre-commit hook, as far as they run without GitHub."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from pulumicheck.__main__ import cli
from tests.fixtures.project import PROJECT

ROOT = PROJECT.root
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "run" in step}
REVIEW_PAGE = (ROOT / "docs" / "review.md").read_text(encoding="utf-8")
BASH = shutil.which("bash") or ""
HEAD = "0123456789abcdef0123456789abcdef01234567"

pytestmark = pytest.mark.skipif(not BASH, reason="there is no bash")


def _workflow(name: str) -> dict[str, Any]:
    return yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))


def _script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a script as a runner does, with the variables of a step's `env` and with stand-ins for programs."""

    def run(script: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        environment = {
            "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(tmp_path),
            "RUNNER_TEMP": str(tmp_path),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
            "GITHUB_OUTPUT": str(tmp_path / "output"),
            **variables,
        }
        command = [BASH, "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return run


def _stand_in(folder: Path, prints: str, status: int = 0) -> None:
    """A Python that writes down what it was given, and prints something."""
    _script(
        folder / "pulumicheck" / "bin" / "python",
        f'#!{BASH}\nprintf "%s\\n" "$PWD" "$@" >"$RUNNER_TEMP/given"\nenv >"$RUNNER_TEMP/env"\n'
        f"cat <<'END'\n{prints}\nEND\nexit {status}\n",
    )


def _review(run: Run, folder: Path, accepted: str = "", **variables: str) -> "subprocess.CompletedProcess[str]":
    (folder / "pulumicheck" / "accepted").write_text(accepted)
    (folder / "change dir").mkdir(exist_ok=True)
    empty = dict.fromkeys(STEPS["Review"]["env"], "")
    told = {**empty, "DIRECTORY": "change dir", "REVISION": "HEAD^1", "STACK": "dev", "HEAD": HEAD, **variables}
    return run(STEPS["Review"]["run"], **told)


def test_the_review_gets_what_the_inputs_say_word_by_word(run: Run, tmp_path: Path) -> None:
    _stand_in(tmp_path, "<!-- shop plan dev -->")

    ended = _review(
        run,
        tmp_path,
        accepted="--accept\nrole worker/Read\n",
        ACCEPT="a b\n$(touch x)\n\n",
        CONFIG="k=v w\n",
        GATE="infra/**",
    )

    assert ended.returncode == 0, ended.stderr
    folder, *given = (tmp_path / "given").read_text().splitlines()
    assert folder == str(tmp_path / "change dir")
    assert given[:3] == ["-P", "-m", "pulumicheck"]
    words = [*("--accept", "role worker/Read", "--accept", "a b", "--accept", "$(touch x)"), "--config", "k=v w"]
    assert given[given.index("--accept") :] == [*words, "--gate", "infra/**", "--", "HEAD^1"]
    assert not (tmp_path / "x").exists()
    context = cli.commands["diff"].make_context("diff", given[4:])
    assert (context.params["names"], context.params["revision"]) == (
        ("role worker/Read", "a b", "$(touch x)"),
        "HEAD^1",
    )
    assert "GITHUB_TOKEN" not in (tmp_path / "env").read_text()


@pytest.mark.parametrize("status", [0, 1, 3])
def test_the_review_s_status_is_the_step_s_and_an_output(run: Run, tmp_path: Path, status: int) -> None:
    _stand_in(tmp_path, "<!-- shop plan dev -->", status)

    assert _review(run, tmp_path).returncode == status

    output = dict(line.split("=", 1) for line in (tmp_path / "output").read_text().splitlines())
    report = Path(output["report"]).read_text()
    assert output["status"] == str(status)
    assert report == (tmp_path / "summary").read_text()
    assert report.startswith("<!-- shop plan dev -->\n")
    assert (f"`accept {HEAD}`" in report) is (status == 3)
    assert set(output) == set(ACTION["outputs"])


def test_only_a_pull_request_has_comments_to_read(run: Run, tmp_path: Path) -> None:
    _stand_in(tmp_path, "--accept-all")
    script = STEPS["Read what was accepted of this commit"]["run"]

    assert run(script, NUMBER="", HEAD="").returncode == 0
    assert (tmp_path / "pulumicheck" / "accepted").read_text() == ""
    assert run(script, NUMBER="7", HEAD=HEAD).returncode == 0
    assert (tmp_path / "pulumicheck" / "accepted").read_text() == "--accept-all\n"
    given = (tmp_path / "given").read_text().splitlines()[4:]
    assert (
        cli.commands["accepted"].make_context("accepted", [*given[1:], "--repository", "a/b"]).params["commit"] == HEAD
    )


def test_if_comments_cannot_be_read_the_job_ends(run: Run, tmp_path: Path) -> None:
    _stand_in(tmp_path, "", status=1)

    assert run(STEPS["Read what was accepted of this commit"]["run"], NUMBER="7", HEAD=HEAD).returncode == 1


_PROGRAM_FILES = {
    "uv.lock": ["export --quiet --frozen --no-default-groups --no-emit-workspace --project BASE --all-extras"],
    "requirements.txt": [],
    "": [],
}


@pytest.mark.parametrize("file", _PROGRAM_FILES)
def test_what_is_installed_is_the_reader_s_and_then_what_the_base_names(
    run: Run, tmp_path: Path, git: Callable[..., str], file: str
) -> None:
    change = tmp_path / "change"
    (change / "program").mkdir(parents=True)
    git(change, "init", "--quiet")
    if file:
        (change / "program" / file).write_text("of the base")
    git(change, "add", ".")
    git(change, "commit", "--quiet", "--allow-empty", "--message", "Base")
    for name in ("uv.lock", "requirements.txt"):
        (change / "program" / name).write_text("of the change")
    git(change, "add", ".")
    git(change, "commit", "--quiet", "--message", "Change")
    log = f'printf "%s\\n" "${{0##*/}} $*" >>{tmp_path}/log\n'
    uv = (
        f'#!{BASH}\n{log}while [ $# -gt 1 ]; do [ "$1" != --output-file ] || cp "${{P:-/dev/null}}" "$2"; shift; done\n'
    )
    python = f'#!{BASH}\n{log}case "$*" in *sysconfig*) mkdir -p {tmp_path}/site; echo {tmp_path}/site ;; esac\n'
    _script(tmp_path / "uv", uv)
    _script(tmp_path / "python", python)
    _script(
        tmp_path / "bin" / "python",
        f'#!{BASH}\nmkdir -p "$3/bin" && cp {tmp_path}/uv {tmp_path}/python "$3/bin/"\n',
    )

    ended = run(STEPS["Install"]["run"], DIRECTORY=str(change / "program"), REVISION="HEAD^1", REQUIREMENTS="")

    assert ended.returncode == 0, ended.stderr
    place, base = tmp_path / "pulumicheck", tmp_path / "pulumicheck" / "base" / "program"
    lines = (tmp_path / "log").read_text().replace(f"{base}/", "BASE").splitlines()
    locked = [line.partition(" --output-file")[0] for line in lines if line.startswith("uv export")]
    assert locked[0].endswith(f"--project {ROOT} --extra check")
    assert [line.removeprefix("uv ") for line in locked[1:]] == _PROGRAM_FILES[file]
    assert re.fullmatch(r"python -m pip install --quiet --disable-pip-version-check uv==\d+\.\d+\.\d+", lines[0])
    assert (place / "program.txt").read_text() == ("of the base" if file == "requirements.txt" else "")
    assert (tmp_path / "site" / "pulumicheck" / "__main__.py").is_file()


def test_the_action_is_documented_input_by_input() -> None:
    table = re.findall(r"^\| `([a-z-]+)` \|", REVIEW_PAGE, re.MULTILINE)

    assert [name for name in table if name in ACTION["inputs"] or name in ACTION["outputs"]] == [
        *ACTION["inputs"],
        *ACTION["outputs"],
    ]


def test_every_example_of_the_page_uses_inputs_that_are_there() -> None:
    texts = re.findall(r"^```yaml\n(.*?)^```", REVIEW_PAGE, re.MULTILINE | re.DOTALL)
    examples = [yaml.safe_load(text) for text in texts]
    steps = [step for each in examples for step in _steps(each) if "minitickets@" in step.get("uses", "")]

    assert steps
    for step in steps:
        assert set(step["with"]) <= set(ACTION["inputs"])
        assert "stack" in step["with"]


def _steps(example: Any) -> Sequence[dict[str, Any]]:
    return [step for step in example if "uses" in step] if isinstance(example, list) else []


def test_only_the_step_that_reads_comments_has_the_token() -> None:
    having = [name for name, step in STEPS.items() if "token" in json.dumps(step.get("env", {})).lower()]

    assert having == ["Read what was accepted of this commit"]


def test_our_own_workflow_is_judged_by_the_base_s_action() -> None:
    base, change, review, *_ = _workflow("plan.yml")["jobs"]["plan"]["steps"]

    assert base["with"]["ref"] == "${{ github.event.pull_request.base.sha }}"
    assert review["uses"] == f"./{base['with']['path']}"
    assert review["with"]["working-directory"] == change["with"]["path"]
    assert "ref" not in change["with"]


_GH = """#!{bash}
case "$*" in
*--jq*) cat "$RUNNER_TEMP/comments.json" | jq -r "${{@: -1}}" ;;
*) printf '%s\\n' "$*" >>"$RUNNER_TEMP/calls" ;;
esac
"""


@pytest.fixture
def comment(run: Run, tmp_path: Path) -> Callable[[str, str, list[Any]], tuple[int, str]]:
    """Runs the step that writes comments: gives its status and what it asked GitHub for."""
    if not shutil.which("jq"):
        pytest.skip("there is no jq")

    def write(workflow: str, report: str, comments: list[Any]) -> tuple[int, str]:
        (step,) = [step for step in _workflow(workflow)["jobs"]["comment"]["steps"] if "run" in step]
        _script(tmp_path / "bin" / "gh", _GH.format(bash=BASH))
        (tmp_path / "comments.json").write_text(json.dumps(comments))
        (tmp_path / "reports").mkdir()
        (tmp_path / "reports" / "one.md").write_text(report)
        (tmp_path / "calls").write_text("")
        ended = run(step["run"], GH_TOKEN="x", COMMENTS="repos/ada/shop/issues/7/comments")
        return ended.returncode, (tmp_path / "calls").read_text()

    return write


def _by(login: str, body: str, id_: int) -> dict[str, Any]:
    return {"user": {"login": login}, "body": body, "id": id_}


@pytest.mark.parametrize("name", ["plan", "preview"])
def test_a_comment_is_renewed_if_it_is_the_bot_s_and_has_the_mark(
    comment: Callable[..., tuple[int, str]], name: str
) -> None:
    mark = f"<!-- shop {name} dev -->"
    bot = "github-actions[bot]"
    others = [_by("eve", mark, 1), _by(bot, "other", 2), _by(bot, f"<!-- shop {name} prod -->", 3)]

    status, calls = comment(f"{name}.yml", f"{mark}\n\nText\n", [*others, _by(bot, f"{mark}\nOld", 4)])

    assert status == 0
    assert calls == "api --silent --method PATCH repos/ada/shop/issues/comments/4 --field body=@reports/one.md\n"


def test_a_report_without_a_comment_gets_one(comment: Callable[..., tuple[int, str]]) -> None:
    status, calls = comment("plan.yml", "<!-- shop plan dev -->\n", [_by("github-actions[bot]", "x", 1)])

    assert (status, calls) == (
        0,
        "api --silent --method POST repos/ada/shop/issues/7/comments --field body=@reports/one.md\n",
    )


@pytest.mark.parametrize(
    "report", ["", "\n<!-- shop plan dev -->\n", " \n", "Hello\n", "<!-- -->\n", "<!-- shop plan dev -->x\n", "<!--\n"]
)
@pytest.mark.parametrize("workflow", ["plan.yml", "preview.yml"])
def test_what_does_not_begin_with_a_mark_overwrites_no_comment(
    comment: Callable[..., tuple[int, str]], report: str, workflow: str
) -> None:
    status, calls = comment(workflow, report, [_by("github-actions[bot]", "Another bot's", 1)])

    assert (status, calls) == (1, "")


def test_the_hook_s_line_is_one_that_the_command_takes() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))

    program, command, *rest = [*hook["entry"].split(), *hook["args"]]
    assert program == "pulumicheck"
    assert Path(sys.executable).with_name(program).exists()
    assert cli.commands[command].make_context(command, rest).params["revision"] == "HEAD"
    assert not hook["pass_filenames"]
    assert f"id: {hook['id']}" in REVIEW_PAGE
    for path in ("infra/__main__.py", "Pulumi.dev.yaml", "Pulumi.yaml", "policies/read.json"):
        assert re.search(hook["files"], path)
