"""One trial of a bad worker, in a process that is split off from one which has everything but the functions' code."""

import importlib
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minitickets.bad.copy import running_edit

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_HEAVY = ("botocore.session", "greenlet", "infra.settings", "pulumicheck.plan.project", "pydantic", "rich.table")
_LONGEST = 600.0  # seconds


class TrialBroke(RuntimeError):  # noqa: N818 - says what happened
    """A trial came to no result: that is no catch, but a fault of the judge."""


@dataclass(frozen=True)
class TrialResult:
    """What came of a trial.

    Args:
        caught_by: an invariant or a test; None if everything held.
        seconds: of processor time.
    """

    caught_by: str | None
    seconds: float


def attempt(copy: Path, name: str, trial: str, *arguments: Any, **named: Any) -> TrialResult:
    """Tries the code of a copy in a process of its own.

    Args:
        copy: an edited copy of `apps/`.
        name: the edit's.
        trial: the name of a function in `trials`.
        arguments: what it takes, and `named`.

    Raises:
        TrialBroke: it raised, or does not end.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(list(_HEAVY))
    ours, theirs = context.Pipe()
    process = context.Process(target=_attempt, args=(theirs, str(copy), name, trial, arguments, named))
    process.start()
    theirs.close()
    try:
        said = ours.recv() if ours.poll(_LONGEST) else f"it does not end within {_LONGEST:.0f} s"
    except EOFError:
        said = "its process died"
    finally:
        process.kill()
        process.join()
    if not isinstance(said, TrialResult):
        raise TrialBroke(f"{name}, {trial}: {said}")
    return said


def _require(name: str) -> None:
    if (running := running_edit()) != name:
        raise TrialBroke(f"{running} runs where {name} should")


def _attempt(
    tell: "Connection[TrialResult | str, Any]",
    copy: str,
    name: str,
    trial: str,
    arguments: tuple[Any, ...],
    named: Mapping[str, Any],
) -> None:
    sys.path.insert(0, copy)
    try:
        _require(name)
        caught_by = getattr(importlib.import_module("tests.bad.trials"), trial)(*arguments, **named)
    except Exception as error:  # noqa: BLE001 - it is raised where the trial was asked for
        tell.send(f"{type(error).__name__}: {error}")
    else:
        tell.send(TrialResult(caught_by, time.process_time()))
