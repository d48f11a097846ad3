"""Runs a program in a process of its own, so that two revisions of it never share a module.

`python -m pulumicheck.plan.apart ROOT STACK SETTINGS` is the other end: it prints one line of JSON.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import Plan, make_plan
from pulumicheck.plan.project import read_project
from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.plan.statements import statements_of

_HOME = Path(__file__).resolve().parent.parent.parent
# Of a resource, which JSON makes lists of.
_TUPLES = (
    "dependencies",
    "aliases",
    "ignore_changes",
    "replace_on_changes",
    "replace_with",
)  # of a resource, which JSON makes lists of


@contextmanager
def plan_apart(root: Path, stack: str, settings: Mapping[str, str]) -> Generator[Callable[[], Plan]]:
    """Starts the program of the project in `root`; whatever happens, its process ends with the block.

    The block gets what waits for the program's end and gives its plan, or raises a CheckError: it refused its settings
    or failed; the message is the program's own.

    Args:
        root: the folder with `Pulumi.yaml`. Its modules come before those of any other checkout.
        stack: a stack that has a settings file there.
        settings: settings that stand in for those of the file.
    """
    command = [sys.executable, "-P", "-m", __spec__.name, str(root), stack, json.dumps(dict(settings))]
    environment = os.environ | {"PYTHONPATH": str(_HOME), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(  # noqa: S603 - our own interpreter and module
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            yield partial(_plan_of, process)
        finally:
            process.kill()


def _plan_of(process: subprocess.Popen[str]) -> Plan:
    printed, complaints = process.communicate()
    if process.returncode:
        last = complaints.strip().rpartition("\n")[2] or f"exit status {process.returncode}"
        raise CheckError(f"its process ended without an answer: {last}")
    answer = json.loads(printed)
    if "refused" in answer:
        raise CheckError(answer["refused"])
    resources = tuple(Resource(**each | {key: tuple(each[key]) for key in _TUPLES}) for each in answer["resources"])
    recording = Recording(answer["project"], answer["stack"], resources, answer["outputs"])
    return Plan(recording, statements_of(recording))


def main() -> None:
    """Runs the program that the command line names, and answers with its recording or with why there is none."""
    root, stack, settings = sys.argv[1:]
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as answer:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the program itself prints is no part of the answer
        try:
            found = asdict(make_plan(read_project(Path(root)), stack, json.loads(settings)).recording)
        except CheckError as error:
            found = {"refused": error.message}
        json.dump(found, answer)


if __name__ == "__main__":
    main()
