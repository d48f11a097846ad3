import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from infra.settings import Settings
from minitickets.errors import CommandError
from minitickets.scale.assumptions import Assumptions, read_assumptions
from minitickets.scale.ceilings import Ceiling, ceilings, outage_seconds
from minitickets.scale.day import Day
from minitickets.scale.load import Load, Model, make_model
from minitickets.scale.numbers import plain, short
from minitickets.scale.tables import scale_tables
from minitickets.simulate.command import simulate
from minitickets.simulate.faults import Faults
from minitickets.simulate.prices import dollars
from minitickets.simulate.scenario import Outcome

DOCUMENT = Path(__file__).parents[3] / "docs/scale.md"
ASKED = 10_000, 1_000_000, 100_000_000

AS_USUAL = Assumptions()

MakeModel = Callable[..., Model]


@pytest.fixture(scope="module")
def model(settings: Callable[..., Settings]) -> MakeModel:
    """The model of a test stack with changed settings, and other assumptions."""

    @cache
    def make(assumed: Assumptions = AS_USUAL, **changes: str) -> Model:
        return make_model(settings(**changes), assumed)

    return make


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(simulate, ["--mode", "scale", *arguments])


def ceiling(model: Model, words: str) -> Ceiling:
    [found] = [ceiling for ceiling in ceilings(model) if words in ceiling.what]
    return found


def test_a_booking_takes_the_calls_that_the_functions_make(model: MakeModel) -> None:
    assert dict(model().booking.calls) == {
        "GetItem": 1,
        "SendEmail": 1,
        "PutItem": 1,
        "PutItem (ticket)": 2.5,
        "PutObject": 2.5,
        "UpdateItem": 2.5,
    }
    assert dict(model().booking.lines) == {"email_sent": 1, "ticket_issued": 2.5}


def test_a_lease_is_one_more_write(model: MakeModel) -> None:
    assert model(lease="true").booking.job_writes == model().booking.job_writes + 1


def test_fewer_tickets_take_fewer_calls_of_the_tickets_function_only(model: MakeModel) -> None:
    booking = model(Assumptions.model_validate({"ticketsPerBooking": 1})).booking

    assert (booking.calls["PutObject"], booking.calls["SendEmail"]) == (1, 1)


def test_concurrency_is_the_rate_times_the_duration(model: MakeModel) -> None:
    easy = {"peak": 10, "dynamodbSeconds": 0.01, "sesSeconds": 0.08, "s3Seconds": 0.05}
    cpu = {"workerCpuSeconds": 0.01, "ticketCpuSeconds": 0.01}
    load = Load(model(Assumptions.model_validate(easy | cpu), workerMemory="1769", ticketsMemory="3538"), 864_000)

    assert load.peak == pytest.approx(100)
    assert load.model.worker.duration(10) == pytest.approx(0.08 + 2 * 0.01 + 10 * 0.01)
    assert load.concurrency(load.model.worker) == pytest.approx(100 / 10 * 0.2)
    assert load.model.tickets.duration(1) == pytest.approx(2.5 * (2 * 0.01 + 0.05 + 0.01))
    assert load.concurrency(load.model.tickets) == pytest.approx(100 * 0.2)


def test_half_a_processor_takes_twice_as_long_to_compute(model: MakeModel) -> None:
    half, whole = model(workerMemory="885").worker, model(workerMemory="1770").worker

    assert half.duration(10) - half.duration(0) == pytest.approx(2 * (whole.duration(10) - whole.duration(0)), rel=0.01)


def test_each_limit_is_used_up_where_it_is_said_to_be_reached(model: MakeModel) -> None:
    for limit in ceilings(model()):
        at_the_limit = Load(model(), round(limit.reached))
        rate = at_the_limit.bookings if limit.what.endswith("a day") else at_the_limit.peak

        assert rate * limit.need == pytest.approx(limit.limit, rel=0.001), limit.what
        assert limit.stops(Load(model(), round(limit.reached * 1.01)))
        assert not limit.stops(Load(model(), round(limit.reached * 0.99)))


def test_limits_are_in_the_order_in_which_they_are_reached(model: MakeModel) -> None:
    reached = [limit.reached for limit in ceilings(model())]

    assert reached == sorted(reached)


def test_more_invocations_at_once_move_the_limit_of_the_setting(model: MakeModel) -> None:
    as_set, more = (
        ceiling(model(ticketsMaximumConcurrency=allowed), "tickets: maximumConcurrency as set").reached
        for allowed in ("2", "40")
    )

    assert more == pytest.approx(20 * as_set)


