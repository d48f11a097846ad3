"""What is worth waking someone for, as values; `Alarms` makes them."""

from collections.abc import Mapping
from dataclasses import dataclass

import pulumi
import pulumi_aws as aws

from infra.settings_times import ALARM_PERIOD, late_after
from infra.shared.alarm_topic import AlarmTopic
from infra.shared.consumer import Consumer
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
    """Alarms of a function and its queue."""

    def __init__(
        self,
        name: str,
        consumer: Consumer,
        queue: QueueWithDlq,
        function: ImageFunction,
        topic: AlarmTopic,
        opts: pulumi.ResourceOptions,
    ) -> None:
        super().__init__("minitickets:shared:Alarms", name, None, opts)
        for alarm in _alarms_of(consumer, queue, function):
            aws.cloudwatch.MetricAlarm(
                alarm.name,
                name=f"{consumer.prefix}{alarm.name}",
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


def _alarms_of(consumer: Consumer, queue: QueueWithDlq, function: ImageFunction) -> list[Alarm]:
    ours = {"FunctionName": function.function_name}
    return [
        # A dead letter is a person who waits: one is enough, at SQS's finest period.
        Alarm(
            name=f"{consumer.queue}-dlq-is-not-empty",
            meaning="A message was given up. The function's log says why under its messageId; mend that, then redrive "
            "it.",
            namespace="AWS/SQS",
            metric="ApproximateNumberOfMessagesVisible",  # NumberOfMessagesSent does not count what SQS itself moves
            dimensions={"QueueName": queue.dlq_name},
            statistic="Maximum",
            period=60,
        ),
        Alarm(
            name=f"{consumer.queue}-queue-is-late",
            meaning="Messages wait longer than any retry would explain: the function does not keep up, or does not "
            "run.",
            namespace="AWS/SQS",
            metric="ApproximateAgeOfOldestMessage",
            dimensions={"QueueName": queue.queue_name},
            statistic="Maximum",
            period=ALARM_PERIOD,
            threshold=late_after(consumer.visibility_timeout),
        ),
        # The handlers turn every failure of a message into an answer, so that a failed invocation is a fault of ours.
        Alarm(
            name=f"{consumer.name}-fails",
            meaning="An invocation failed or timed out, and its whole batch will come back. Its log says why.",
            namespace="AWS/Lambda",
            metric="Errors",
            dimensions=ours,
            statistic="Sum",
            period=60,
        ),
        # One is enough: with maximumConcurrency no throttle is our own doing, so the account is full.
        Alarm(
            name=f"{consumer.name}-is-throttled",
            meaning="The account has no concurrency left; receives are used up while messages wait.",
            namespace="AWS/Lambda",
            metric="Throttles",
            dimensions=ours,
            statistic="Sum",
            period=300,
        ),
        *(_event_is_logged(consumer, function, event) for event in consumer.alarming_events),
    ]


def _event_is_logged(consumer: Consumer, function: ImageFunction, event: str) -> Alarm:
    """One line with this event, within a minute."""
    return Alarm(
        name=f"{consumer.name}-{event.replace('_', '-')}",
        meaning=consumer.alarming_events[event],
        namespace=function.logs.namespace,
        metric=event,
        statistic="Sum",
        period=60,
    )
