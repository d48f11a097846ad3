from dataclasses import dataclass, field

import pytest

from aws.calls import CallFailed, Refused, Timeouts, Unanswered
from minitickets.books.faults import Faults
from minitickets.books.violations import Violations
from minitickets.simulate import wire as wire_module
from minitickets.simulate.invocation import SimulatedInvocation
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.line import Line, ServiceCall
from minitickets.simulate.meter import Meter
from minitickets.simulate.seen import Seen
from minitickets.simulate.weather import Nature
from minitickets.simulate.wire import TimedWire

SES = Line("ses", 5)
SEND = ServiceCall("send", "SendEmail", 0, "", {})


@dataclass
class Call:
    """What came of one call over a wire; times are seconds."""

    applied: list[float] = field(default_factory=list[float])
    returned: float | None = None
    error: Exception | None = None
    meter: Meter = field(default_factory=Meter)
    witness: Seen = field(default_factory=Seen)


def call(
    kind: str | None = None, *, line: Line = SES, dies_at: int | None = None, seconds: float | None = None
) -> Call:
    """Makes one call, under a fault of that kind, from an invocation that dies at that step."""
    fault = {"service": "ses", "kind": kind, "seconds": seconds}
    made, nature = Call(), Nature(Faults.model_validate({"disruptions": [fault] if kind else []}), "1")
    kernel, wire = nature.kernel, TimedWire(nature, made.meter, Violations(lambda: 0))

    def send() -> None:
        try:
            wire.call(line, SEND, lambda: made.applied.append(kernel.now / SECOND))
        except CallFailed as error:
            made.error = error
        made.returned = kernel.now / SECOND

    def invoke() -> None:
        wire.invocation = SimulatedInvocation(kernel, 99 * SECOND, dies_at)
        made.witness = wire.invocation.witness
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
def test_a_call_that_is_lost_times_out_and_is_carried_out_if_it_is_its_answer(
    monkeypatch: pytest.MonkeyPatch, kind: str, applied: int
) -> None:
    monkeypatch.setattr(wire_module, "_CUT", 0)
    made = call(kind)

    assert (len(made.applied), made.returned) == (applied, 5)
    assert isinstance(made.error, Unanswered)
    assert made.error.reason == "ReadTimeoutError"


@pytest.mark.parametrize(("kind", "applied"), [("lostRequest", 0), ("lostAnswer", 1)])
def test_a_connection_may_be_cut_and_then_nobody_waits(
    monkeypatch: pytest.MonkeyPatch, kind: str, applied: int
) -> None:
    monkeypatch.setattr(wire_module, "_CUT", 1)
    made = call(kind)

    assert len(made.applied) == applied
    assert isinstance(made.error, Unanswered)
    assert made.error.reason == "ConnectionClosedError"
    assert made.returned is not None
    assert made.returned < 2


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
    assert isinstance(made.error, Refused)
    assert made.error.code == code
    assert made.meter.throttles["ses"] == throttles


def test_an_sdk_tries_again_as_often_as_its_line_says() -> None:
    made = call("lostAnswer", line=Line("ses", 5, attempts=3))

    assert len(made.applied) == 3
    assert isinstance(made.error, Unanswered)
    assert made.error.reason == "ReadTimeoutError"


@pytest.mark.parametrize(("step", "applied"), [pytest.param(0, 0, id="before"), pytest.param(1, 1, id="after")])
def test_an_environment_dies_before_or_after_the_call(step: int, applied: int) -> None:
    made = call(dies_at=step)

    assert made.returned is None
    assert len(made.applied) == applied


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        pytest.param(None, "done", id="answered"),
        pytest.param("lostAnswer", "unanswered", id="its answer lost"),
        pytest.param("lostRequest", "unanswered", id="its request lost"),
        pytest.param("throttle", "refused", id="refused"),
        pytest.param("paused", "refused", id="refused for the account's sake"),
    ],
)
def test_the_world_notes_what_it_did_to_a_call(kind: str | None, outcome: str) -> None:
    (noted,) = call(kind).witness.calls

    assert (noted.call, noted.outcome, noted.failed) == (SEND, outcome, outcome != "done")


def test_a_call_that_its_caller_did_not_outlive_has_no_outcome() -> None:
    assert [noted.outcome for noted in call(dies_at=1).witness.calls] == ["under way"]


def test_a_line_is_as_a_client_is_asked_for() -> None:
    assert Line.of("ses", Timeouts(connect=1, read=2), 2) == Line("ses", 3, 2)
