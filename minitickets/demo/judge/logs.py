"""The logs: they are judged like everything else, and bear witness of nothing.

Whoever operates a stack looks for a line about each message, each email and each ticket; a line that tells of what
never was leads them astray.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from minitickets.demo.judge.observed import Complaint, Handled
from minitickets.demo.judge.wanted import Wanted
from minitickets.ops.log_lines import Entry

_TROUBLE = {"WARNING", "ERROR"}
_ADDRESS = re.compile(r"[^\s\"]+@[^\s\"]+")
_NAME = 8  # characters: a shorter name may be a word that the log has anyway
_TOKEN = "MT1."  # noqa: S105 - how one begins


def reasons_in(log: Sequence[Entry]) -> Mapping[str, str]:
    """By message id: what the last line about it says of its trouble."""
    return {
        entry["messageId"]: entry.get("reason") or entry.get("error") or "its log says nothing"
        for entry in log
        if "messageId" in entry
    }


def message_log_verdict(handled: Handled, wanted: Wanted) -> Iterator[Complaint]:
    """Of each message the log says what became of it, of one that failed also why; nobody's data is in it."""
    yield from _private(handled, wanted)
    lines = {entry.get("messageId") for entry in handled.log if _is_found(entry, handled, wanted)}
    trouble = {entry.get("messageId") for entry in handled.log if _is_trouble(entry)} & lines
    dead = {letter.message_id for letter in handled.dead}
    for message_id, deliveries in handled.deliveries.items() if handled.log_is_whole else ():
        seen = [delivery for delivery in deliveries if delivery.batch and not delivery.timed_out]
        failed = message_id in dead or any(delivery.failed is not None for delivery in seen)
        if seen and message_id not in (trouble if failed else lines):
            line = wanted.line_of.get(handled.bodies.get(message_id, ""))
            what = "why it failed" if failed else "what became of it"
            yield Complaint(
                f"of line {line.line if line else '?'} in {handled.queue} no log line says {what}", handled.look
            )


def _is_found(entry: Entry, handled: Handled, wanted: Wanted) -> bool:
    """Whether somebody finds the line who follows a booking by its correlation id, and sees which receive it was."""
    message = wanted.message_in(handled.bodies.get(entry.get("messageId", ""), ""))
    receive = entry.get("receiveCount")
    return isinstance(receive, int) and (message is None or entry.get("correlationId") == message["correlationId"])


def _is_trouble(entry: Entry) -> bool:
    return entry.get("level") in _TROUBLE and bool(entry.get("reason") or entry.get("error"))


def count_verdict(handled: Handled, event: str, were: Mapping[str, int]) -> Iterator[Complaint]:
    """The log tells an event of each booking as often as it was, unless an invocation was cut off before it could.

    A ticket whose last answer was lost and tried again is issued without a line, so one line is enough.
    """
    told = Counter(entry.get("jobKey") for entry in handled.log if entry.get("message") == event)
    cut_off = any(delivery.timed_out for deliveries in handled.deliveries.values() for delivery in deliveries)
    for key, count in were.items():
        if told[key] > count:
            yield Complaint(f"the log tells {told[key]} times {event} of {key}, not {count}", handled.look)
        elif count and not told[key] and handled.log_is_whole and not cut_off:
            yield Complaint(f"the log does not tell {event} of {key}", handled.look)


def _private(handled: Handled, wanted: Wanted) -> Iterator[Complaint]:
    text = "\n".join(json.dumps(entry, ensure_ascii=False) for entry in handled.log)
    for line in wanted.lines:
        if any(address in text for address in _ADDRESS.findall(line.body)):
            yield Complaint(f"the log has the address in line {line.line}", handled.look)
    for key, versions in wanted.versions.items():
        names = {version["recipient"]["name"] for version in versions}
        if any(len(name) >= _NAME and name in text for name in names):
            yield Complaint(f"the log has the name of {key}", handled.look)
    if _TOKEN in text:
        yield Complaint("the log has a ticket's token", handled.look)
