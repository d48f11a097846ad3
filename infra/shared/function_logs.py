import pulumi
import pulumi_aws as aws

from infra.policy import Statement
from infra.shared.consumer import Consumer

_RETENTION = 7  # days


class FunctionLogs(pulumi.ComponentResource):
    """A function's log group, and one metric for each event that is counted in its JSON lines.

    The metrics' namespace is the group's name without the leading slash; a metric has its event's name.
    """

    def __init__(self, name: str, consumer: Consumer, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:shared:FunctionLogs", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        group = aws.cloudwatch.LogGroup(name, name=consumer.log_group, retention_in_days=_RETENTION, opts=child)
        self.arn, self.group_name, self.namespace = group.arn, group.name, consumer.log_group.removeprefix("/")
        for event in consumer.events:
            aws.cloudwatch.LogMetricFilter(
                f"{name}-count-{event}",
                name=event,
                log_group_name=group.name,
                pattern=f'{{ $.message = "{event}" }}',
                metric_transformation=aws.cloudwatch.LogMetricFilterMetricTransformationArgs(
                    namespace=self.namespace, name=event, value="1", default_value="0", unit="Count"
                ),
                opts=child,
            )
        self.register_outputs({"arn": self.arn, "groupName": self.group_name})

    def may_be_written(self, sid: str) -> Statement:
        """Lets a function write to this group and nowhere else."""
        return Statement(
            sid=sid,
            actions=("logs:CreateLogStream", "logs:PutLogEvents"),
            resources=(pulumi.Output.concat(self.arn, ":*"),),
            why="Its own lines in its own group. No logs:CreateLogGroup: Pulumi makes the group, with its 7 days.",
            used_by=("Lambda service",),
        )
