"""What is told of the mappings' events."""

from typing import Any

import pytest

from embeddedaws.functions.invocation import Usage
from embeddedaws.mapping.events import Failed, InvocationThrottled, Invoked, QueueRefused, Received, Succeeded
from embeddedaws.mapping.queue import QueueError
from minitickets.local.activity import Activity

WHO = {"mapping": "u", "function_name": "worker"}


@pytest.fixture
def activity() -> Activity:
    return Activity(lambda: 1000.0)


def _invoked(*message_ids: str, init: float | None = None, error: str | None = None, **others: Any) -> Invoked:
    usage = Usage(duration=23.44, init_duration=init, max_memory_used=None)
    known: dict[str, Any] = {"request_id": "r-1", "function_error": error, "timed_out": False, "usage": usage}
    return Invoked(**WHO, message_ids=message_ids, **{**known, **others})


def test_a_message_has_failed_until_it_is_received_again(activity: Activity) -> None:
    activity(Received(**WHO, message_ids=("a", "b", "c")))
    activity(_invoked("a", "b", "c"))
    assert not any(activity.has_failed(message_id) for message_id in "abc")

    activity(Succeeded(**WHO, message_ids=("a",)))
    activity(Failed(**WHO, message_ids=("b",), reason="batch item failures"))
    activity(QueueRefused(**WHO, message_ids=("c",), error=QueueError("DeleteMessage", "AccessDenied", "no")))
    assert [activity.has_failed(message_id) for message_id in "abc"] == [False, True, False]

    activity(Received(**WHO, message_ids=("b",)))
    assert not activity.has_failed("b")


def test_cold_and_warm_invocations_add_up(activity: Activity) -> None:
    for init in (302.0, None, None):
        activity(_invoked("a", init=init))

    seen = activity.of("worker")

    assert (seen["invocations"], seen["cold"], seen["warm"]) == (3, 1, 2)
    assert [each["initMs"] for each in seen["recent"]] == [None, None, 302.0]


@pytest.mark.parametrize(
    ("invoked", "errors", "timeouts", "outcome", "reason"),
    [
        (_invoked("a", "b"), 0, 0, "some failed", "some failed"),
        (_invoked("a", "b", error="Unhandled"), 1, 0, "failed", "failed"),
        (_invoked("a", "b", error="Unhandled", timed_out=True), 1, 1, "timed out", "timed out"),
    ],
    ids=["batch item failures", "an error", "a timeout"],
)
def test_an_invocation_ends_as_its_messages_do(
    activity: Activity, invoked: Invoked, errors: int, timeouts: int, outcome: str, reason: str
) -> None:
    activity(Received(**WHO, message_ids=("a", "b")))
    activity(invoked)
    activity(Succeeded(**WHO, message_ids=("a",)))
    activity(Failed(**WHO, message_ids=("b",), reason="why"))

    seen = activity.of("worker")

    assert (seen["errors"], seen["timeouts"]) == (errors, timeouts)
    assert [(each["outcome"], each["failed"], each["messages"]) for each in seen["recent"]] == [(outcome, 1, 2)]
    assert (activity.reason("a"), activity.reason("b")) == (None, reason)


def test_a_throttle_that_lasts_is_the_reason(activity: Activity) -> None:
    activity(Received(**WHO, message_ids=("a",)))
    activity(InvocationThrottled(**WHO, message_ids=("a",)))
    activity(Failed(**WHO, message_ids=("a",), reason="TooManyRequestsException"))

    assert activity.of("worker")["throttles"] == 1
    assert activity.reason("a") == "TooManyRequestsException"


def test_it_keeps_the_newest_fifty_invocations_and_a_bounded_number_of_reasons(activity: Activity) -> None:
    for number in range(10_100):
        activity(Failed(**WHO, message_ids=(f"m-{number}",), reason="why"))
    for number in range(60):
        activity(_invoked(request_id=f"r-{number}"))

    assert [each["requestId"] for each in activity.of("worker")["recent"]] == [f"r-{n}" for n in range(59, 9, -1)]
    assert activity.reason("m-99") is None
    assert activity.reason("m-100") == "why"


def test_a_function_that_did_nothing_has_figures_too(activity: Activity) -> None:
    assert activity.of("nobody")["invocations"] == 0
