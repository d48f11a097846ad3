from collections.abc import Callable
from typing import Any

import pytest

DEAD_LETTERS = "AWS/SQS ApproximateNumberOfMessagesVisible"
AGE = "AWS/SQS ApproximateAgeOfOldestMessage"


@pytest.mark.parametrize(
    ("name", "metric", "dimension", "statistic", "period", "threshold"),
    [
        row
        for function, queue in (("worker", "jobs"), ("tickets", "tickets"))
        for row in (
            (f"{queue}-dlq-is-not-empty", DEAD_LETTERS, ("QueueName", f"{queue}-dlq"), "Maximum", 60, 0),
            (f"{queue}-queue-is-late", AGE, ("QueueName", queue), "Maximum", 300, 600),
            (f"{function}-fails", "AWS/Lambda Errors", ("FunctionName", function), "Sum", 60, 0),
            (f"{function}-is-throttled", "AWS/Lambda Throttles", ("FunctionName", function), "Sum", 300, 0),
        )
    ]
    + [("worker-sent-not-recorded", "minitickets/dev/worker sent_not_recorded", None, "Sum", 60, 0)],
)
def test_an_alarm_watches_this_and_tells_the_topic(
    dev: Any, *, name: str, metric: str, dimension: tuple[str, str] | None, statistic: str, period: int, threshold: int
) -> None:
    dimensions = {dimension[0]: f"minitickets-dev-{dimension[1]}"} if dimension else None
    inputs = dev.one("MetricAlarm", name).inputs

    assert inputs["name"] == f"minitickets-dev-{name}"
    assert f"{inputs['namespace']} {inputs['metricName']}" == metric
    assert inputs.get("dimensions") == dimensions
    assert (inputs["statistic"], inputs["period"]) == (statistic, period)
    assert (inputs["comparisonOperator"], inputs["threshold"]) == ("GreaterThanThreshold", threshold)
    assert inputs["treatMissingData"] == "notBreaching"
    assert inputs["alarmActions"] == ["arn:aws:sns:::minitickets-dev-alarms"]
    assert inputs["alarmDescription"].endswith(".")


def test_a_queue_is_not_late_while_its_messages_may_merely_retry(dev_with: Callable[..., Any]) -> None:
    recorded = dev_with({"minitickets:ticketsVisibilityTimeout": "900"})

    assert recorded.one("MetricAlarm", "tickets-queue-is-late").inputs["threshold"] == 2700


def test_without_an_address_nobody_is_subscribed(dev: Any) -> None:
    assert dev.all("TopicSubscription") == []


def test_the_address_of_the_config_is_subscribed(dev_with: Callable[..., Any]) -> None:
    recorded = dev_with({"minitickets:alarmEmail": "ops@example.com"})

    (subscription,) = recorded.all("TopicSubscription")
    assert subscription.inputs == {
        "topic": "arn:aws:sns:::minitickets-dev-alarms",
        "protocol": "email",
        "endpoint": "ops@example.com",
    }
