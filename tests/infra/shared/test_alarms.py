from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("name", "metric", "dimensions", "statistic", "period", "threshold"),
    [
        (
            f"{queue}-dlq-is-not-empty",
            "AWS/SQS ApproximateNumberOfMessagesVisible",
            {"QueueName": f"minitickets-dev-{queue}-dlq"},
            "Maximum",
            60,
            0,
        )
        for queue in ("jobs", "tickets")
    ]
    + [
        (
            f"{queue}-queue-is-late",
            "AWS/SQS ApproximateAgeOfOldestMessage",
            {"QueueName": f"minitickets-dev-{queue}"},
            "Maximum",
            300,
            600,
        )
        for queue in ("jobs", "tickets")
    ]
    + [
        (f"{name}-fails", "AWS/Lambda Errors", {"FunctionName": f"minitickets-dev-{name}"}, "Sum", 60, 0)
        for name in ("worker", "tickets")
    ]
    + [
        (f"{name}-is-throttled", "AWS/Lambda Throttles", {"FunctionName": f"minitickets-dev-{name}"}, "Sum", 300, 0)
        for name in ("worker", "tickets")
    ]
    + [("worker-sent-not-recorded", "minitickets/dev/worker sent_not_recorded", None, "Sum", 60, 0)],
)
def test_an_alarm_watches_this_and_tells_the_topic(
    dev: Any,
    *,
    name: str,
    metric: str,
    dimensions: dict[str, str] | None,
    statistic: str,
    period: int,
    threshold: int,
) -> None:
    inputs = dev.one("MetricAlarm", name).inputs

    assert inputs["name"] == f"minitickets-dev-{name}"
    assert f"{inputs['namespace']} {inputs['metricName']}" == metric
    assert inputs.get("dimensions") == dimensions
    assert (inputs["statistic"], inputs["period"]) == (statistic, period)
    assert (inputs["comparisonOperator"], inputs["threshold"]) == ("GreaterThanThreshold", threshold)
    assert inputs["treatMissingData"] == "notBreaching"
    assert inputs["alarmActions"] == ["arn:aws:sns:::minitickets-dev-alarms"]
    assert inputs["alarmDescription"].endswith(".")


def test_a_queue_is_not_late_while_its_messages_may_merely_retry(
    record: Callable[..., Any], config: dict[str, str]
) -> None:
    recorded = record("dev", config | {"minitickets:ticketsVisibilityTimeout": "900"})

    assert recorded.one("MetricAlarm", "tickets-queue-is-late").inputs["threshold"] == 2700


def test_the_metric_of_a_logged_event_exists(dev: Any) -> None:
    alarm = dev.one("MetricAlarm", "worker-sent-not-recorded").inputs
    counted = [each.inputs["metricTransformation"] for each in dev.all("LogMetricFilter")]

    assert (alarm["namespace"], alarm["metricName"]) in [(each["namespace"], each["name"]) for each in counted]


def test_without_an_address_nobody_is_subscribed(dev: Any) -> None:
    assert dev.all("TopicSubscription") == []


def test_the_address_of_the_config_is_subscribed(record: Callable[..., Any], config: dict[str, str]) -> None:
    recorded = record("dev", config | {"minitickets:alarmEmail": "ops@example.com"})

    (subscription,) = recorded.all("TopicSubscription")
    assert subscription.inputs == {
        "topic": "arn:aws:sns:::minitickets-dev-alarms",
        "protocol": "email",
        "endpoint": "ops@example.com",
    }
