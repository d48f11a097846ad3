"""The page docs/simulation.md: its table is what the small world did, and what was foretold."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template

from infra.settings import Settings
from minitickets.bad.edit import all_edits
from minitickets.books.coverage import SIMULATED_PROMISES, Promise
from minitickets.books.presets import SIMULATED_PRESETS
from minitickets.explore.exhaustive import Exhaustive, run_exhaustive
from minitickets.explore.prediction import Case, Point, predicted_for
from minitickets.explore.world import Extent

_PAGE = Template(Path(__file__).with_name("simulation.md.txt").read_text(encoding="utf-8"))

Observed = Mapping[Case, Counter[int]]

_CALLS = {
    "GetItem": "GetItem",
    "PutItem (lease)": "PutItem of the lease",
    "SendEmail": "SendEmail",
    "PutItem": "PutItem of the record",
    "ChangeMessageVisibility": "ChangeMessageVisibility",
    "answer": "the function's answer",
}


def simulation_page(settings: Settings) -> str:
    """The page, from runs of its own; the stack's lease setting is left aside, since it shows both."""
    without = run_exhaustive(settings.model_copy(update={"lease": False}), Extent(unlucky=1), shares=1)
    with_leases = run_exhaustive(settings.model_copy(update={"lease": True}), Extent(unlucky=1, both=False), shares=1)
    return render(without, with_leases)


def render(without: Exhaustive, with_leases: Exhaustive) -> str:
    """The page, from what the schedules without and with leases led to."""
    every, unleased = [*without.observed, *with_leases.observed], [(without.observed, False), (without.observed, True)]
    return _PAGE.substitute(
        schedules=f"{without.schedules:,}",
        lease_schedules=f"{with_leases.schedules:,}",
        single=_rows((case for case in every if len(case.points) <= 1), *unleased, (with_leases.observed, False)),
        pairs=_rows((case for case in without.observed if len(case.points) > 1), *unleased),
        presets="\n".join(f"- `{name}`" for name in SIMULATED_PRESETS),
        promises="\n".join(_promise(name, promise) for name, promise in SIMULATED_PROMISES.items()),
        variants="\n".join(f"| `{edit.name}` | {edit.why} |" for edit in all_edits().values() if edit.shown),
    )


def _promise(name: str, promise: Promise) -> str:
    parts = {"": promise.always, "with leases ": promise.with_leases, "without ": promise.without}
    told = (f"{when}{', '.join(f'`{path}`' for path in paths)}" for when, paths in parts.items() if paths)
    return f"- **{name}**: {'; '.join(told)}"


def _rows(cases: Iterable[Case], *columns: tuple[Observed, bool]) -> str:
    """A row for what happens in each case; a column is what was observed, and whether two workers met at once."""
    points = sorted({case.points for case in cases}, key=_order)
    cells = ([_cell(observed, Case(point, at_once)) for observed, at_once in columns] for point in points)
    return "\n".join(f"| {_named(point)} | {' | '.join(row)} |" for point, row in zip(points, cells, strict=True))


def _cell(observed: Observed, case: Case) -> str:
    if case not in observed:
        return "-"
    seen = " or ".join(str(emails) for emails in sorted(observed[case]))
    runs = f"{observed[case].total():,}"
    foretold = str(predicted_for(case))
    return f"{seen} ({runs})" if seen == foretold else f"**{seen}, not {foretold}** ({runs})"


def _named(points: tuple[Point, ...]) -> str:
    return "; ".join(_point(call, course) for call, course in points) or "nothing happens"


def _point(call: str, course: str) -> str:
    again = " again" * call.endswith(" again")
    name = f"{_CALLS[call.removesuffix(' again')]}{again}"
    if course == "answer lost":
        return f"{name}: carried out, its answer lost"
    return f"crash {course.removeprefix('crash ')} {name}"


def _order(points: tuple[Point, ...]) -> tuple[int, list[tuple[int, str, str]]]:
    calls = list(_CALLS)
    return len(points), [(calls.index(call.removesuffix(" again")), call, course) for call, course in points]
