"""Each bad worker is caught, mostly by what caught it when `make bad` was run last, which tried everything."""

import pytest

from minitickets.bad.copy import edited_copy
from minitickets.bad.edit import all_edits
from tests.bad.attempt import TrialBroke, attempt
from tests.bad.matrix import HARMLESS, SIMULATIONS, catch, read_witnesses, try_by

_EVERY = 4  # CI has minutes for so many of them; `make bad` tries all


@pytest.mark.long
@pytest.mark.parametrize("name", list(all_edits())[::_EVERY])
def test_it_is_caught(name: str) -> None:
    how = read_witnesses().get(name)
    assert how, f"nothing is known to catch {name}: run `make bad`"

    with edited_copy(all_edits()[name]) as copy:
        result = try_by(how, copy, all_edits()[name])

    # What is met by chance is met elsewhere after a change of the world: then everything is tried.
    assert result.caught_by or catch(all_edits()[name]).how, f"{how} no longer catches {name}, and nothing else does"


def test_the_simulation_alone_catches_most() -> None:
    witnesses = read_witnesses()

    assert witnesses.keys() == all_edits().keys(), "run `make bad`, which tries them all anew"
    assert sum(how in SIMULATIONS for how in witnesses.values()) >= 0.9 * len(witnesses)


@pytest.mark.long
@pytest.mark.parametrize("how", [*SIMULATIONS, "tests/apps/worker/test_batch.py"])
def test_a_copy_with_nothing_wrong_is_not_caught(how: str) -> None:
    with edited_copy(HARMLESS) as copy:
        assert try_by(how, copy, HARMLESS).caught_by is None


def test_a_trial_that_breaks_is_no_catch() -> None:
    with edited_copy(HARMLESS) as copy, pytest.raises(TrialBroke, match="nothing: AttributeError"):
        attempt(copy, HARMLESS.name, "nothing")


def test_a_trial_of_other_code_than_it_should_be_is_no_catch() -> None:
    with edited_copy(HARMLESS) as copy, pytest.raises(TrialBroke, match="harmless runs where no-email should"):
        attempt(copy, "no-email", "simulation", lease=False)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["record-first", "message-id-key", "all-or-nothing", "no-consistent-read", "worker-sends-again"]
)
def test_the_schedules_of_a_small_world_catch_it_too(name: str) -> None:
    with edited_copy(all_edits()[name]) as copy:
        assert attempt(copy, name, "schedule").caught_by
