"""How a bad worker is caught: by the random simulation alone, or else by the unit tests, those nearest to it first."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from minitickets.bad.copy import edited_copy
from minitickets.bad.edit import Edit
from minitickets.home import HOME
from tests.bad.attempt import TrialBroke, TrialResult, attempt

SIMULATIONS = {"simulation": False, "simulation with leases": True}
WITNESSES = Path(__file__).with_name("witnesses.json")

HARMLESS = Edit(
    name="harmless",
    kind="none",
    file="worker/run.py",
    old='"""How one job is done: check, send, record."""',
    new='"""How a job is done: check, send, record."""',
    why="changes nothing",
)

_TESTS = ("tests/apps", "tests/hostile")


@dataclass(frozen=True)
class Catch:
    """What caught a bad worker.

    Args:
        how: `simulation`, `simulation with leases`, or a file or folder of tests; None if nothing did.
        caught_by: the invariant, or the test.
        seconds: of processor time, all that was tried before included.
        broke: trials that came to no result, and why.
    """

    name: str
    how: str | None
    caught_by: str | None
    seconds: float
    broke: tuple[str, ...] = ()


def catch(edit: Edit) -> Catch:
    """Tries everything, in the order of what it costs, until something catches it."""
    spent, broke = 0.0, list[str]()
    with edited_copy(edit) as copy:
        for how in (*_simulations(edit), *_tests_near(edit), *_TESTS):
            try:
                result = try_by(how, copy, edit)
            except TrialBroke as error:
                broke.append(str(error))
                continue
            spent += result.seconds
            if result.caught_by is None:
                continue
            if how in SIMULATIONS or _passes_without(result.caught_by):
                return Catch(edit.name, how, result.caught_by, spent, tuple(broke))
            broke.append(f"{result.caught_by} fails without the edit, too")
    return Catch(edit.name, None, None, spent, tuple(broke))


def try_by(how: str, copy: Path, edit: Edit) -> TrialResult:
    """Tries one thing.

    Raises:
        TrialBroke: it came to no result.
    """
    if how in SIMULATIONS:
        return attempt(copy, edit.name, "simulation", lease=SIMULATIONS[how])
    return attempt(copy, edit.name, "unit_tests", str(HOME / how))


def _passes_without(test: str) -> bool:
    """Whether a test passes on code with nothing wrong: one that fails now and then catches nobody."""
    with edited_copy(HARMLESS) as copy:
        return try_by(test, copy, HARMLESS).caught_by is None


def _simulations(edit: Edit) -> list[str]:
    """Both, and first the one that is likelier to catch it."""
    return sorted(SIMULATIONS, key=lambda how: SIMULATIONS[how] != (edit.kind == "leases"))


def _tests_near(edit: Edit) -> Iterator[str]:
    """The file of tests that mirrors the one that was edited, and then its folder's."""
    file = Path(edit.file)
    own = Path("tests/apps", file.parent, f"test_{file.stem}.py")
    if (HOME / own).is_file():
        yield str(own)
    if file.parent.name:
        yield str(Path("tests/apps", file.parent))


def read_witnesses() -> dict[str, str]:
    """What caught each bad worker when the whole matrix was run last."""
    return json.loads(WITNESSES.read_text(encoding="utf-8"))


def write_witnesses(catches: list[Catch]) -> None:
    """Keeps what caught them, for the test that tries no more than that."""
    found = {each.name: each.how for each in catches if each.how is not None}
    WITNESSES.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
