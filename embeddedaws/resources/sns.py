"""SNS's topics, their policies and subscriptions."""

import json
from typing import Any

from embeddedaws.resources.maker import Aws, GoneError, Maker, Makers, State, Told, put
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import sns
from pulumicheck.types.inputs import Inputs

# (SNS developer guide, "Example cases for Amazon SNS access control", the policy that a new topic has.)
_DEFAULT_ID = "__default_policy_ID"
_DEFAULT_ACTIONS = (
    "GetTopicAttributes",
    "SetTopicAttributes",
    "AddPermission",
    "RemovePermission",
    "DeleteTopic",
    "Subscribe",
    "ListSubscriptionsByTopic",
    "Publish",
)


def _attributes(aws: Aws, state: State) -> dict[str, Any]:
    return aws("sns", "get_topic_attributes", TopicArn=state["arn"])["Attributes"]


def _create_topic(aws: Aws, inputs: Inputs) -> Told:
    return {"arn": aws("sns", "create_topic", Name=inputs["name"])["TopicArn"]}


def _set_policy(aws: Aws, inputs: Inputs) -> None:
    aws("sns", "set_topic_attributes", TopicArn=inputs["arn"], AttributeName="Policy", AttributeValue=inputs["policy"])


def _read_policy(aws: Aws, state: State) -> dict[str, Any]:
    policy = _attributes(aws, state)["Policy"]
    if json.loads(policy).get("Id") == _DEFAULT_ID:
        raise GoneError
    return {"arn": state["arn"], "policy": policy}


def _delete_policy(aws: Aws, state: State) -> None:
    """A topic always has a policy: what remains is the one that it was made with."""
    account = state["arn"].split(":")[4]
    statement = {
        "Sid": "__default_statement_ID",
        "Effect": "Allow",
        "Principal": {"AWS": "*"},
        "Action": [f"SNS:{each}" for each in _DEFAULT_ACTIONS],
        "Resource": state["arn"],
        "Condition": {"StringEquals": {"AWS:SourceOwner": account}},
    }
    _set_policy(
        aws, {**state, "policy": json.dumps({"Version": "2008-10-17", "Id": _DEFAULT_ID, "Statement": [statement]})}
    )


def _subscribe(aws: Aws, inputs: Inputs) -> Told:
    made = aws(
        "sns",
        "subscribe",
        TopicArn=inputs["topic"],
        Protocol=inputs["protocol"],
        Endpoint=inputs["endpoint"],
        ReturnSubscriptionArn=True,
    )
    return {"arn": made["SubscriptionArn"]}


def _read_subscription(aws: Aws, state: State) -> dict[str, Any]:
    found = aws("sns", "get_subscription_attributes", SubscriptionArn=state["arn"])["Attributes"]
    return {"topic": found["TopicArn"], "protocol": found["Protocol"], "endpoint": found["Endpoint"]}


MAKERS: Makers = {
    sns.TOPIC: Maker(
        ("name",),
        create=_create_topic,
        read=lambda aws, state: {"name": _attributes(aws, state)["TopicArn"].rpartition(":")[2]},
        delete=lambda aws, state: aws("sns", "delete_topic", TopicArn=state["arn"]),
        tagging=Tagging("sns"),
    ),
    sns.TOPIC_POLICY: put(
        ("arn", "policy"),
        write=_set_policy,
        read=_read_policy,
        delete=_delete_policy,
    ),
    sns.TOPIC_SUBSCRIPTION: Maker(
        ("topic", "protocol", "endpoint"),
        create=_subscribe,
        read=_read_subscription,
        delete=lambda aws, state: aws("sns", "unsubscribe", SubscriptionArn=state["arn"]),
    ),
}
