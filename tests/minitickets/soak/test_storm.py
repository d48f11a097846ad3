import pytest

from minitickets.books.faults import Fault, Faults
from minitickets.books.presets import REAL_PRESETS
from minitickets.soak.storm import NumberedCall, Storm

CUT = Faults(disruptions=[Fault(service="ses", kind="lostAnswer", probability=0.5)])
BOOKINGS = range(200)


def _struck(storm: Storm) -> list[int]:
    return [n for n in BOOKINGS if storm.strikes(NumberedCall("ses", "SendEmail", n, 1))]


def test_the_same_seed_strikes_the_same_calls_in_any_order() -> None:
    storm = Storm(CUT, BOOKINGS, seed=7)
    later = NumberedCall("ses", "SendEmail", 3, 2)

    before = storm.strikes(later)

    assert _struck(storm) == _struck(Storm(CUT, BOOKINGS, seed=7))
    assert storm.strikes(later) == before
    assert 60 < len(_struck(storm)) < 140


def test_another_seed_strikes_others() -> None:
    assert _struck(Storm(CUT, BOOKINGS, seed=1)) != _struck(Storm(CUT, BOOKINGS, seed=2))


@pytest.mark.parametrize(
    ("fault", "hit"),
    [
        pytest.param(Fault(service="ses", kind="throttle"), True, id="the service"),
        pytest.param(Fault(service="dynamodb", kind="throttle"), False, id="another service"),
        pytest.param(Fault(service="ses", kind="throttle", operation="PutItem"), False, id="another operation"),
        pytest.param(Fault(service="ses", kind="throttle", attempts=1), False, id="an earlier try"),
        pytest.param(Fault(service="ses", kind="throttle", since=150), True, id="from this second on"),
        pytest.param(Fault(service="ses", kind="throttle", until=150), False, id="up to this second"),
        pytest.param(Fault(service="ses", kind="throttle", probability=0), False, id="never"),
    ],
)
def test_a_fault_hits_what_it_says(fault: Fault, *, hit: bool) -> None:
    storm = Storm(Faults(publish_seconds=300, disruptions=[fault]), range(2))

    assert (storm.strikes(NumberedCall("ses", "SendEmail", 1, 2)) is fault) is hit


def test_nothing_is_struck_when_the_storm_is_over() -> None:
    storm = Storm(CUT, BOOKINGS)

    storm.end()

    assert _struck(storm) == []


def test_what_real_processes_cannot_have_is_refused() -> None:
    with pytest.raises(ValueError, match="sqs has no throttle, only duplicate"):
        Storm(Faults(disruptions=[Fault(service="sqs", kind="throttle")]), BOOKINGS)


@pytest.mark.parametrize("name", REAL_PRESETS)
def test_each_preset_ends(name: str) -> None:
    faults = REAL_PRESETS[name]
    storm = Storm(faults, range(100))

    assert Storm(faults, range(250)).kills in {0, 3}
    tenth = [
        storm.strikes(NumberedCall(fault.service, operation, booking, 10))
        for fault in faults.disruptions
        for operation in ("SendEmail", "GetItem", "PutItem", "DeleteMessage")
        for booking in range(100)
    ]
    assert tenth == [None] * len(tenth)
