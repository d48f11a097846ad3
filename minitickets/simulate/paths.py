"""Which paths through the functions a run has shown, by what the world itself saw."""

from collections import Counter
from collections.abc import Iterator, Sequence

from minitickets.books.bookings import Expected, expected_of
from minitickets.simulate.message import ReceivedMessage
from minitickets.simulate.seen import MadeCall, Seen


def paths_of_calls(witness: Seen, *, killed: bool) -> Counter[str]:
    """What an invocation's calls met."""
    paths: Counter[str] = Counter()
    for made in witness.calls:
        paths.update(_paths_of(made))
    for booking in {made.call.booking for made in witness.at("record")}:
        tries = witness.of(booking, "record")
        kept = any(made.outcome in {"done", "condition"} for made in tries)
        paths["record: tried again"] += kept and len(tries) > 1
        paths["record: lost"] += not kept and not killed
    paths["check: tried again"] += any(
        len(witness.of(b, "check")) > 1 for b in {m.call.booking for m in witness.at("check")}
    )
    paths["check: found done"] += sum(attempt.found_done for attempt in witness.attempts.values())
    if killed:
        paths[f"crash: {'after' if any(a.emails for a in witness.attempts.values()) else 'before'} an email"] += 1
    return +paths


def paths_of_batch(function: str, batch: Sequence[ReceivedMessage]) -> Counter[str]:
    """What a batch held."""
    expected = [expected_of(received.message.body) for received in batch]
    bookings = [each.booking for each in expected if each.message is not None]
    paths = Counter(f"{function}: poison, {reason}" for each in expected if (reason := _poison(each, function)))
    if len(set(bookings)) < len(bookings):
        paths[f"{function}: one booking twice in a batch"] += 1
    return paths


def _poison(expected: Expected, function: str) -> str | None:
    if expected.message is None:
        return "no booking"
    return "no address" if function == "worker" and not expected.sendable else None


def _paths_of(made: MadeCall) -> Iterator[str]:
    step = made.call.step
    if made.outcome == "condition":
        yield f"{step}: condition"
    elif made.outcome == "unanswered":
        yield f"{step}: no answer"
    elif made.outcome == "refused":
        yield f"{step}: {made.error}"
    elif made.outcome == "done" and step in {"give back", "find"}:
        yield f"{step}: done"
    if made.tries > 1 and made.outcome == "done":
        yield f"{step}: done after more than one try"
