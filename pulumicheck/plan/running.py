"""Runs a Pulumi program without an engine, and records all that it declares.

The program is run as Pulumi's language host runs it, in a process of its own, against a monitor in this one. What each
resource's outputs are is up to whoever asks: what is known in advance for a plan, real for the embedded AWS.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import pulumicheck
from pulumicheck.errors import CheckError
from pulumicheck.plan.monitor import Monitor
from pulumicheck.plan.process import Process, ProgramError, started
from pulumicheck.plan.project import PartlySecret, Project
from pulumicheck.plan.recording import Create, Recording
from pulumicheck.plan.serving import served
from pulumicheck.plan.stand_ins import Outside, read_stand_ins
from pulumicheck.plan.values import Secret
from pulumicheck.plan.wire import UNKNOWN_TEXT

_PREVIEW_LIMIT = 60  # seconds; the largest of the public programs take two
_DEPLOYMENT_LIMIT = 600  # seconds: each resource is made meanwhile
_OURS = Path(pulumicheck.__file__).resolve().parents[1]


def record(
    project: Project, stack: str, config: Mapping[str, str], create: Create, *, preview: bool = True
) -> Recording:
    """Runs the program once.

    Args:
        project: whose program it is.
        stack: the stack's name.
        config: as `Project.config` gives it.
        create: where a resource's outputs come from.
        preview: whether what no output tells is unknown, and else nothing.

    Raises:
        CheckError: the program refused its settings, failed, or did not come to its end; the message is the program's.
    """
    with recording(project, stack, config, create, preview=preview) as recorded:
        return recorded()


@contextmanager
def recording(
    project: Project, stack: str, config: Mapping[str, str], create: Create, *, preview: bool = True
) -> Generator[Callable[[], Recording]]:
    """Starts the program; the block gets what waits for its end and gives what `record` gives.

    Whatever happens, the program ends with the block.
    """
    program = project.program
    folder = program if program.is_dir() else program.parent
    outside = Outside(config.get("aws:region"), read_stand_ins(project.root), preview=preview)
    monitor = Monitor(project.name, stack, create, folder, project.top, outside)
    seconds = _PREVIEW_LIMIT if preview else _DEPLOYMENT_LIMIT
    hidden = [key for key, value in config.items() if isinstance(value, Secret)]
    settings = {key: UNKNOWN_TEXT if key in hidden else value for key, value in config.items()}
    with served(monitor) as address:
        told = {
            "project": project.name,
            "stack": stack,
            "root": str(project.root),
            "program": str(program),
            "monitor": address,
            "dryRun": preview,
            "secrets": hidden,
            "trees": _trees(project),
        }
        with started(told, settings, config.get("aws:region"), seconds) as process:
            yield lambda: replace(
                _recorded(project, stack, monitor, process, outside),
                untold=outside.untold,
                secret_settings=_digests(config),
            )


def _digests(config: Mapping[str, str]) -> dict[str, str]:
    secrets = {key: str(value.value) for key, value in config.items() if isinstance(value, Secret)}
    return secrets | {key: value.digest for key, value in config.items() if isinstance(value, PartlySecret)}


def _trees(project: Project) -> list[tuple[str, str]]:
    """What the program must not find: another tree of its own, and this reader's where that is no installed one."""
    own = [(str(project.stands_for), str(project.tree))]
    is_its_own = project.program.resolve().is_relative_to(_OURS)
    return own if is_its_own or "site-packages" in _OURS.parts else [*own, (str(_OURS), "")]


def _recorded(project: Project, stack: str, monitor: Monitor, process: Process, outside: Outside) -> Recording:
    outcome = process.outcome()
    if "done" in outcome and monitor.outputs is not None and monitor.problem is None:
        return Recording(project.name, stack, monitor.resources, monitor.outputs)
    if monitor.problem is not None:
        raise _as_said(monitor.problem, stack)
    printed = "\n".join(filter(None, [*monitor.logged[-5:], process.last_words()]))
    raise ProgramError(f"{_sentence(outcome, stack)}{outside.hint()}", printed)


def _as_said(problem: Exception, stack: str) -> CheckError:
    """What was said of a registration, by us or by those who make the outputs."""
    if isinstance(problem, click.ClickException):
        raise problem
    raise CheckError(f"the program of stack {stack} failed: {type(problem).__name__}: {problem}") from problem


def _sentence(outcome: Mapping[str, Any], stack: str) -> str:
    if "missing" in outcome:
        name = str(outcome["missing"]).partition(".")[0]
        return (
            f"the program needs the package {name}, which is not installed here: install it beside this command, "
            "as with `pip install -r requirements.txt`."
        )
    if "failed" in outcome:
        return f"the program of stack {stack} failed: {outcome['failed']}"
    return str(outcome.get("refused") or "its process ended before the stack's outputs were registered.")
