import json
from collections.abc import Callable
from itertools import repeat
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from tests.fixtures.examples import examples
from worker.failures import AccountCannotSend, EmailRejected, SendFailed, Throttled, Unclear

if TYPE_CHECKING:
    from tests.apps.worker.conftest import World

NewWorld = Callable[[], "World"]
Record = Callable[..., dict[str, Any]]

BOOKINGS = ("bkg_1", "bkg_2", "bkg_3")
POISON = ("", "[]", "{", "null", '{"type": "booking.confirmed"}', "\ud800")

ERRORS = st.sampled_from([SendFailed, Unclear, Throttled, AccountCannotSend, EmailRejected, ValueError, OSError])
FAULTS = st.dictionaries(
    st.tuples(st.sampled_from(["check", "hold", "send", "record"]), st.sampled_from(BOOKINGS)).map(" ".join),
    st.lists(ERRORS, max_size=6),
)
BODIES = st.lists(st.sampled_from(BOOKINGS) | st.sampled_from(POISON), max_size=10)
TAKES = st.dictionaries(
    st.tuples(st.sampled_from(["check", "send"]), st.sampled_from(BOOKINGS)).map(" ".join), st.floats(0, 5)
)


def records_of(bodies: list[str], record: Record) -> list[dict[str, Any]]:
    return [record(f"m{n}", body) if body in BOOKINGS else record(f"m{n}", body=body) for n, body in enumerate(bodies)]


@given(bodies=BODIES, faults=FAULTS, takes=TAKES)
def test_whatever_breaks_each_message_is_answered_or_its_email_sent(
    new_world: NewWorld,
    record: Record,
    bodies: list[str],
    faults: dict[str, list[type[Exception]]],
    takes: dict[str, float],
) -> None:
    world = new_world()
    world.takes = takes
    world.faults = {step: iter([error() for error in errors]) for step, errors in faults.items()}
    failed = world.handle(*records_of(bodies, record))
    assert len(failed) == len(set(failed))
    assert set(world.hidden) == set(failed) or world.hidden == {}
    for n, body in enumerate(bodies):
        assert (f"m{n}" in failed) == (body not in world.sent_ids)
    assert len(world.sent_ids) == len(set(world.sent_ids))


@given(bodies=BODIES)
def test_poison_changes_nothing_for_its_neighbours(new_world: NewWorld, record: Record, bodies: list[str]) -> None:
    world = new_world()
    failed = world.handle(*records_of(bodies, record))
    assert failed == [f"m{n}" for n, body in enumerate(bodies) if body not in BOOKINGS]
    assert set(world.sent_ids) == set(bodies) & set(BOOKINGS)
    assert all(seconds == 0 for seconds in world.hidden.values())


@given(bodies=BODIES, repeats=st.integers(2, 4))
def test_however_often_a_batch_comes_each_booking_is_sent_once(
    new_world: NewWorld, record: Record, bodies: list[str], repeats: int
) -> None:
    world = new_world()
    for batch in repeat(records_of(bodies, record), repeats):
        world.handle(*batch)
    assert sorted(world.sent_ids) == sorted(set(bodies) & set(BOOKINGS))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
FIELDS = st.sampled_from(["messageId", "receiptHandle", "body", "attributes", "other"])


@examples(50)
@given(records=st.lists(JSON | st.dictionaries(FIELDS, JSON | JSON.map(json.dumps)), max_size=10))
def test_no_record_whatever_it_holds_makes_the_batch_raise(new_world: NewWorld, records: list[Any]) -> None:
    world = new_world()
    failed = world.handle(*records)
    assert world.sent == []
    assert len(failed) <= len(records)
    assert bool(failed) == bool(records)
