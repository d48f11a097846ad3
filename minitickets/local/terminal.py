"""The running system as a terminal shows it."""

import shutil
from collections.abc import Iterator
from threading import Event
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from minitickets.local.embedded_system import EmbeddedSystem
from minitickets.local.system import snapshot

_REFRESH = 0.5  # seconds

Row = tuple[str, str]


def watch(system: EmbeddedSystem, stopped: Event) -> None:
    """Shows what is going on until it is over; nothing where there is no terminal."""
    console = Console(highlight=False, emoji=False)
    if not console.is_terminal:
        while not stopped.wait(_REFRESH):
            pass
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        while not stopped.wait(_REFRESH):
            live.update(as_table(snapshot(system.look(), system.now(), 0)), refresh=True)


def as_table(seen: dict[str, Any]) -> Table:
    """A line for each queue and function, and what came of it; a line that is too long is cut."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(no_wrap=True, overflow="ellipsis", max_width=max(20, shutil.get_terminal_size().columns - 24))
    for name, told in _rows(seen):
        table.add_row(_printable(name), _printable(told))
    return table


def _rows(seen: dict[str, Any]) -> Iterator[Row]:
    yield from ((queue["id"], _queue(queue)) for queue in seen["queues"])
    yield from ((function["id"], _function(function)) for function in seen["functions"])
    yield "processed jobs", f"{seen['processedJobs']['total']:,}"
    yield "emails", _latest(seen["emails"], lambda email: f"{email['subject']} → {email['recipient']}")
    yield (
        "dead letters",
        _latest(
            seen["deadLetters"], lambda letter: f"{letter['bookingId'] or letter['messageId']}: {letter['reason']}"
        ),
    )
    yield from (("drill", _drill(drill)) for drill in seen["drills"] if drill["running"])


def _queue(queue: dict[str, Any]) -> str:
    back = "" if queue["nextVisibleIn"] is None else f" (back in {queue['nextVisibleIn']:.0f} s)"
    parts = [
        f"{queue['visible']:,} visible" if queue["visible"] else "",
        f"{queue['inFlight']:,} in flight" if queue["inFlight"] else "",
        f"{queue['hidden']:,} hidden{back}" if queue["hidden"] else "",
    ]
    return " · ".join(filter(None, parts)) or "empty"


def _function(function: dict[str, Any]) -> str:
    parts = [f"{function[figure]:,} {figure}" for figure in ("running", "errors", "throttles") if function[figure]]
    return " · ".join([f"{function['invocations']:,} invocations, {function['cold']:,} cold", *parts])


def _latest(entries: dict[str, Any], tell: Any) -> str:
    if not entries["items"]:
        return f"{entries['total']:,}"
    return f"{entries['total']:,} · {tell(entries['items'][0])}"


def _drill(drill: dict[str, Any]) -> str:
    return ": ".join([drill["name"], *drill["told"][-1:]])


def _printable(text: str) -> Text:
    """A message may be anything, and a terminal obeys what it is shown."""
    return Text("".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text))
