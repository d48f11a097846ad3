"""Messages of one batch that ask for one job with different content: what is wrong with one is that one's alone."""

import json
from collections.abc import Callable
from itertools import repeat
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.apps.worker.conftest import make_booking
from worker.failures import (
    AccountCannotSend,
    EmailRejected,
    LeaseHeld,
    NotStarted,
    SendFailed,
    Throttled,
    Unclear,
)

if TYPE_CHECKING:
    from tests.apps.worker.conftest import World

Record = Callable[..., dict[str, Any]]
Events = Callable[[], list[tuple[str, str]]]
LogLines = Callable[[], list[dict[str, Any]]]
NewWorld = Callable[[], "World"]


def version(record: Record, message_id: str, email: str, *, received: int = 1, **changes: Any) -> dict[str, Any]:
    """A message of `bkg_1` to that address, which logs follow by an id of its own."""
    own = {"correlationId": f"c-{message_id}", "recipient": {"email": email, "name": "Ada"}}
    return record(message_id, received=received, body=json.dumps(make_booking("bkg_1", **own, **changes)))


def two(record: Record) -> list[dict[str, Any]]:
    return [version(record, "m1", "old@example.com"), version(record, "m2", "new@example.com", received=3)]


def test_of_two_good_versions_the_first_is_sent(world: "World", record: Record, log_lines: LogLines) -> None:
    assert world.handle(*two(record)) == []
    assert [booking.recipient.email for booking in world.sent] == ["old@example.com"]
    assert [(line["message"], line["messageId"], line["correlationId"]) for line in log_lines()] == [
        ("email_sent", "m1", "c-m1"),
        ("job_skipped", "m2", "c-m2"),
    ]


@pytest.mark.parametrize("email", ["nobody", "", "a@b.example, c@d.example"])
def test_an_address_that_is_none_is_poison_for_its_message_alone(
    world: "World", record: Record, events: Events, email: str
) -> None:
    assert world.handle(version(record, "m1", email), version(record, "m2", "new@example.com")) == ["m1"]
    assert world.hidden == {"m1": 0}
    assert [booking.recipient.email for booking in world.sent] == ["new@example.com"]
    assert events() == [("poison_message", "m1"), ("email_sent", "m2")]


def test_after_a_version_that_ses_rejects_the_next_is_sent(world: "World", record: Record, log_lines: LogLines) -> None:
    world.faults["send bkg_1"] = iter([EmailRejected("MessageRejected")])
    assert world.handle(*two(record)) == ["m1"]
    assert world.hidden == {"m1": 0}
    assert [booking.recipient.email for booking in world.sent] == ["new@example.com"]
    assert world.done == {"booking.confirmed:bkg_1": "email-bkg_1"}
    assert world.held == {"booking.confirmed:bkg_1"}
    assert [(line["message"], line["correlationId"]) for line in log_lines()] == [
        ("poison_message", "c-m1"),
        ("email_sent", "c-m2"),
    ]


def test_a_rejected_version_that_comes_back_finds_the_job_done(world: "World", record: Record, events: Events) -> None:
    world.faults["send bkg_1"] = iter([EmailRejected()])
    world.handle(*two(record))
    assert world.handle(version(record, "m1", "old@example.com", received=2)) == []
    assert events()[-1] == ("job_skipped", "m1")


def test_what_ses_does_not_take_and_may_later_is_done_once_another_version_was_sent(
    world: "World", record: Record, events: Events
) -> None:
    world.faults |= {"send bkg_1": iter([SendFailed()]), "record bkg_1": repeat(RuntimeError())}
    assert world.handle(*two(record)) == []
    assert len(world.sent) == 1
    assert events() == [
        ("job_failed", "m1"),
        ("email_sent", "m2"),
        ("sent_not_recorded", "m2"),
        ("job_skipped", "m1"),
    ]


def test_messages_that_ask_for_the_same_email_share_their_fate(world: "World", record: Record) -> None:
    world.faults["send bkg_1"] = iter([EmailRejected()])
    records = [*two(record), version(record, "m3", "old@example.com")]
    assert world.handle(*records) == ["m1", "m3"]
    assert world.steps.count("send bkg_1") == 2


@pytest.mark.parametrize("error", [Unclear("ReadTimeoutError"), ZeroDivisionError(), OSError()])
def test_once_a_version_may_have_been_sent_no_other_is_tried(
    world: "World", record: Record, events: Events, error: Exception
) -> None:
    world.faults["send bkg_1"] = iter([error])
    assert world.handle(*two(record)) == ["m1", "m2"]
    assert world.steps.count("send bkg_1") == 1
    assert world.hidden == {"m1": 10, "m2": 120}
    assert world.held == set()
    assert events() == [("job_failed", "m1"), ("job_failed", "m2")]


