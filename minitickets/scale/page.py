"""The tables of docs/scale.md, and the page with its tables made anew."""

import re
from collections.abc import Iterable

from infra.settings import Settings
from minitickets.scale.assumptions import Assumptions
from minitickets.scale.ceilings import ceilings, outage_seconds
from minitickets.scale.chart import chart
from minitickets.scale.function_load import FunctionLoad
from minitickets.scale.load import Load, Model, make_model
from minitickets.scale.tables import ceilings_table, cost_table, load_table, summary_table
from minitickets.scale.text import Row, markdown_table, plain

DAYS = (10_000, 1_000_000, 100_000_000)
"""The page's bookings a day."""

_TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?\n(?=\n)", re.DOTALL)


def scale_page(settings: Settings, page: str) -> str:
    """The page with its tables made anew, each behind a comment with its name; the rest is kept as it is."""
    tables = scale_tables(make_model(settings, Assumptions()), DAYS)
    return _TABLE.sub(lambda found: f"{found[1]}{tables[found[2]]}\n", page)


def scale_tables(model: Model, bookings: Iterable[int]) -> dict[str, str]:
    """All tables by name, for so many bookings a day each."""
    loads = [Load(model, number) for number in sorted(set(bookings))]
    reached = ceilings(model)
    return {
        "summary": summary_table(loads, reached),
        "chart": chart(reached, [load.bookings for load in loads]),
        "limits": ceilings_table(reached),
        "load": load_table(loads),
        "cost": cost_table(loads),
        "basis": basis_table(model),
    }


def basis_table(model: Model) -> str:
    """One row for each number; an assumption is named as `--assume` takes it."""
    spent = f"seconds hidden until the {model.settings.max_receive_count} receives of maxReceiveCount are used up"
    rows = [*map(_function, model.functions), ("SES down", plain(outage_seconds(model)), spent)]
    rows += [
        (f"`{field.alias}`", plain(getattr(model.assumed, name)), str(field.description))
        for name, field in Assumptions.model_fields.items()
    ]
    return markdown_table(("", "is", "what it is, and where from"), rows)


def _function(function: FunctionLoad) -> Row:
    messages = "1 message" if function.batch == 1 else f"{function.batch} messages"
    what = f"seconds of an invocation with {messages}, {function.memory} MB; {function.allowed} at once"
    return function.name, plain(function.duration(function.batch)), what
