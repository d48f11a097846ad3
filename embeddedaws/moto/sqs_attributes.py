"""Attributes of queues as SQS checks them (API reference: CreateQueue, SetQueueAttributes)."""

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.sqs.exceptions import InvalidAttributeName, InvalidAttributeValue, InvalidParameterValue
from moto.sqs.models import Queue, SQSBackend

_RANGES = {
    "DelaySeconds": range(901),
    "KmsDataKeyReusePeriodSeconds": range(60, 86_401),
    "MaximumMessageSize": range(1024, 1_048_577),
    "MessageRetentionPeriod": range(60, 1_209_601),
    "ReceiveMessageWaitTimeSeconds": range(21),
    "VisibilityTimeout": range(43_201),
}
_OTHERS = {
    "ContentBasedDeduplication",
    "DeduplicationScope",
    "FifoQueue",
    "FifoThroughputLimit",
    "KmsMasterKeyId",
    "Policy",
    "RedriveAllowPolicy",
    "RedrivePolicy",
    "SqsManagedSseEnabled",
}
_RECEIVES = range(1, 1001)  # developer guide, "Configure a dead-letter queue using the Amazon SQS console"


@contextmanager
def checked_attributes() -> Generator[None]:
    """Refuses what is out of range while the context lasts; moto takes any number and any name."""
    with (
        patch.object(SQSBackend, "create_queue", _create_queue),
        patch.object(SQSBackend, "set_queue_attributes", _set_queue_attributes),
    ):
        yield


_create = SQSBackend.create_queue
_set = SQSBackend.set_queue_attributes


def _create_queue(backend: SQSBackend, name: str, tags: dict[str, str] | None = None, **attributes: Any) -> Queue:
    _check(backend, {key: value for key, value in attributes.items() if key != "region"})
    return _create(backend, name, tags, **attributes)


def _set_queue_attributes(backend: SQSBackend, queue_name: str, attributes: dict[str, Any]) -> Queue:
    _check(backend, attributes)
    return _set(backend, queue_name, attributes)


def _check(backend: SQSBackend, attributes: Mapping[str, Any]) -> None:
    for name, value in attributes.items():
        if name not in _RANGES and name not in _OTHERS:
            raise InvalidAttributeName(name)
        if name in _RANGES and not _is_in(value, _RANGES[name]):
            raise InvalidAttributeValue(name)
    if attributes.get("RedrivePolicy"):
        _check_redrive(backend, attributes["RedrivePolicy"])


def _check_redrive(backend: SQSBackend, text: str) -> None:
    try:
        policy = json.loads(text)
        target, receives = policy["deadLetterTargetArn"], policy["maxReceiveCount"]
    except (KeyError, TypeError, ValueError):
        return  # moto refuses it in AWS's words, or it is empty and takes the policy away
    if not _is_in(receives, _RECEIVES):
        raise _refusal(text, "Invalid value for maxReceiveCount.")
    if target not in {queue.queue_arn for queue in backend.queues.values()}:
        raise _refusal(text, "Dead letter target does not exist.")


def _refusal(policy: str, reason: str) -> InvalidParameterValue:
    return InvalidParameterValue(f"Value {policy} for parameter RedrivePolicy is invalid. Reason: {reason}")


def _is_in(value: Any, allowed: range) -> bool:
    return str(value).isdecimal() and int(value) in allowed
