import pulumi
import pulumi_aws as aws

from infra.naming import Names
from infra.settings import Settings


class AlarmTopic(pulumi.ComponentResource):
    """Where all alarms go. SNS's default policy lets CloudWatch of the same account publish."""

    def __init__(self, name: str, topic_name: str, email: str, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:shared:AlarmTopic", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        topic = aws.sns.Topic(name, name=topic_name, opts=child)
        if email:
            aws.sns.TopicSubscription(
                f"{name}-sends-email", topic=topic.arn, protocol="email", endpoint=email, opts=child
            )
        self.arn = topic.arn
        self.register_outputs({"arn": self.arn})


def create_alarm_topic(names: Names, settings: Settings, opts: pulumi.ResourceOptions) -> AlarmTopic:
    """The topic, subscribed when `alarmEmail` is set; AWS asks that address to confirm first."""
    return AlarmTopic("alarms", names.alarm_topic, settings.alarm_email, opts)
