"""SQS: queues and their attributes."""

import json
from functools import partial
from typing import Any

from .rule import OK, Refused, Rule, World, codes

_OUT_OF_RANGE = "InvalidAttributeValue"


def _create(world: World, **attributes: str) -> Any:
    return partial(world.aws.sqs.create_queue, QueueName=world.name(), Attributes=attributes)


def _range(name: str, low: int, high: int) -> Any:
    """Tries a value below, the ends, and a value above, of one attribute."""
    values = (low - 1, low, high, high + 1)
    return lambda world: codes(*(_create(world, **{name: str(value)}) for value in values))


def _within(name: str, low: int, high: int, sentence: str) -> Rule:
    return Rule("SQS", sentence, "CreateQueue", _range(name, low, high), [_OUT_OF_RANGE, OK, OK, _OUT_OF_RANGE])


def _set_out_of_range(world: World) -> Any:
    world.aws.sqs.set_queue_attributes(QueueUrl=world.queue(), Attributes={"VisibilityTimeout": "43201"})


def _set_visibility(world: World) -> str:
    url = world.queue()
    world.aws.sqs.set_queue_attributes(QueueUrl=url, Attributes={"VisibilityTimeout": "45"})
    return world.attribute(url, "VisibilityTimeout")


def _redrive(world: World, receives: int) -> Any:
    policy = {"deadLetterTargetArn": world.arn(world.queue()), "maxReceiveCount": receives}
    return _create(world, RedrivePolicy=json.dumps(policy))


def _redrive_to_nowhere(world: World) -> Any:
    arn = world.arn(world.queue()) + "-not"
    return _create(world, RedrivePolicy=json.dumps({"deadLetterTargetArn": arn, "maxReceiveCount": 3}))()


def _create_twice(world: World, *second: str) -> list[str]:
    name, create = world.name(), world.aws.sqs.create_queue
    create(QueueName=name, Attributes={"VisibilityTimeout": "40"})
    return codes(*(partial(create, QueueName=name, Attributes={"VisibilityTimeout": value}) for value in second))


def _purge_twice(world: World) -> list[str]:
    purge = partial(world.aws.sqs.purge_queue, QueueUrl=world.queue("a"))
    first = codes(purge, purge)
    world.skip(61)
    return first + codes(purge)


def _purge(world: World) -> list[str]:
    url = world.queue("visible", "in flight")
    world.receive(url, limit=1)
    world.aws.sqs.purge_queue(QueueUrl=url)
    world.skip(40)
    return world.bodies(url)


def _sources(world: World) -> bool:
    url, dlq = world.queue_and_dlq(receives=3)
    return world.aws.sqs.list_dead_letter_source_queues(QueueUrl=dlq)["queueUrls"] == [url]


RULES = [
    _within("VisibilityTimeout", 0, 43_200, "A visibility timeout is 0 to 43,200 seconds."),
    _within("MessageRetentionPeriod", 60, 1_209_600, "A retention is 60 to 1,209,600 seconds."),
    _within("DelaySeconds", 0, 900, "A queue delays its messages by 0 to 900 seconds."),
    _within("ReceiveMessageWaitTimeSeconds", 0, 20, "A queue's long poll takes 0 to 20 seconds."),
    _within("MaximumMessageSize", 1024, 1_048_576, "A queue's largest message has 1,024 to 1,048,576 bytes."),
    Rule(
        "SQS",
        "A change of an attribute keeps to the same ranges.",
        "SetQueueAttributes",
        _set_out_of_range,
        Refused("InvalidAttributeValue"),
    ),
    Rule("SQS", "A change of an attribute counts from then on.", "SetQueueAttributes", _set_visibility, "45"),
    Rule(
        "SQS",
        "A number that is no number is refused.",
        "CreateQueue",
        lambda w: _create(w, VisibilityTimeout="soon")(),
        Refused("InvalidAttributeValue"),
    ),
    Rule(
        "SQS",
        "An attribute that there is not cannot be set.",
        "CreateQueue",
        lambda w: _create(w, Colour="blue")(),
        Refused("InvalidAttributeName"),
    ),
    Rule(
        "SQS",
        "An attribute that SQS counts cannot be set.",
        "SetQueueAttributes",
        lambda w: w.aws.sqs.set_queue_attributes(QueueUrl=w.queue(), Attributes={"ApproximateNumberOfMessages": "0"}),
        Refused("InvalidAttributeName"),
    ),
    Rule(
        "SQS",
        "An attribute that there is not cannot be asked for.",
        "GetQueueAttributes",
        lambda w: w.aws.sqs.get_queue_attributes(QueueUrl=w.queue(), AttributeNames=["Colour"]),
        Refused("InvalidAttributeName"),
    ),
    Rule(
        "SQS",
        "A queue's name has 1 to 80 letters, digits, hyphens and underscores.",
        "CreateQueue",
        lambda w: codes(*(partial(w.aws.sqs.create_queue, QueueName=name) for name in ("x" * 81, "a.b", "x" * 80))),
        ["InvalidParameterValue", "InvalidParameterValue", OK],
    ),
    Rule(
        "SQS",
        "A queue is made again with equal attributes only.",
        "CreateQueue",
        lambda w: _create_twice(w, "40", "41"),
        [OK, "QueueAlreadyExists"],
    ),
    Rule(
        "SQS",
        "A queue that is not there has a code of its own.",
        "GetQueueUrl",
        lambda w: w.aws.sqs.get_queue_url(QueueName="none"),
        Refused("AWS.SimpleQueueService.NonExistentQueue"),
    ),
    Rule(
        "SQS",
        "maxReceiveCount is 1 to 1,000.",
        "Configure a dead-letter queue using the Amazon SQS console",
        lambda w: codes(*(_redrive(w, receives) for receives in (0, 1, 1000, 1001))),
        ["InvalidParameterValue", OK, OK, "InvalidParameterValue"],
    ),
    Rule(
        "SQS",
        "A dead-letter queue must be there before its source.",
        "SetQueueAttributes",
        _redrive_to_nowhere,
        Refused("InvalidParameterValue"),
    ),
    Rule("SQS", "A dead-letter queue knows its sources.", "ListDeadLetterSourceQueues", _sources, comes=True),
    Rule("SQS", "A purge takes messages in flight, too.", "PurgeQueue", _purge, []),
    Rule(
        "SQS",
        "A queue is purged once in 60 seconds.",
        "PurgeQueue",
        _purge_twice,
        [OK, "AWS.SimpleQueueService.PurgeQueueInProgress", OK],
    ),
]
