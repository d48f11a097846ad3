"""A real `pulumi` on the embedded AWS: what a person with the CLI gets, without an account."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from embeddedaws.clients import DEPLOYER
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.plugin import serving
from minitickets.stack.deployed import APPS
from pulumicheck.plan.project import Project, read_project
from tests.fixtures.operated import OperatedStack
from tests.fixtures.project import DEV, PROJECT

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

_HOST = Path(__file__).parent / "language_host.py"
_IMAGE = "sha256:" + "1" * 64
_LIMIT = 120  # seconds that one line of `pulumi` may take


@dataclass(frozen=True)
class PulumiStack(OperatedStack):
    """A copy of the project, in which `pulumi` manages the stack dev with its state in a folder beside it."""

    environment: Mapping[str, str]

    def pulumi(self, *arguments: str, fails: bool = False) -> str:
        """What `pulumi` prints, on its standard output and error if it is to fail."""
        ran = subprocess.run(
            [shutil.which("pulumi") or "pulumi", *arguments, "--non-interactive", "--color=never"],
            cwd=self.project.root,
            env=dict(self.environment),
            capture_output=True,
            text=True,
            check=False,
            timeout=_LIMIT,
        )
        said = ran.stdout + ran.stderr
        assert (ran.returncode != 0) == fails, f"pulumi {' '.join(arguments)} ended with {ran.returncode}:\n{said}"
        return said if fails else ran.stdout

    def shell(self, script: str, *, fails: bool = False, shell: str = "/bin/sh") -> str:
        """What lines of a shell print that may use `pulumi`, the AWS CLI and this project's command."""
        ran = subprocess.run(
            [shell, "-c", script],
            cwd=self.project.root,
            env={
                **self.environment,
                "AWS_ENDPOINT_URL": self.aws.endpoint_url,
                "AWS_DEFAULT_REGION": self.aws.region,  # what version 1 of the AWS CLI reads
                "AWS_ACCESS_KEY_ID": DEPLOYER.access_key_id,
                "AWS_SECRET_ACCESS_KEY": DEPLOYER.secret_access_key,
                "PULUMI_SKIP_CONFIRMATIONS": "true",
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert (ran.returncode != 0) == fails, f"{script}\n{ran.stdout}\n{ran.stderr}"
        return ran.stdout + ran.stderr if fails else ran.stdout

    def set(self, **settings: object) -> None:
        """`pulumi config set` for each; None takes one away."""
        for key, value in settings.items():
            if value is None:
                self.pulumi("config", "rm", key)
            else:
                text = str(value).lower() if isinstance(value, bool) else str(value)
                self.pulumi("config", "set", key, text)

    def up(self, *arguments: str, **settings: object) -> dict[str, int]:
        """Brings the stack to these settings; gives how many resources were created, updated, deleted, the same."""
        self.set(**settings)
        self.pulumi("up", "--yes", "--skip-preview", *arguments)
        return self.last_change()

    def last_change(self) -> dict[str, int]:
        """What the last `up`, `refresh` or `destroy` did, by the engine's own account."""
        return json.loads(self.pulumi("stack", "history", "--json"))[0].get("resourceChanges") or {}

    def preview(self) -> dict[str, Any]:
        """What `pulumi preview --json` says."""
        return json.loads(self.pulumi("preview", "--json"))

    def reviewed(self, preview: dict[str, Any]) -> dict[str, str]:
        """What `plan --diff-from` makes of the engine's preview: each resource's change, by its name."""
        options = ["--stack", "dev", "--diff-from", "-", "--json", "--accept-all"]
        ran = subprocess.run(
            [sys.executable, "-m", "minitickets", "plan", *options],
            cwd=self.project.root,
            input=json.dumps(preview),
            capture_output=True,
            text=True,
            check=True,
        )
        return {each["name"]: each["change"] for each in json.loads(ran.stdout)["resources"]}

    def outputs(self) -> dict[str, Any]:
        """The stack's outputs."""
        return json.loads(self.pulumi("stack", "output", "--json"))


def steps_of(preview: dict[str, Any]) -> dict[str, str]:
    """What the engine would do to each resource of a provider that does not stay as it is, by its name."""
    custom = [each for each in preview["steps"] if (each.get("newState") or each["oldState"]).get("custom")]
    return {each["urn"].rpartition("::")[2]: each["op"] for each in custom if each["op"] != "same"}


@contextmanager
def pulumi_stack(
    folder: Path, disturb: "Callable[[WSGIApplication], WSGIApplication]" = lambda app: app
) -> Generator[PulumiStack]:
    """The project's stack dev, not yet deployed; `disturb` wraps what answers AWS's API."""
    with bare_stack(folder, disturb) as stack:
        stack.pulumi("stack", "init", "dev")
        stack.set(imageDigest=_IMAGE)
        yield stack


@contextmanager
def bare_stack(
    folder: Path, disturb: "Callable[[WSGIApplication], WSGIApplication]" = lambda app: app
) -> Generator[PulumiStack]:
    """The project, and no stack as yet."""
    project = copy_project(folder)
    with EmbeddedAws(DEV.region, APPS, disturb=disturb) as aws, serving(aws.clients) as port:
        yield PulumiStack(project, aws, {**pulumi_environment(folder), "PULUMI_DEBUG_PROVIDERS": f"aws:{port}"})


def copy_project(folder: Path) -> Project:
    """The program with its settings, in a folder of its own, so that nothing is written into ours."""
    root = folder / "project"
    root.mkdir(parents=True)
    for file in PROJECT.root.glob("Pulumi*.yaml"):
        shutil.copy(file, root)
    shutil.copytree(PROJECT.root / "infra", root / "infra", ignore=shutil.ignore_patterns("__pycache__"))
    return read_project(root)


def pulumi_environment(folder: Path) -> dict[str, str]:
    """What `pulumi` needs: a state of its own in the folder, no account, and the language host of these tests."""
    for name in ("state", "home", "bin"):
        (folder / name).mkdir()
    host = folder / "bin" / "pulumi-language-python"
    host.write_text(f'#!/bin/sh\nexec {sys.executable} {_HOST} "$@"\n')
    host.chmod(0o755)
    return {
        "PATH": f"{folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(folder / "home"),
        "PULUMI_HOME": str(folder / "home"),
        "PULUMI_BACKEND_URL": f"file://{folder / 'state'}",
        "PULUMI_CONFIG_PASSPHRASE": "of the test",
        "PULUMI_SKIP_UPDATE_CHECK": "1",
    }


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in this folder need the CLI, which users have; CI builds it of its Go module."""
    skip = pytest.mark.skip(reason="there is no `pulumi` on the PATH (`make engine` builds it, with Go)")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("engine")
            if not shutil.which("pulumi"):
                item.add_marker(skip)


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[PulumiStack]:
    """Nothing is deployed yet."""
    with pulumi_stack(tmp_path) as stack:
        yield stack