@pytest.mark.parametrize("error", [Throttled(), AccountCannotSend()])
def test_a_refusal_of_the_moment_or_of_the_account_ends_the_batch(
    world: "World", record: Record, events: Events, error: Exception
) -> None:
    world.faults["send bkg_1"] = iter([error])
    assert world.handle(*two(record)) == ["m1", "m2"]
    assert world.steps.count("send bkg_1") == 1
    assert world.hidden == {"m1": 10, "m2": 120}
    assert events()[:2] == [("job_failed", "m1"), ("job_not_started", "m2")]


def test_the_next_version_is_not_started_when_it_could_not_finish(
    world: "World", record: Record, events: Events
) -> None:
    world.faults["send bkg_1"] = iter([EmailRejected()])
    world.takes["send bkg_1"] = 5.0
    assert world.handle(*two(record)) == ["m1", "m2"]
    assert world.hidden == {"m1": 0, "m2": 120}
    assert events() == [("poison_message", "m1"), ("job_not_started", "m2")]


def test_where_no_version_can_be_sent_each_has_its_own_end_and_the_lease_is_given_back(
    world: "World", record: Record, log_lines: LogLines
) -> None:
    world.faults["send bkg_1"] = iter([EmailRejected("MessageRejected"), SendFailed("InternalFailure")])
    assert world.handle(*two(record)) == ["m1", "m2"]
    assert world.hidden == {"m1": 0, "m2": 120}
    assert world.held == set()
    assert [(line["message"], line["correlationId"], line["reason"]) for line in log_lines()] == [
        ("poison_message", "c-m1", "MessageRejected"),
        ("job_failed", "c-m2", "InternalFailure"),
    ]


@pytest.mark.parametrize(
    ("step", "error"), [("check bkg_1", RuntimeError()), ("hold bkg_1", LeaseHeld()), ("check bkg_1", NotStarted())]
)
def test_what_is_wrong_with_the_job_is_so_for_every_version_under_its_own_id(
    world: "World", record: Record, log_lines: LogLines, step: str, error: Exception
) -> None:
    world.faults[step] = repeat(error)
    assert world.handle(*two(record)) == ["m1", "m2"]
    assert [line["correlationId"] for line in log_lines()] == ["c-m1", "c-m2"]
    assert world.sent == []


def test_a_job_that_is_done_is_so_for_every_version(world: "World", record: Record, log_lines: LogLines) -> None:
    world.done["booking.confirmed:bkg_1"] = "earlier"
    assert world.handle(*two(record)) == []
    assert [(line["message"], line["correlationId"]) for line in log_lines()] == [
        ("job_skipped", "c-m1"),
        ("job_skipped", "c-m2"),
    ]


ADDRESSES = ("a@example.com", "b@example.com", "c@example.com", "nobody")
CERTAIN = (EmailRejected, SendFailed, Throttled, AccountCannotSend)
ERRORS = st.sampled_from([*CERTAIN, Unclear, ValueError, None])


@given(st.lists(st.sampled_from(ADDRESSES), max_size=10), st.lists(ERRORS, max_size=6), st.booleans())
def test_however_versions_mix_one_email_is_sent_and_every_other_message_is_answered_rightly(
    new_world: NewWorld,
    record: Record,
    addresses: list[str],
    errors: list[type[Exception] | None],
    recorded: bool,  # noqa: FBT001 # hypothesis gives it
) -> None:
    world = new_world()
    world.faults["send bkg_1"] = iter([error and error() for error in errors])
    if not recorded:
        world.faults["record bkg_1"] = repeat(OSError())
    failed = world.handle(*(version(record, f"m{n}", address) for n, address in enumerate(addresses)))

    tried = errors[: world.steps.count("send bkg_1")]
    sent_to = {booking.recipient.email for booking in world.sent}
    assert len(world.sent) <= 1
    assert all(error in CERTAIN for error in tried[:-1])
    assert {f"m{n}" for n, address in enumerate(addresses) if address == "nobody"} <= set(failed)
    assert not {f"m{n}" for n, address in enumerate(addresses) if address in sent_to} & set(failed)
    if sent_to:
        assert set(world.hidden.values()) <= {0}
    else:
        assert len(failed) == len(addresses)
