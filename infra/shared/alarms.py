"""What is worth waking someone for, as values; `Alarms` makes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
import pulumi_aws as aws

from infra.shared.alarm_topic import AlarmTopic
from infra.shared.function_logs import FunctionLogs
from infra.shared.image_function import ImageFunction
from infra.shared.queue_with_dlq import QueueWithDlq


@dataclass(frozen=True, kw_only=True)
class Alarm:
    """Rises when the metric's statistic over one period is above the threshold."""

    name: str
    meaning: str
    namespace: str
    metric: str
    statistic: str
    period: int
    """Seconds."""
    threshold: int = 0
    dimensions: Mapping[str, pulumi.Input[str]] | None = None


class Alarms(pulumi.ComponentResource):
    """Alarms of one function and its queue; their names begin with `prefix`."""

    def __init__(
        self, name: str, prefix: str, alarms: Sequence[Alarm], topic: AlarmTopic, opts: pulumi.ResourceOptions
    ) -> None:
        super().__init__("minitickets:shared:Alarms", name, None, opts)
        for alarm in alarms:
            aws.cloudwatch.MetricAlarm(
                alarm.name,
                name=f"{prefix}{alarm.name}",
                alarm_description=alarm.meaning,
                namespace=alarm.namespace,
                metric_name=alarm.metric,
                dimensions=alarm.dimensions,
                statistic=alarm.statistic,
                period=alarm.period,
                evaluation_periods=1,
                comparison_operator="GreaterThanThreshold",
                threshold=alarm.threshold,
                # SQS and Lambda publish nothing while idle, and idle is fine.
                treat_missing_data="notBreaching",
                alarm_actions=[topic.arn],
                opts=pulumi.ResourceOptions(parent=self),
            )
        self.register_outputs({})


def dlq_is_not_empty(name: str, queue: QueueWithDlq) -> Alarm:
    """A dead letter is a person who waits: one is enough, at SQS's finest period."""
    return Alarm(
        name=name,
        meaning="A message was given up. The function's log says why under its messageId; mend that, then redrive it.",
        namespace="AWS/SQS",
        metric="ApproximateNumberOfMessagesVisible",  # NumberOfMessagesSent does not count what SQS itself moves
        dimensions={"QueueName": queue.dlq_name},
        statistic="Maximum",
        period=60,
    )


def oldest_message_is_old(name: str, queue: QueueWithDlq, visibility_timeout: int) -> Alarm:
    """Ten minutes, or more where a message that merely retries could get that old.

    SQS leaves messages out of this metric from their third receive on. Until then a retry has waited two visibility
    timeouts at most; three leave room for a batch, and only a function that does not keep up is left.

    Args:
        name: the alarm's name.
        queue: what is watched.
        visibility_timeout: the queue's, in seconds.
    """
    return Alarm(
        name=name,
        meaning="Messages wait longer than any retry would explain: the function does not keep up, or does not run.",
        namespace="AWS/SQS",
        metric="ApproximateAgeOfOldestMessage",
        dimensions={"QueueName": queue.queue_name},
        statistic="Maximum",
        period=300,
        threshold=max(600, 3 * visibility_timeout),
    )


def function_fails(name: str, function: ImageFunction) -> Alarm:
    """The handlers turn every failure of a message into an answer, so that a failed invocation is a fault of ours."""
    return Alarm(
        name=name,
        meaning="An invocation failed or timed out, and its whole batch will come back. Its log says why.",
        namespace="AWS/Lambda",
        metric="Errors",
        dimensions={"FunctionName": function.function_name},
        statistic="Sum",
        period=60,
    )


def function_is_throttled(name: str, function: ImageFunction) -> Alarm:
    """One is enough: with maximumConcurrency no throttle is our own doing, so the account is full."""
    return Alarm(
        name=name,
        meaning="The account has no concurrency left; receives are used up while messages wait.",
        namespace="AWS/Lambda",
        metric="Throttles",
        dimensions={"FunctionName": function.function_name},
        statistic="Sum",
        period=300,
    )


def event_was_logged(name: str, logs: FunctionLogs, event: str, meaning: str) -> Alarm:
    """One line with this event, within a minute."""
    return Alarm(name=name, meaning=meaning, namespace=logs.namespace, metric=event, statistic="Sum", period=60)
