"""The workflows that users of the project get: nothing that moves, nothing that may more than it must."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from pulumicheck.plan.project import find_project

ROOT = find_project().root
FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
ACTION = ROOT / "action.yml"
# `./base` is what the base branch has, checked out by its commit.
UNPINNED = re.compile(r"uses: (?!\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./base )")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_action_is_pinned_and_no_token_may_more_than_its_job_needs(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)

    assert workflow["permissions"] == {}
    assert UNPINNED.findall(text) == []
    assert "pull_request_target" not in text
    assert "workflow_run" not in text
    for job in workflow["jobs"].values():
        writes = {scope for scope, access in job["permissions"].items() if access == "write"}
        runs_own_code = any("checkout" in step.get("uses", "") for step in job["steps"])
        assert writes <= ({"id-token"} if runs_own_code else {"pull-requests", "security-events"})


def test_the_action_uses_none_that_moves() -> None:
    assert UNPINNED.findall(ACTION.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("file", [*FILES, ACTION], ids=lambda file: file.stem)
def test_every_script_is_one_that_bash_can_read(file: Path) -> None:
    bash = shutil.which("bash") or pytest.skip("there is no bash")
    content = yaml.safe_load(file.read_text(encoding="utf-8"))
    jobs = content["jobs"].values() if "jobs" in content else [content["runs"]]
    for script in (step.get("run", "") for job in jobs for step in job["steps"]):
        assert "${{" not in script, "an expression in a script can be an injection: pass it by env"
        subprocess.run([bash, "-n", "-c", script], check=True)


def test_zizmor_finds_nothing() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    command = [zizmor, "--offline", "--no-progress", "--persona", "auditor", FOLDER, ACTION]
    found = subprocess.run(command, capture_output=True, text=True, check=False)

    assert found.returncode == 0, found.stdout
