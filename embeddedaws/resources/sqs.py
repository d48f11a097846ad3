"""SQS's queues, their policies, and which queues may redrive to them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from embeddedaws.resources.maker import Aws, GoneError, Maker, Makers, State, Told, put
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import sqs
from pulumicheck.types.inputs import Inputs

_ATTRIBUTES = {
    "visibilityTimeoutSeconds": "VisibilityTimeout",
    "messageRetentionSeconds": "MessageRetentionPeriod",
    "receiveWaitTimeSeconds": "ReceiveMessageWaitTimeSeconds",
    "delaySeconds": "DelaySeconds",
    "maxMessageSize": "MaximumMessageSize",
    "redrivePolicy": "RedrivePolicy",
    "redriveAllowPolicy": "RedriveAllowPolicy",
    "policy": "Policy",
    "sqsManagedSseEnabled": "SqsManagedSseEnabled",
}
_DEFAULTS = {
    "visibilityTimeoutSeconds": 30,
    "messageRetentionSeconds": 345_600,
    "receiveWaitTimeSeconds": 0,
    "delaySeconds": 0,
    "redrivePolicy": "",
}


def _texts(inputs: Inputs) -> dict[str, str]:
    given = {key: inputs[name] for name, key in _ATTRIBUTES.items() if inputs.get(name) is not None}
    return {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in given.items()}


def _create(aws: Aws, inputs: Inputs) -> Told:
    return {"url": aws("sqs", "create_queue", QueueName=inputs["name"], Attributes=_texts(inputs))["QueueUrl"]}


def _read(aws: Aws, state: State) -> dict[str, Any]:
    found = _attributes(aws, state["url"])
    name = {"name": state["url"].rpartition("/")[2]}
    return name | {name: _value(found[key]) for name, key in _ATTRIBUTES.items() if key in found}


def _attributes(aws: Aws, url: str) -> Mapping[str, str]:
    return aws("sqs", "get_queue_attributes", QueueUrl=url, AttributeNames=["All"]).get("Attributes", {})


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def _update(aws: Aws, state: State, inputs: Inputs) -> None:
    aws("sqs", "set_queue_attributes", QueueUrl=state["url"], Attributes=_texts({**_DEFAULTS, **inputs}))


def _one_attribute(name: str) -> Maker:
    """The maker of what is nothing but one attribute of a queue."""

    def set_to(aws: Aws, queue: Inputs, text: str) -> None:
        aws("sqs", "set_queue_attributes", QueueUrl=queue["queueUrl"], Attributes={_ATTRIBUTES[name]: text})

    def read(aws: Aws, state: State) -> dict[str, Any]:
        found = _attributes(aws, state["queueUrl"]).get(_ATTRIBUTES[name])
        if not found:
            raise GoneError
        return {"queueUrl": state["queueUrl"], name: found}

    return put(
        ("queueUrl", name),
        write=lambda aws, inputs: set_to(aws, inputs, inputs[name]),
        read=read,
        delete=partial(set_to, text=""),
    )


MAKERS: Makers = {
    sqs.QUEUE: Maker(
        ("name", *_ATTRIBUTES),
        create=_create,
        read=_read,
        update=_update,
        delete=lambda aws, state: aws("sqs", "delete_queue", QueueUrl=state["url"]),
        defaults=_DEFAULTS,
        computed=("policy", "redriveAllowPolicy", "sqsManagedSseEnabled", "maxMessageSize"),
        tagging=Tagging("sqs", "QueueUrl", "url", "list_queue_tags", "tag_queue", "untag_queue", as_pairs=False),
    ),
    sqs.QUEUE_POLICY: _one_attribute("policy"),
    sqs.REDRIVE_ALLOW_POLICY: _one_attribute("redriveAllowPolicy"),
}
