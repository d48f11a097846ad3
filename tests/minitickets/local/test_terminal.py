"""The running system in a terminal."""

import io
import threading
import time
from typing import Any

import pytest
from rich.console import Console

from minitickets.local.system import snapshot
from minitickets.local.terminal import as_table, watch


def _shown(system: Any) -> str:
    output = io.StringIO()
    now = time.time()
    Console(file=output, width=120).print(as_table(snapshot(system.look(), now, 1)))
    return output.getvalue()


def test_each_queue_and_function_has_its_line(system: Any) -> None:
    queue = system.queue("jobs-queue", visible=3, inFlight=2, hidden=1, nextVisibleAt=time.time() + 8.2)
    system.change(
        queues=[queue, system.queue("jobs-queue-dlq")],
        functions=[system.function("worker", invocations=1200, cold=1, running=2, errors=1)],
        drills=[{"name": "poison", "running": True, "result": None, "told": ["One.", "Two."]}],
    )

    lines = [line.rstrip() for line in _shown(system).splitlines()]

    assert "jobs-queue      3 visible · 2 in flight · 1 hidden (back in 8 s)" in lines
    assert "jobs-queue-dlq  empty" in lines
    assert "worker          1,200 invocations, 1 cold · 2 running · 1 errors" in lines
    assert "drill           poison: Two." in lines


def test_no_message_reaches_the_terminal_as_a_command(system: Any) -> None:
    letter = {"queue": "jobs-queue-dlq", "messageId": "m", "correlationId": None, "receiveCount": 5}
    bad = "\x1b]0;pwned\x07\x1b[31m[bold]\N{RIGHT-TO-LEFT OVERRIDE}"
    system.change(deadLetters={"total": 1, "items": [{**letter, "bookingId": bad, "reason": bad}]})

    shown = _shown(system)

    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "[bold]" in shown
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in shown


def test_it_is_quiet_where_there_is_no_terminal(system: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stopped = threading.Event()
    stopped.set()

    watch(system, stopped)

    assert capsys.readouterr().out == ""
    assert system.looks == 0
