"""Drills that the page starts."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from minitickets.local.drill_runner import DrillRunner
from minitickets.local.system import BusyError, UnknownError


def _wait(runner: DrillRunner) -> None:
    assert runner._thread is not None
    runner._thread.join(10)


def test_steps_are_told_while_it_runs_and_the_result_when_it_is_over() -> None:
    told, go_on = threading.Event(), threading.Event()

    def drill(name: str, tell: Callable[[str], None]) -> dict[str, Any]:
        tell("Publishing poison.")
        told.set()
        go_on.wait(10)
        return {"name": name, "reproduced": True}

    runner = DrillRunner(["poison", "timed-out"], drill)
    runner.start("poison")
    assert told.wait(10)

    assert runner.look()[0] == {"name": "poison", "running": True, "result": None, "told": ["Publishing poison."]}
    with pytest.raises(BusyError, match="poison is still running"):
        runner.start("timed-out")
    go_on.set()
    _wait(runner)
    assert runner.look()[0]["result"] == {"name": "poison", "reproduced": True}
    assert not runner.look()[0]["running"]


def test_a_drill_that_breaks_is_told_and_another_may_start() -> None:
    def drill(_name: str, _tell: Callable[[str], None]) -> dict[str, Any]:
        raise ZeroDivisionError("oh")

    runner = DrillRunner(["poison"], drill)
    for _ in range(2):
        runner.start("poison")
        _wait(runner)

    result = runner.look()[0]["result"]
    assert (result["reproduced"], result["evidence"]) == (False, ["ZeroDivisionError: oh"])


def test_only_drills_that_there_are_can_be_started() -> None:
    with pytest.raises(UnknownError):
        DrillRunner(["poison"], lambda _name, _tell: {}).start("../poison")


def test_what_is_told_is_bounded() -> None:
    def drill(_name: str, tell: Callable[[str], None]) -> dict[str, Any]:
        for number in range(60):
            tell(str(number))
        return {}

    runner = DrillRunner(["poison"], drill)
    runner.start("poison")
    _wait(runner)

    assert runner.look()[0]["told"] == [str(number) for number in range(10, 60)]
