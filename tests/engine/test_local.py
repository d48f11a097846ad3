"""`minitickets local --empty`: the lines that it prints lead to a running stack."""

import itertools
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from minitickets.demo.command import SAMPLE
from tests.engine.conftest import copy_project, pulumi_environment
from tests.fixtures.project import NAME

_PATIENCE = 60  # seconds
_PORTS = ("--port", "14566", "--provider-port", "14567")


@dataclass(frozen=True)
class Running:
    """The command, and a shell in the same folder as it says that another terminal should be."""

    process: subprocess.Popen[str]
    folder: Path
    environment: dict[str, str]
    welcome: str

    def bash(self, script: str) -> str:
        """Runs lines after those that the command told to export."""
        exports = "\n".join(re.findall(r"^ +(export .*)$", self.welcome, re.MULTILINE))
        ran = subprocess.run(
            [shutil.which("bash") or "bash", "-c", f"set -e\n{exports}\n{script}"],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    def said(self, pattern: str) -> re.Match[str]:
        """What it says next on its standard output, as soon as a line is like that."""
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"it never said {pattern}")


def _until(lines: Iterable[str], beginning: str) -> str:
    """All lines before the first that begins so."""
    return "".join(itertools.takewhile(lambda line: not line.startswith(beginning), lines))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    project = copy_project(tmp_path)
    environment = {**pulumi_environment(tmp_path), "PULUMI_SKIP_CONFIRMATIONS": "true"}
    process = subprocess.Popen(
        [sys.executable, "-m", "minitickets", "local", "--empty", *_PORTS],
        cwd=project.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        yield Running(process, project.root, environment, _until(process.stdout, "Version 1 of the AWS CLI"))
    finally:
        process.kill()
        process.communicate()


def _drilled(page: str, name: str) -> dict[str, Any]:
    """What came of a drill that the live page was told to run."""
    with httpx.Client(
        base_url=page, headers={"origin": page.rstrip("/")}, trust_env=False, timeout=_PATIENCE
    ) as client:
        assert client.post(f"/live/drills/{name}", json={}).status_code == 202
        with client.stream("GET", "/live/events") as events:
            for line in events.iter_lines():
                if line.startswith("data: "):
                    drill = next(each for each in json.loads(line[6:])["drills"] if each["name"] == name)
                    if drill["result"]:
                        return drill["result"]
    raise AssertionError(f"the drill {name} never ended")


def test_its_lines_deploy_a_stack_on_which_the_other_commands_work(running: Running) -> None:
    lines = re.findall(r"^ +(pulumi (?:stack|up).*|.* keys create --local)$", running.welcome, re.MULTILINE)

    assert len(lines) == 3
    running.bash("\n".join(lines))
    page = running.said(r"The live page: (\S+)")[1]
    running.bash(f"{sys.executable} -m minitickets publish --local {SAMPLE}")

    emails = running.folder / ".minitickets" / "emails"
    end = time.monotonic() + _PATIENCE
    while len(list(emails.glob("*.eml"))) < 30 and time.monotonic() < end:
        time.sleep(0.2)
    assert len(list(emails.glob("*.eml"))) >= 30
    assert f"{NAME}-local-jobs" in httpx.get(page, timeout=_PATIENCE, trust_env=False).text
    assert _drilled(page, "poison")["reproduced"]
    running.bash(f"pulumi up -c {NAME}:computeEnabled=false")
    with httpx.stream("GET", f"{page}live/events", timeout=_PATIENCE, trust_env=False) as events:
        assert any(line == "event: snapshot" for line in events.iter_lines())
    running.process.send_signal(signal.SIGINT)
    _, err = running.process.communicate(timeout=_PATIENCE)
    assert (running.process.returncode, err) == (0, "")