def test_a_date_takes_all_writes_of_its_tickets_on_one_key(model: MakeModel) -> None:
    everyone = model(Assumptions.model_validate({"dateShare": 1}))

    assert ceiling(everyone, "one date").need == everyone.booking.table_writes == 5
    assert Load(everyone, 1_000_000).date_shards == 1
    assert Load(everyone, 100_000_000).date_shards == 87  # 57,870 writes a second, half as many again, over 1,000


def test_an_outage_hides_a_message_for_its_whole_backoff(model: MakeModel) -> None:
    assert outage_seconds(model()) == 10 + 40 + 3 * 120


def test_pollers_are_for_what_maximum_concurrency_cannot_reach(model: MakeModel) -> None:
    asked = Load(model(), 100_000_000)

    assert asked.to_set_up(asked.model.worker) < 1000
    assert asked.pollers(asked.model.worker) == 0
    assert asked.to_set_up(asked.model.tickets) > 1000
    assert (
        asked.pollers(asked.model.tickets) == 1737
    )  # 17,361 polls a second, at 10 each: more than 386 for invocations
    assert Load(model(ticketsBatchSize="10"), 100_000_000).pollers(model(ticketsBatchSize="10").tickets) == 386


def test_a_day_costs_what_the_simulated_world_says(model: MakeModel, run: Callable[..., Outcome]) -> None:
    world = run("calm", bookings=200)
    simulated, computed = dollars(world.meter, world.emails), Day(Load(model(), 200)).costs()

    for service in ("dynamodb", "ses", "s3"):
        assert computed[service] == pytest.approx(float(simulated[service]))


def test_the_tickets_queue_drains_as_fast_as_computed(model: MakeModel, run: Callable[..., Outcome]) -> None:
    computed = model(Assumptions.model_validate({"ticketCpuSeconds": 1e-9})).tickets.duration(1)
    # In the simulator one call in 128 takes eight times as long, and an invocation waits for a receive and a delete.
    one = computed * (1 + 7 / 128) + 0.03

    burst = run(Faults(publish_seconds=1), bookings=120, workerMaximumConcurrency="20")

    assert burst.ended / 1e6 == pytest.approx(120 * one / 2, rel=0.1)


@pytest.mark.parametrize(
    ("number", "text"),
    [(28_935.2, "28,900"), (11.57, "11.6"), (0.03538, "0.0354"), (2, "2"), (0, "0"), (999.9, "1,000"), (100, "100")],
    ids=str,
)
def test_numbers_have_three_digits_that_count(number: float, text: str) -> None:
    assert plain(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(200, "200"), (77_803, "77.8k"), (999_999, "1M"), (3_456_000, "3.46M"), (1.167e11, "117G")],
    ids=str,
)
def test_great_numbers_have_a_suffix(number: float, text: str) -> None:
    assert short(number) == text


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("peek=20", "peek: is none of peak, headroom"),
        ("peak=high", "peak: Input should be a valid number"),
        ("peak=0", "peak: Input should be greater than or equal to 1"),
        ("peak", "peak: Input should be a valid number"),
        ("peak=nan", "peak: "),
    ],
)
def test_an_assumption_that_cannot_be_is_refused(change: str, complaint: str) -> None:
    with pytest.raises(CommandError, match=f"--assume {complaint}"):
        read_assumptions([change])


def test_json_has_what_programs_rely_on() -> None:
    document: dict[str, Any] = json.loads(ask("--json", "--day", "5000", "--assume", "peak=20").stdout)

    assert document["assumptions"]["peak"] == 20
    [load] = document["loads"]
    assert load["peak"] == pytest.approx(5000 / 86_400 * 20)
    assert load["limitsExceeded"] == ["SES sandbox: emails a day"]
    assert load["functions"].keys() == {"worker", "tickets"}
    assert sum(load["dollarsPerDay"].values()) == pytest.approx(0.63, rel=0.05)


@pytest.mark.parametrize("bookings", ["1", "1000000000000"])
def test_any_number_of_bookings_can_be_asked(bookings: str) -> None:
    assert ask("--day", bookings).exit_code == 0


def test_the_document_holds_the_tables_of_the_dev_stack() -> None:
    printed = ask().stdout
    document = DOCUMENT.read_text(encoding="utf-8")

    for table in printed.strip().split("\n\n"):
        assert table in document, "run `minitickets simulate --mode scale` and put its tables into docs/scale.md"


def test_all_tables_are_printed(model: MakeModel) -> None:
    assert "\n\n".join(scale_tables(model(), ASKED)).count("100M a day") == 3
