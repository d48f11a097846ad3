"""The figures of scale as tables in Markdown."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil

from minitickets.scale.ceilings import SANDBOX, Ceiling
from minitickets.scale.costs import GIGABYTE, MONTH, Day, storage_dollars
from minitickets.scale.function_load import FunctionLoad
from minitickets.scale.load import KEY_RING_AGE, Load
from minitickets.scale.text import markdown_table, plain, short

_KINDS = {
    "setting": "a setting of the stack",
    "quota": "AWS's default, raised on request",
    "grows": "AWS's, grows with the load",
    "fixed": "AWS's, fixed",
}

Cells = tuple[str, Callable[[Load], str]]


def summary_table(loads: Sequence[Load], reached: Sequence[Ceiling]) -> str:
    """One screen: what a load asks for, what stops it first, what it costs."""
    rows: list[Cells] = [
        ("bookings a second, average / peak", lambda load: f"{plain(load.average)} / {plain(load.peak)}"),
        ("first setting in the way", lambda load: _first(load, reached, ours=True)),
        ("first limit of AWS in the way, out of SES's sandbox", lambda load: _first(load, reached, ours=False)),
        ("limits in the way, all in all", lambda load: str(sum(ceiling.stops(load) for ceiling in reached))),
        ("worker, to set up", lambda load: _set_up(load, load.model.worker)),
        ("tickets, to set up", lambda load: _set_up(load, load.model.tickets)),
        ("SES, emails a second to be granted", lambda load: plain(load.peak)),
        ("keys of the index for the date in demand", lambda load: str(load.date_shards)),
        ("dollars a day", lambda load: plain(sum(Day(load).costs().values()))),
        ("dollars a month, storage apart", lambda load: plain(sum(Day(load).costs().values()) * MONTH)),
    ]
    return _by_load(loads, rows)


def ceilings_table(reached: Iterable[Ceiling]) -> str:
    """Every limit, by the bookings a day at which it is reached."""
    rows = [(c.what, plain(c.limit), plain(c.need), f"**{short(c.reached)}**", _KINDS[c.kind]) for c in reached]
    return markdown_table(("limit", "it is", "one booking takes", "reached at bookings a day", "whose"), rows)


def load_table(loads: Sequence[Load]) -> str:
    """What each service sees at the peak."""
    rows: list[Cells] = [
        ("worker: invocations at once", lambda load: plain(load.concurrency(load.model.worker))),
        ("tickets: invocations at once", lambda load: plain(load.concurrency(load.model.tickets))),
        ("messages in flight, both queues", lambda load: plain(_in_flight(load))),
        ("SES: emails a second", lambda load: plain(load.peak * load.model.booking.calls["SendEmail"])),
        ("processed-jobs table: reads / writes a second", _jobs),
        ("tickets table: writes a second", _ticket_writes),
        ("by-event-date: writes a second, all dates", lambda load: plain(load.peak * load.model.booking.table_writes)),
        ("by-event-date: writes a second, date in demand", lambda load: plain(load.date_writes)),
        ("S3: PutObject a second", lambda load: plain(load.peak * load.model.booking.calls["PutObject"])),
        ("Secrets Manager: reads a second", _secret_reads),
        ("CloudWatch Logs: PutLogEvents a second", lambda load: plain(load.invocations)),
        ("CloudWatch Logs: GB a day", lambda load: plain(Day(load).log_bytes / GIGABYTE)),
    ]
    return _by_load(loads, rows)


def cost_table(loads: Sequence[Load]) -> str:
    """Dollars a day by service, and what a month adds to storage."""
    costs = [Day(load).costs() for load in loads]
    sums = [sum(cost.values()) for cost in costs]
    thousand = [total * 1000 / load.bookings for total, load in zip(sums, loads, strict=True)]
    rows = [
        *((service, *(plain(cost[service]) for cost in costs)) for service in costs[0]),
        ("**all, a day**", *(f"**{plain(total)}**" for total in sums)),
        ("a thousand bookings", *map(plain, thousand)),
        ("each later month, for storing this one", *(plain(storage_dollars(load)) for load in loads)),
    ]
    return markdown_table(("dollars", *map(_title, loads)), rows)


def _first(load: Load, reached: Sequence[Ceiling], *, ours: bool) -> str:
    asked = [ceiling for ceiling in reached if (ceiling.kind == "setting") is ours and ceiling.what != SANDBOX]
    hit = [ceiling for ceiling in asked if ceiling.stops(load)]
    return f"{hit[0].what}, at {short(hit[0].reached)}" if hit else "none"


def _set_up(load: Load, function: FunctionLoad) -> str:
    pollers, wanted = load.pollers(function), ceil(load.to_set_up(function))
    if pollers:
        return f"{pollers:,} provisioned pollers"
    return f"maximumConcurrency {max(wanted, function.allowed):,}{' as set' * (wanted <= function.allowed)}"


def _in_flight(load: Load) -> float:
    return sum(load.concurrency(function) * function.batch for function in load.model.functions)


def _ticket_writes(load: Load) -> str:
    booking = load.model.booking
    return plain(load.peak * (booking.table_writes + booking.claim_writes))


def _jobs(load: Load) -> str:
    booking = load.model.booking
    return f"{plain(load.peak * booking.calls['GetItem'])} / {plain(load.peak * booking.job_writes)}"


def _secret_reads(load: Load) -> str:
    return plain(load.concurrency(load.model.tickets) / KEY_RING_AGE)


def _title(load: Load) -> str:
    return f"{short(load.bookings)} a day"


def _by_load(loads: Sequence[Load], rows: Iterable[Cells]) -> str:
    cells = [(name, *(cell(load) for load in loads)) for name, cell in rows]
    return markdown_table(("", *map(_title, loads)), cells)
