"""What is told of the mappings' events."""

from dataclasses import replace
from typing import Any

import pytest

from embeddedaws.mapping.events import Failed, InvocationThrottled, Invoked, QueueRefused, Received, Succeeded
from minitickets.local.activity import Activity
from tests.fixtures.lambdas import USAGE, an_event


@pytest.fixture
def activity() -> Activity:
    return Activity(lambda: 1000.0)


def test_a_message_has_failed_until_it_is_received_again(activity: Activity) -> None:
    activity(an_event(Received, "a", "b", "c"))
    activity(an_event(Invoked, "a", "b", "c"))
    assert not any(activity.has_failed(message_id) for message_id in "abc")

    activity(an_event(Succeeded, "a"))
    activity(an_event(Failed, "b"))
    activity(an_event(QueueRefused, "c"))
    assert [activity.has_failed(message_id) for message_id in "abc"] == [False, True, False]

    activity(an_event(Received, "b"))
    assert not activity.has_failed("b")


def test_cold_and_warm_invocations_add_up(activity: Activity) -> None:
    for init in (302.0, None, None):
        activity(an_event(Invoked, "a", usage=replace(USAGE, init_duration=init)))

    seen = activity.of("worker")

    assert (seen["invocations"], seen["cold"], seen["warm"]) == (3, 1, 2)
    assert [each["initMs"] for each in seen["recent"]] == [None, None, 302.0]


@pytest.mark.parametrize(
    ("ended", "errors", "timeouts", "outcome"),
    [
        ({}, 0, 0, "some failed"),
        ({"function_error": "Unhandled"}, 1, 0, "failed"),
        ({"function_error": "Unhandled", "timed_out": True}, 1, 1, "timed out"),
    ],
    ids=["batch item failures", "an error", "a timeout"],
)
def test_an_invocation_ends_as_its_messages_do(
    activity: Activity, ended: dict[str, Any], errors: int, timeouts: int, outcome: str
) -> None:
    activity(an_event(Received, "a", "b"))
    activity(an_event(Invoked, "a", "b", **ended))
    activity(an_event(Succeeded, "a"))
    activity(an_event(Failed, "b"))

    seen = activity.of("worker")

    assert (seen["errors"], seen["timeouts"]) == (errors, timeouts)
    assert [(each["outcome"], each["failed"], each["messages"]) for each in seen["recent"]] == [(outcome, 1, 2)]
    assert (activity.reason("a"), activity.reason("b")) == (None, outcome)


def test_a_throttle_that_lasts_is_the_reason(activity: Activity) -> None:
    activity(an_event(Received, "a"))
    activity(an_event(InvocationThrottled, "a"))
    activity(an_event(Failed, "a", reason="TooManyRequestsException"))

    assert activity.of("worker")["throttles"] == 1
    assert activity.reason("a") == "TooManyRequestsException"


def test_it_keeps_the_newest_fifty_invocations_and_a_bounded_number_of_reasons(activity: Activity) -> None:
    for number in range(10_100):
        activity(an_event(Failed, f"m-{number}"))
    for number in range(60):
        activity(an_event(Invoked, request_id=f"r-{number}"))

    assert [each["requestId"] for each in activity.of("worker")["recent"]] == [f"r-{n}" for n in range(59, 9, -1)]
    assert activity.reason("m-99") is None
    assert activity.reason("m-100") == "why"


def test_a_function_that_did_nothing_has_figures_too(activity: Activity) -> None:
    assert activity.of("nobody")["invocations"] == 0
