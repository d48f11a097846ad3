import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from minitickets.books.faults import Fault, Faults
from minitickets.books.presets import SIMULATED_PRESETS
from minitickets.simulate.scenario import WorldOutcome
from minitickets.simulate.world import World

GOLDEN = Path(__file__).with_name("golden.json")

Run = Callable[..., WorldOutcome]


@pytest.mark.parametrize("preset", SIMULATED_PRESETS)
def test_nothing_is_lost_and_the_run_is_the_same_on_every_python(run: Run, preset: str) -> None:
    outcome = run(preset)

    assert not outcome.violations
    assert outcome.lost == 0
    assert outcome.emails_per_booking.total() == 300
    digest = hashlib.sha256(json.dumps(outcome.to_json()).encode()).hexdigest()
    assert digest == json.loads(GOLDEN.read_text())[preset], (
        f"the same seed no longer leads to the same run; if that is meant, golden.json needs {preset!r}: {digest!r}"
    )


def test_a_calm_world_sends_exactly_one_email_and_all_tickets(run: Run) -> None:
    outcome = run("calm", bookings=100)

    assert outcome.emails_per_booking == {1: 100}
    assert outcome.tickets == 250
    assert outcome.meter.deliveries == 200
    assert sum(outcome.windows.values()) == 0


@pytest.mark.long
def test_leases_leave_no_window_for_two_workers(run: Run) -> None:
    without, with_leases = run("duplicates", bookings=1500), run("duplicates", bookings=1500, lease="true")

    assert without.windows["two workers"] > 0
    assert with_leases.emails_per_booking == {1: 1500}
    assert not with_leases.violations


@pytest.mark.long
def test_everything_at_once_with_leases(run: Run) -> None:
    outcome = run("all", lease="true")

    assert not outcome.violations
    assert outcome.windows["two workers"] == 0


def test_an_outage_longer_than_the_backoff_ends_in_dead_letters_with_reasons(run: Run) -> None:
    outcome = run("ses-outage-15m")

    assert outcome.emails_per_booking.keys() == {0, 1}
    assert outcome.dead_lettered == outcome.emails_per_booking[0]
    assert all(reason.startswith("job_failed: ") for reason in outcome.reasons)


def test_a_redrive_after_the_outage_brings_every_email(run: Run) -> None:
    outage = SIMULATED_PRESETS["ses-outage-15m"].model_copy(update={"redrive": True})

    outcome = run(outage)

    assert outcome.redriven > 0
    assert outcome.emails_per_booking == {1: 300}


def test_poison_and_rejected_recipients_end_as_dead_letters_and_bother_no_neighbour(run: Run) -> None:
    outcome = run(Faults(poison=0.1, rejected=0.1))

    assert not outcome.violations
    assert outcome.dead_lettered == outcome.emails_per_booking[0] > 30
    assert all(reason.startswith("poison_message") for reason in outcome.reasons)


def test_an_item_past_its_time_does_not_pass_for_a_record(run: Run) -> None:
    assert run(Faults(expired=1), bookings=20).emails_per_booking == {1: 20}
    assert run(Faults(expired=1), bookings=20, lease="true").emails_per_booking == {1: 20}


def test_a_key_rotated_half_way_leaves_every_ticket_with_the_key_it_was_reserved_with(run: Run) -> None:
    outcome = run(Faults(rotate_keys=True, disruptions=[Fault(service="lambda", kind="crash", probability=0.2)]))

    assert not outcome.violations
    assert outcome.tickets == 750


def test_queues_that_do_not_get_empty_in_time_are_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(World, "_latest_end", lambda _self: 0)

    outcome = run("calm", bookings=1)

    assert outcome.violation_counts == {"drain": 2}
