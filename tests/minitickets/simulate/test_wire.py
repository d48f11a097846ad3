from dataclasses import dataclass, field

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from minitickets.books.faults import Faults
from minitickets.simulate import ticket_clients
from minitickets.simulate.invocation import SimulatedInvocation
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.line import Line
from minitickets.simulate.meter import Meter
from minitickets.simulate.weather import Nature
from minitickets.simulate.wire import TimedWire
from tickets import bootstrap as tickets

SES = Line("ses", 5)


@dataclass
class Call:
    """What came of one call over a wire; times are seconds."""

    applied: list[float] = field(default_factory=list[float])
    returned: float | None = None
    error: Exception | None = None
    meter: Meter = field(default_factory=Meter)


def call(
    kind: str | None = None, *, line: Line = SES, dies_at: int | None = None, seconds: float | None = None
) -> Call:
    """Makes one call, under a fault of that kind, from an invocation that dies at that step."""
    fault = {"service": "ses", "kind": kind, "seconds": seconds}
    made, nature = Call(), Nature(Faults.model_validate({"disruptions": [fault] if kind else []}), "1")
    kernel, wire = nature.kernel, TimedWire(nature, made.meter)

    def send() -> None:
        try:
            wire.call(line, "SendEmail", "", lambda: made.applied.append(kernel.now / SECOND))
        except (ClientError, ReadTimeoutError) as error:
            made.error = error
        made.returned = kernel.now / SECOND

    def invoke() -> None:
        wire.invocation = SimulatedInvocation(kernel, 99 * SECOND, dies_at)
        wire.invocation.run(send)

    kernel.start(invoke)
    kernel.run(until=100 * SECOND)
    return made


def test_a_call_is_carried_out_half_way_through_its_latency() -> None:
    made = call()

    assert made.error is None
    assert made.returned is not None
    assert made.applied == [pytest.approx(made.returned / 2, abs=1e-5)]


@pytest.mark.parametrize(("kind", "applied"), [("lostRequest", 0), ("lostAnswer", 1)])
def test_a_call_that_is_lost_times_out_and_is_carried_out_if_it_is_its_answer(kind: str, applied: int) -> None:
    made = call(kind)

    assert (len(made.applied), made.returned) == (applied, 5)
    assert isinstance(made.error, ReadTimeoutError)


def test_a_slow_call_within_the_timeout_succeeds() -> None:
    made = call("slow", seconds=4.5)

    assert made.error is None
    assert made.returned is not None
    assert 4.5 < made.returned < 5


def test_a_slower_call_is_carried_out_after_the_client_gave_up() -> None:
    made = call("slow", seconds=20)

    assert made.returned == 5
    assert made.applied[0] > 10


@pytest.mark.parametrize(
    ("kind", "code", "throttles"),
    [
        pytest.param("throttle", "TooManyRequestsException", 1, id="throttle"),
        pytest.param("serverError", "InternalServerError", 0, id="server error"),
    ],
)
def test_a_refused_call_is_not_carried_out(kind: str, code: str, throttles: int) -> None:
    made = call(kind)

    assert made.applied == []
    assert isinstance(made.error, ClientError)
    assert made.error.response.get("Error", {}).get("Code") == code
    assert made.meter.throttles["ses"] == throttles


def test_an_sdk_tries_again_as_often_as_its_line_says() -> None:
    made = call("lostAnswer", line=Line("ses", 5, attempts=3))

    assert len(made.applied) == 3
    assert isinstance(made.error, ReadTimeoutError)


@pytest.mark.parametrize(("step", "applied"), [pytest.param(0, 0, id="before"), pytest.param(1, 1, id="after")])
def test_an_environment_dies_before_or_after_the_call(step: int, applied: int) -> None:
    made = call(dies_at=step)

    assert made.returned is None
    assert len(made.applied) == applied


def test_the_lines_are_those_of_the_tickets_functions_bootstrap() -> None:
    connect, tries = tickets._CONNECT_TIMEOUT, tickets._ATTEMPTS

    assert Line("dynamodb", connect + tickets._DYNAMODB_READ_TIMEOUT, tries) == ticket_clients.TICKETS_TABLE
    assert Line("s3", connect + tickets._READ_TIMEOUT, tries) == ticket_clients.ASSETS
    assert Line("secretsmanager", connect + tickets._READ_TIMEOUT, tries) == ticket_clients.SECRET
