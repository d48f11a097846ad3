"""The sides that are compared: this project's two functions, and the peers that do the same work."""

import io
import subprocess
import tarfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from bench.function import Function, Side
from bench.image import TASK_ROOT, task_root
from bench.interpreter import Interpreter
from bench.peers.prepare import TYPESCRIPT, Node, python_packages, python_peers
from bench.services import Services
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project

ROOT = Path(__file__).parents[1]
OURS, REFERENCE, BEFORE = "ours", "reference", "before"
TYPESCRIPT_SIDE, SEQUENTIAL, LEAN = "typescript", "typescript-sequential", "typescript-lean"
POWERTOOLS, BOTO3 = "powertools", "boto3"
BARE, BARE_NODE = "nothing", "nothing-node"
"""Functions that do nothing: the limit of a first start."""
BASELINE = "ca0ea40"
"""The commit before the functions had a transport of their own: what `before` in the table is."""
SECRET_ACCESS_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"  # noqa: S105 - AWS's own example
SECONDS = {"worker": 10.0, "tickets": 30.0}
_HANDLERS = {"worker": "lambda.handler", "tickets": "ticket_lambda.handler"}
_NODE_MEMORY = ["--max-semi-space-size=12", "--max-old-space-size=230"]  # shares of 256 MB, as Lambda's bootstrap has


@dataclass(frozen=True)
class Sides:
    """All sides of this machine, made when they are first asked for."""

    cache: Path
    interpreter: Interpreter
    node: Node | None
    checkout: Path
    """What `ours` is."""
    baseline: Path | None
    """A checkout of the commit that `before` is; None where the repository's history is not there."""

    @cached_property
    def worker(self) -> Mapping[str, Side]:
        """The workers by their names, ours first."""
        return {
            **self._ours("worker"),
            **self._node(TYPESCRIPT_SIDE, "worker.cjs"),
            **self._node(SEQUENTIAL, "worker.cjs", BENCH_SEQUENTIAL="1"),
            **self._python_peer(POWERTOOLS, "powertools.handler"),
            **self._python_peer(BOTO3, "plain_boto3.handler"),
        }

    @cached_property
    def tickets(self) -> Mapping[str, Side]:
        """The ticket issuers by their names, ours first."""
        return {
            **self._ours("tickets"),
            **self._node(TYPESCRIPT_SIDE, "tickets.cjs"),
            **self._node(SEQUENTIAL, "tickets.cjs", BENCH_SEQUENTIAL="1"),
            **self._node(LEAN, "tickets-lean.cjs"),
        }

    @cached_property
    def bare(self) -> Mapping[str, Side]:
        """Functions that do nothing."""
        return {**self._python_peer(BARE, "nothing.handler"), **self._node(BARE_NODE, "nothing.cjs")}

    @cached_property
    def image(self) -> Path:
        """The task root of the image."""
        return task_root(self.checkout, self.cache, self.interpreter)

    @cached_property
    def runtime_client(self) -> Path:
        """Where AWS's runtime client for Python is, as `/var/runtime` in the image."""
        return python_packages(self.cache, self.interpreter)

    def _ours(self, function: str) -> dict[str, Side]:
        found = {OURS: self._python(OURS, self.image, _HANDLERS[function])}
        if (self.checkout / "apps" / "aws" / "transport.py").is_file():
            image = task_root(self.checkout, self.cache, self.interpreter, arguments={"TRANSPORT": "boto3"})
            found[REFERENCE] = self._python(REFERENCE, image, _HANDLERS[function], TRANSPORT="boto3")
        if self.baseline is not None:
            folder = task_root(self.baseline, self.cache, self.interpreter)
            found[BEFORE] = self._python(BEFORE, folder, _HANDLERS[function])
        return found

    def _python_peer(self, name: str, handler: str) -> dict[str, Side]:
        return {name: self._python(name, python_peers(self.cache, self.interpreter), handler)}

    def _python(self, name: str, folder: Path, handler: str, **variables: str) -> Side:
        environment = {
            **variables,
            "_HANDLER": handler,
            "PYTHONPATH": f"{folder}:{self.runtime_client}",  # the task root first, as in Lambda
            "AWS_EXECUTION_ENV": f"AWS_Lambda_python{self.interpreter.minor}",
        }
        command = [self.interpreter.path, "-m", "awslambdaric", handler]
        return Side(name=name, command=command, folder=folder, environment=environment)

    def _node(self, name: str, bundle: str, **variables: str) -> dict[str, Side]:
        if self.node is None:
            return {}
        environment = {
            **variables,
            "_HANDLER": str(self.node.bundles / bundle),
            "AWS_EXECUTION_ENV": f"AWS_Lambda_nodejs{self.node.version.lstrip('v').partition('.')[0]}.x",
        }
        command = [self.node.path, *_NODE_MEMORY, str(TYPESCRIPT / "runtime.mjs")]
        return {name: Side(name=name, command=command, folder=self.node.bundles, environment=environment)}


def checkout_of(commit: str, cache: Path) -> Path | None:
    """What the Dockerfile needs of an earlier commit; None where git or the commit is not there."""
    folder = cache / f"checkout-{commit}"
    if not folder.is_dir():
        what = ["Dockerfile", "pyproject.toml", "uv.lock", "apps"]
        ran = subprocess.run(["git", "archive", commit, *what], cwd=ROOT, capture_output=True, check=False)  # noqa: S603, S607
        if ran.returncode != 0:
            return None
        with tarfile.open(fileobj=io.BytesIO(ran.stdout)) as archive:
            archive.extractall(folder, filter="data")
    return folder


@dataclass(frozen=True)
class Stack:
    """The functions' settings, as the plan of the dev stack has them."""

    variables: Mapping[str, Mapping[str, str]]

    @classmethod
    def planned(cls) -> "Stack":
        """Asks the program."""
        functions = [each for each in make_plan(find_project(), "dev").resources if each.type.endswith(":Function")]
        return cls({each.name: each.inputs["environment"]["variables"] for each in functions})

    def start(
        self, function: str, services: Services, *, tls: bool, trusted: bool = True
    ) -> Callable[[Side], Function]:
        """What starts a side's process for one of the two functions."""
        return partial(
            Function, environment=self._environment(function) | services.environment(tls=tls, trusted=trusted)
        )

    def _environment(self, function: str) -> dict[str, Any]:
        return {
            **self.variables[function],
            "AWS_ACCESS_KEY_ID": "ASIAIOSFODNN7EXAMPLE",
            "AWS_SECRET_ACCESS_KEY": SECRET_ACCESS_KEY,
            "AWS_SESSION_TOKEN": "IQoJb3JpZ2luX2VjEXAMPLE" * 20,  # as long as AWS's are
            "AWS_REGION": "ap-south-1",
            "AWS_DEFAULT_REGION": "ap-south-1",
            "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_LAMBDA_FUNCTION_NAME": f"minitickets-dev-{function}",
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
            "AWS_LAMBDA_INITIALIZATION_TYPE": "on-demand",
            "LAMBDA_TASK_ROOT": TASK_ROOT,
            "POWERTOOLS_SERVICE_NAME": function,
            "AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED": "true",
            "LANG": "en_US.UTF-8",
            "TZ": ":UTC",
            "PATH": "/usr/local/bin:/usr/bin:/bin",
        }
