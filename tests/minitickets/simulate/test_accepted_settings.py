"""Whatever settings the program accepts: without faults all arrives, and with faults nothing is lost in silence."""

from collections.abc import Sequence

import pytest

from infra.settings import Settings
from minitickets.books.faults import Faults
from minitickets.books.presets import SIMULATED_PRESETS
from minitickets.simulate.publication import quantity_of
from minitickets.simulate.scenario import Scenario, WorldOutcome
from minitickets.simulate.world import simulate
from tests.fixtures.random_settings import random_settings
from tests.fixtures.worlds import make_settings

BOOKINGS = 6
_LOST = {"lost", "ticket lost"}

SOME = range(4)
"""Seeds that are tried each time."""


def _run(faults: Faults, settings: Settings, seed: int) -> WorldOutcome:
    return simulate(Scenario(seed=str(seed), bookings=BOOKINGS, faults=faults, settings=settings))


def _try(seeds: Sequence[int]) -> list[str]:
    """What went wrong, with the settings that it went wrong with."""
    wrong: list[str] = []
    for seed in seeds:
        chosen = random_settings(seed)
        for preset, faults in SIMULATED_PRESETS.items():
            outcome = _run(faults, make_settings(**chosen), seed)
            arrived = outcome.emails_per_booking == {1: BOOKINGS} and outcome.tickets == sum(
                map(quantity_of, range(BOOKINGS))
            )
            calm = preset != "calm" or (arrived and not outcome.reasons)
            if outcome.violations or outcome.lost or not calm:
                wrong.append(f"seed {seed}, {preset}: {outcome.to_json()}, {chosen}")
    return wrong


def test_with_some_random_settings_all_arrives_or_is_a_dead_letter() -> None:
    assert not _try(SOME)


@pytest.mark.long
@pytest.mark.parametrize("part", range(7))
def test_with_two_hundred_random_settings_all_arrives_or_is_a_dead_letter(part: int) -> None:
    assert not _try(range(4 + 28 * part, 4 + 28 * (part + 1)))


def test_random_settings_stand_at_both_ends_of_what_is_accepted() -> None:
    drawn = [random_settings(seed) for seed in range(40)]

    assert {each["lease"] for each in drawn} == {"false", "true"}
    for key, least in {"workerTimeout": 9, "ticketsTimeout": 15, "maxReceiveCount": 3, "workerBatchSize": 1}.items():
        assert min(int(each[key]) for each in drawn) == least
    for key, most in {"ticketsTimeout": 900, "ticketsBatchSize": 10, "messageRetentionPeriod": 1_209_599}.items():
        assert max(int(each[key]) for each in drawn) == most
    beside = [int(each["deadLetterRetentionPeriod"]) - int(each["messageRetentionPeriod"]) for each in drawn]
    assert min(beside) == 1


@pytest.mark.parametrize(
    ("refused", "preset"),
    [
        pytest.param({"message_retention_period": 171}, "ses-outage-15m", id="a retention that is too short"),
        pytest.param({"worker_timeout": 8}, "calm", id="a worker that has no time"),
        pytest.param({"tickets_timeout": 6}, "calm", id="a tickets function that has no time"),
    ],
)
def test_what_is_refused_would_lose_bookings(refused: dict[str, int], preset: str) -> None:
    outcome = _run(SIMULATED_PRESETS[preset], make_settings().model_copy(update=refused), 1)

    assert outcome.reasons or _LOST & outcome.violation_counts.keys()
