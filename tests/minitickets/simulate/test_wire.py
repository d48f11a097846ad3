from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from minitickets.books.faults import Fault, Faults
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
    """One call over a wire, and what came of it; times are seconds."""

    fault: Fault | None = None
    line: Line = SES
    dies_at: int | None = None
    applied: list[float] = field(default_factory=list[float])
    returned: float | None = None
    error: Exception | None = None
    meter: Meter = field(default_factory=Meter)

    def make(self) -> "Call":
        nature = Nature(Faults(disruptions=[self.fault] if self.fault else []), "1")
        kernel, wire = nature.kernel, TimedWire(nature, self.meter)

        def call() -> None:
            try:
                wire.call(self.line, "SendEmail", "", lambda: self.applied.append(kernel.now / SECOND))
            except (ClientError, ReadTimeoutError) as error:
                self.error = error
            self.returned = kernel.now / SECOND

        def invoke() -> None:
            wire.invocation = SimulatedInvocation(kernel, 99 * SECOND, self.dies_at)
            wire.invocation.run(call)

        kernel.start(invoke)
        kernel.run(until=100 * SECOND)
        return self


@pytest.fixture
def call() -> Callable[..., Call]:
    def call(
        kind: str | None = None, *, line: Line = SES, dies_at: int | None = None, seconds: float | None = None
    ) -> Call:
        fault = None if kind is None else Fault.model_validate({"service": "ses", "kind": kind, "seconds": seconds})
        return Call(fault, line, dies_at).make()

    return call


def test_a_call_is_carried_out_half_way_through_its_latency(call: Callable[..., Call]) -> None:
    made = call()

    assert made.error is None
    assert made.returned is not None
    assert made.applied == [pytest.approx(made.returned / 2, abs=1e-5)]


def test_a_lost_request_is_not_carried_out_and_times_out(call: Callable[..., Call]) -> None:
    made = call("lostRequest")

    assert (made.applied, made.returned) == ([], 5)
    assert isinstance(made.error, ReadTimeoutError)


def test_a_lost_answer_is_carried_out_and_times_out(call: Callable[..., Call]) -> None:
    made = call("lostAnswer")

    assert (len(made.applied), made.returned) == (1, 5)
    assert isinstance(made.error, ReadTimeoutError)


def test_a_slow_call_within_the_timeout_succeeds(call: Callable[..., Call]) -> None:
    made = call("slow", seconds=4.5)

    assert made.error is None
    assert made.returned is not None
    assert 4.5 < made.returned < 5


def test_a_slower_call_is_carried_out_after_the_client_gave_up(call: Callable[..., Call]) -> None:
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
def test_a_refused_call_is_not_carried_out(call: Callable[..., Call], kind: str, code: str, throttles: int) -> None:
    made = call(kind)

    assert made.applied == []
    assert isinstance(made.error, ClientError)
    assert made.error.response.get("Error", {}).get("Code") == code
    assert made.meter.throttles["ses"] == throttles


def test_an_sdk_tries_again_as_often_as_its_line_says(call: Callable[..., Call]) -> None:
    made = call("lostAnswer", line=Line("ses", 5, attempts=3))

    assert len(made.applied) == 3
    assert isinstance(made.error, ReadTimeoutError)


@pytest.mark.parametrize(("step", "applied"), [pytest.param(0, 0, id="before"), pytest.param(1, 1, id="after")])
def test_an_environment_dies_before_or_after_the_call(call: Callable[..., Call], step: int, applied: int) -> None:
    made = call(dies_at=step)

    assert made.returned is None
    assert len(made.applied) == applied


def test_the_lines_are_those_of_the_tickets_functions_bootstrap() -> None:
    connect, tries = tickets._CONNECT_TIMEOUT, tickets._ATTEMPTS

    assert Line("dynamodb", connect + tickets._DYNAMODB_READ_TIMEOUT, tries) == ticket_clients.TICKETS_TABLE
    assert Line("s3", connect + tickets._READ_TIMEOUT, tries) == ticket_clients.ASSETS
    assert Line("secretsmanager", connect + tickets._READ_TIMEOUT, tries) == ticket_clients.SECRET
