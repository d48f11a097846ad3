"""SNS: topics, their policies and subscriptions."""

from pulumicheck.types.resource_type import ResourceType, Target, resource_policy

TOPIC = ResourceType(
    "aws:sns/topic:Topic",
    about="Hands each message on to all who subscribed.",
    console="SNS → Topics → {name} → Subscriptions",
    cli="aws sns list-subscriptions-by-topic --topic-arn {arn}",
    kind="topic",
    arn="arn:{partition}:sns:{region}:{account}:{name}",
    id="{arn}",
    is_acted_on=True,
)

TOPIC_POLICY = resource_policy(
    "aws:sns/topicPolicy:TopicPolicy",
    about="The topic's resource policy.",
    console="SNS → Topics → {arn} → Access policy",
    cli="aws sns get-topic-attributes --topic-arn {arn}",
    target=Target("arn", TOPIC.token),
    changed_by="sns:SetTopicAttributes",
)

TOPIC_SUBSCRIPTION = ResourceType(
    "aws:sns/topicSubscription:TopicSubscription",
    about="Someone or something that gets the topic's messages once it has confirmed.",
    console="SNS → Subscriptions → {endpoint}",
    cli="aws sns list-subscriptions-by-topic --topic-arn {topic}",
    named_by=(),
    arn="{topic}:00000000-0000-0000-0000-000000000000",
    id="{arn}",
    target=Target("topic", TOPIC.token),
    changed_by="sns:Subscribe",
)

ROWS = (TOPIC, TOPIC_POLICY, TOPIC_SUBSCRIPTION)
