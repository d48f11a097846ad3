from collections.abc import Callable
from functools import cache

import pytest

from infra.settings import Settings
from minitickets.books.faults import Faults
from minitickets.scale.assumptions import Assumptions
from minitickets.scale.ceilings import Ceiling, ceilings, outage_seconds
from minitickets.scale.costs import Day
from minitickets.scale.load import Load, Model, make_model
from minitickets.simulate.scenario import WorldOutcome

AS_USUAL = Assumptions()

MakeModel = Callable[..., Model]


@pytest.fixture(scope="module")
def model(settings: Callable[..., Settings]) -> MakeModel:
    """The model of a test stack with changed settings, and other assumptions."""

    @cache
    def make(assumed: Assumptions = AS_USUAL, **changes: str) -> Model:
        return make_model(settings(**changes), assumed)

    return make


def ceiling(model: Model, words: str) -> Ceiling:
    [found] = [ceiling for ceiling in ceilings(model) if words in ceiling.what]
    return found


def test_a_booking_takes_the_calls_that_the_functions_make(model: MakeModel) -> None:
    assert dict(model().booking.calls) == {
        "GetItem": 1,
        "SendEmail": 1,
        "PutItem": 1,
        "PutItem (claim)": 1,
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
    slowest = 1 + 0.6 * 1.5 / 3.5  # of 2.5 tickets, whose answers take between 0.4 and 1.6 of the mean
    assert load.model.tickets.duration(1) == pytest.approx(2 * 0.01 + slowest * (2 * 0.01 + 0.05) + 2.5 * 0.01)
    assert load.concurrency(load.model.tickets) == pytest.approx(100 * load.model.tickets.duration(1))


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
    )  # 17,361 polls a second, at 10 each: more than 197 for invocations
    assert Load(model(ticketsBatchSize="10"), 100_000_000).pollers(model(ticketsBatchSize="10").tickets) == 197


def test_a_day_costs_what_the_simulated_world_says(model: MakeModel, run: Callable[..., WorldOutcome]) -> None:
    world = run("calm", bookings=200)
    simulated, computed = world.meter.dollars(world.emails), Day(Load(model(), 200)).costs()

    for service in ("dynamodb", "ses", "s3"):
        assert computed[service] == pytest.approx(float(simulated[service]))


def test_the_tickets_queue_drains_as_fast_as_computed(model: MakeModel, run: Callable[..., WorldOutcome]) -> None:
    computed = model(Assumptions.model_validate({"ticketCpuSeconds": 1e-9})).tickets.duration(1)
    # In the simulator one call in 128 takes eight times as long, and an invocation waits for a receive and a delete.
    one = computed * (1 + 7 / 128) + 0.03

    burst = run(Faults(publish_seconds=1), bookings=120, workerMaximumConcurrency="20")

    assert burst.ended / 1e6 == pytest.approx(120 * one / 2, rel=0.1)
