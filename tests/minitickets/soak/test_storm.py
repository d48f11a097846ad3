from typing import Any

import pytest

from minitickets.soak.storm import Event, Fault, Storm
from minitickets.soak.storms import STORMS, storm_named

CUT = Fault(service="ses", kind="lostAnswer", probability=0.5)


def _struck(storm: Storm) -> list[int]:
    return [n for n in range(200) if storm.strikes(Event("ses", "SendEmail", n, 1), n / 200)]


def test_the_same_seed_strikes_the_same_calls_in_any_order() -> None:
    storm = Storm(seed=7, faults=[CUT])
    later = Event("ses", "SendEmail", 3, 2)

    before = storm.strikes(later, 0)

    assert _struck(storm) == _struck(Storm(seed=7, faults=[CUT]))
    assert storm.strikes(later, 0) == before
    assert 60 < len(_struck(storm)) < 140


def test_another_seed_strikes_others() -> None:
    assert _struck(Storm(seed=1, faults=[CUT])) != _struck(Storm(seed=2, faults=[CUT]))


@pytest.mark.parametrize(
    ("fault", "hit"),
    [
        pytest.param(Fault(service="ses", kind="throttle"), True, id="the service"),
        pytest.param(Fault(service="dynamodb", kind="throttle"), False, id="another service"),
        pytest.param(Fault(service="ses", kind="throttle", operation="PutItem"), False, id="another operation"),
        pytest.param(Fault(service="ses", kind="throttle", attempts=1), False, id="an earlier try"),
        pytest.param(Fault(service="ses", kind="throttle", since=0.5), True, id="from this share on"),
        pytest.param(Fault(service="ses", kind="throttle", until=0.5), False, id="up to this share"),
        pytest.param(Fault(service="ses", kind="throttle", probability=0), False, id="never"),
    ],
)
def test_a_fault_hits_what_it_says(fault: Fault, *, hit: bool) -> None:
    struck = Storm(faults=[fault]).strikes(Event("ses", "SendEmail", 1, 2), 0.5)

    assert (struck is fault) is hit


@pytest.mark.parametrize(
    "nonsense",
    [
        pytest.param({"service": "sqs", "kind": "throttle"}, id="no such trouble"),
        pytest.param({"service": "dynamodb", "kind": "overlap"}, id="no message"),
        pytest.param({"service": "ses", "kind": "slow"}, id="slow by nothing"),
        pytest.param({"service": "ses", "kind": "throttle", "seconds": 1.0}, id="seconds of nothing"),
    ],
)
def test_a_fault_that_cannot_be_is_refused(nonsense: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"only|slow"):
        Fault(**nonsense)


@pytest.mark.parametrize("name", STORMS)
def test_each_named_storm_ends(name: str) -> None:
    storm = storm_named(name, seed=1, bookings=250)

    assert storm.kills in {0, 3}
    tenth = [
        storm.strikes(Event(fault.service, operation, booking, 10), booking / 100)
        for fault in storm.faults
        for operation in ("SendEmail", "GetItem", "PutItem", "DeleteMessage")
        for booking in range(100)
    ]
    assert tenth == [None] * len(tenth)
