"""SQS: messages, their receipt handles, and batches."""

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from .rule import OK, Refused, Rule, World, codes

_STALE = "InvalidParameterValue"
_NOT_IN_FLIGHT = "AWS.SimpleQueueService.MessageNotInflight"
_PREFIX = "AWS.SimpleQueueService."


def _send(world: World, **asked: Any) -> Any:
    return world.aws.sqs.send_message(**{"QueueUrl": world.queue(), "MessageBody": "a", **asked})


def _change(world: World, url: str, message: Mapping[str, Any], seconds: int = 60) -> Any:
    handle = message["ReceiptHandle"]
    return partial(
        world.aws.sqs.change_message_visibility, QueueUrl=url, ReceiptHandle=handle, VisibilityTimeout=seconds
    )


def _delete(world: World, url: str, message: Mapping[str, Any]) -> Any:
    return partial(world.aws.sqs.delete_message, QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])


def _received_again(world: World) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
    """A queue with one message, and two receives of it."""
    url = world.queue("a")
    first = world.receive(url)[0]
    world.skip(31)
    return url, first, world.receive(url)[0]


def _delete_by_the_older_handle(world: World) -> tuple[list[str], list[str]]:
    url, older, _ = _received_again(world)
    answers = codes(_delete(world, url, older))
    world.skip(31)
    return answers, world.bodies(url)


def _delete_by_the_handle_of_a_visible_message(world: World) -> list[str]:
    url = world.queue("a")
    received = world.receive(url)[0]
    world.skip(31)
    _delete(world, url, received)()
    return world.bodies(url)


def _delete_twice(world: World) -> list[str]:
    url = world.queue("a")
    delete = _delete(world, url, world.receive(url)[0])
    return codes(delete, delete)


def _change_by_the_older_handle(world: World) -> tuple[list[str], list[str]]:
    url, older, _ = _received_again(world)
    return codes(_change(world, url, older, seconds=0)), world.bodies(url)


def _change_when_visible(world: World) -> list[str]:
    url = world.queue("a")
    received = world.receive(url)[0]
    world.skip(31)
    return [*codes(_change(world, url, received)), *world.bodies(url)]


def _change_of_a_deleted_message(world: World) -> list[str]:
    url = world.queue("a")
    received = world.receive(url)[0]
    _delete(world, url, received)()
    return codes(_change(world, url, received))


def _change_range(world: World) -> list[str]:
    url = world.queue("a")
    received = world.receive(url)[0]
    return codes(*(_change(world, url, received, seconds) for seconds in (-1, 43_201, 100)))


def _change_beyond_twelve_hours(world: World) -> list[str]:
    url = world.queue("a")
    world.skip(50_000)  # the age of the message does not count, the time since its receive does
    received = world.receive(url, visibility=40_000)[0]
    world.skip(10_000)
    return codes(_change(world, url, received, 43_000), _change(world, url, received, 33_000))


def _comes_back_when_told(world: World) -> list[list[str]]:
    url = world.queue("a")
    _change(world, url, world.receive(url)[0], seconds=0)()
    again = world.bodies(url)
    world.skip(15)
    return [again, world.bodies(url)]


def _expired(world: World) -> tuple[list[str], str]:
    url = world.queue("a", MessageRetentionPeriod="60")
    world.skip(61)
    return world.bodies(url), world.attribute(url, "ApproximateNumberOfMessages")


def _expired_at_the_last_receive(world: World) -> tuple[list[str], list[str]]:
    url, dlq = world.queue_and_dlq("a", receives=1, MessageRetentionPeriod="60")
    world.receive(url, visibility=1)
    world.skip(61)
    return world.bodies(url), world.bodies(dlq)


def _dead_letter(world: World) -> tuple[list[int], list[str]]:
    url, dlq = world.queue_and_dlq("a", receives=2)
    received: list[int] = []
    for _ in range(3):
        received.append(len(world.receive(url)))
        world.skip(31)
    return received, world.bodies(dlq)


def _age_of_a_dead_letter(world: World) -> list[str]:
    url, dlq = world.queue_and_dlq("a", receives=1)
    world.aws.sqs.set_queue_attributes(QueueUrl=dlq, Attributes={"MessageRetentionPeriod": "100"})
    for _ in range(2):
        world.receive(url)
        world.skip(40)
    before = [message["Body"] for message in world.receive(dlq, visibility=1)]
    world.skip(21)
    return before + world.bodies(dlq)


def _receive_count(world: World) -> list[str]:
    url = world.queue("a")
    counts: list[str] = []
    for _ in range(3):
        counts += [message["Attributes"]["ApproximateReceiveCount"] for message in world.receive(url)]
        world.skip(31)
    return counts


def _counted(world: World) -> list[str]:
    url = world.queue("a", "b", "c")
    world.receive(url, limit=1)
    world.aws.sqs.send_message(QueueUrl=url, MessageBody="d", DelaySeconds=60)
    kinds = ("", "NotVisible", "Delayed")
    return [world.attribute(url, f"ApproximateNumberOfMessages{kind}") for kind in kinds]


def _delayed(world: World) -> list[list[str]]:
    url = world.queue(DelaySeconds="30")
    world.aws.sqs.send_message(QueueUrl=url, MessageBody="at once", DelaySeconds=0)
    world.aws.sqs.send_message(QueueUrl=url, MessageBody="later")
    first = world.bodies(url)
    world.skip(31)
    return [first, [body for body in world.bodies(url) if body == "later"]]


def _long_poll_of_the_queue(world: World) -> list[str]:
    """The queue's clock runs five times as fast: 5 seconds of its time take one."""
    url, started = world.queue(ReceiveMessageWaitTimeSeconds="5"), time.monotonic()
    world.aws.sqs.receive_message(QueueUrl=url)
    return ["waited" if time.monotonic() - started > 0.9 else "did not wait"]


def _waits(world: World) -> list[str]:
    receive, url = world.aws.sqs.receive_message, world.queue("a", "b")
    return codes(*(partial(receive, QueueUrl=url, WaitTimeSeconds=seconds) for seconds in (-1, 21, 20)))


def _limits(world: World) -> list[str]:
    receive, url = world.aws.sqs.receive_message, world.queue("a", "b")
    return codes(*(partial(receive, QueueUrl=url, MaxNumberOfMessages=number) for number in (0, 11, 10)))


def _entries(kind: str, number: int = 1, **more: Any) -> list[dict[str, Any]]:
    usual = {"MessageBody": "a"} if kind == "send_message_batch" else {"ReceiptHandle": "none"}
    timeout = {"VisibilityTimeout": 1} if kind == "change_message_visibility_batch" else {}
    return [{"Id": str(each), **usual, **timeout, **more} for each in range(number)]


_BATCHES = ("send_message_batch", "delete_message_batch", "change_message_visibility_batch")


def _batches(number: int, **more: Any) -> Any:
    def calls(world: World) -> list[str]:
        url = world.queue()
        return codes(
            *(
                partial(getattr(world.aws.sqs, kind), QueueUrl=url, Entries=_entries(kind, number, **more))
                for kind in _BATCHES
            )
        )

    return calls


def _batch(sentence: str, number: int, code: str, **more: Any) -> Rule:
    page = "SendMessageBatch, DeleteMessageBatch, ChangeMessageVisibilityBatch"
    return Rule("SQS", sentence, page, _batches(number, **more), [_PREFIX + code] * 3)


def _failed_entries(world: World) -> list[str]:
    url = world.queue("a", "b")
    first, second = world.receive(url)
    world.skip(31)
    again = world.receive(url, limit=1)[0]
    shown, stale = (second, first) if again["MessageId"] == first["MessageId"] else (first, second)
    handles = [shown["ReceiptHandle"], stale["ReceiptHandle"], again["ReceiptHandle"], "none"]
    entries: Any = [
        {"Id": str(each), "ReceiptHandle": handle, "VisibilityTimeout": 5} for each, handle in enumerate(handles)
    ]
    answer: Any = world.aws.sqs.change_message_visibility_batch(QueueUrl=url, Entries=entries)
    return [*(each["Id"] for each in answer["Successful"]), *(each["Code"] for each in answer["Failed"])]


def _too_long(world: World) -> list[str]:
    send, url = world.aws.sqs.send_message, world.queue(MaximumMessageSize="1024")
    return codes(*(partial(send, QueueUrl=url, MessageBody=body) for body in ("x" * 1024, "x" * 1025, "é" * 513)))


def _attributes_count(world: World) -> Any:
    attributes: Any = {"name": {"DataType": "String", "StringValue": "x" * 1000}}
    return _send(
        world, QueueUrl=world.queue(MaximumMessageSize="1024"), MessageBody="x" * 20, MessageAttributes=attributes
    )


def _batch_too_long(world: World) -> list[str]:
    send, url = world.aws.sqs.send_message_batch, world.queue()
    sizes = ((500_000, 548_576), (500_000, 548_577))
    batches: Any = [[{"Id": str(each), "MessageBody": "x" * size} for each, size in enumerate(both)] for both in sizes]
    return codes(*(partial(send, QueueUrl=url, Entries=entries) for entries in batches))


_ELEVEN: Any = {f"a{each}": {"DataType": "String", "StringValue": "x"} for each in range(11)}

RULES = [
    Rule(
        "SQS",
        "A handle of an earlier receive is taken for a deletion, and deletes nothing.",
        "DeleteMessage",
        _delete_by_the_older_handle,
        ([OK], ["a"]),
    ),
    Rule(
        "SQS",
        "The newest handle deletes a message that is visible again.",
        "DeleteMessage",
        _delete_by_the_handle_of_a_visible_message,
        [],
    ),
    Rule("SQS", "A message can be deleted twice.", "DeleteMessage", _delete_twice, [OK, OK]),
    Rule(
        "SQS",
        "A handle that SQS never gave is invalid.",
        "DeleteMessage",
        lambda w: w.aws.sqs.delete_message(QueueUrl=w.queue(), ReceiptHandle="none"),
        Refused("ReceiptHandleIsInvalid"),
    ),
    Rule(
        "SQS",
        "A handle of an earlier receive changes no visibility.",
        "Troubleshoot “ReceiptHandleIsInvalid” errors in Amazon SQS (AWS re:Post); ChangeMessageVisibility",
        _change_by_the_older_handle,
        ([_STALE], []),
    ),
    Rule(
        "SQS",
        "The visibility of a message that is visible cannot be changed.",
        "ChangeMessageVisibility",
        _change_when_visible,
        [_NOT_IN_FLIGHT, "a"],
    ),
    Rule(
        "SQS",
        "A deleted message has no visibility.",
        "ChangeMessageVisibility",
        _change_of_a_deleted_message,
        [_STALE],
    ),
    Rule(
        "SQS",
        "A visibility is changed to 0 to 43,200 seconds.",
        "ChangeMessageVisibility",
        _change_range,
        ["InvalidParameterValue", "InvalidParameterValue", OK],
    ),
    Rule(
        "SQS",
        "A message is hidden for 12 hours after its receive at most.",
        "ChangeMessageVisibility",
        _change_beyond_twelve_hours,
        ["InvalidParameterValue", OK],
    ),
    Rule(
        "SQS",
        "A changed visibility counts from the call, and for this receive only.",
        "ChangeMessageVisibility",
        _comes_back_when_told,
        [["a"], []],
    ),
    Rule("SQS", "A message older than the retention is deleted.", "CreateQueue", _expired, ([], "0")),
    Rule(
        "SQS",
        "An expired message is not moved to the dead-letter queue.",
        "Amazon SQS dead-letter queues",
        _expired_at_the_last_receive,
        ([], []),
    ),
    Rule(
        "SQS",
        "After maxReceiveCount receives a message is in the dead-letter queue.",
        "Amazon SQS dead-letter queues",
        _dead_letter,
        ([1, 1, 0], ["a"]),
    ),
    Rule(
        "SQS",
        "A dead letter keeps its age.",
        "Amazon SQS dead-letter queues",
        _age_of_a_dead_letter,
        ["a"],
    ),
    Rule("SQS", "Each receive is counted.", "ReceiveMessage", _receive_count, ["1", "2", "3"]),
    Rule(
        "SQS",
        "Visible, in flight and delayed messages are counted apart.",
        "GetQueueAttributes",
        _counted,
        ["2", "1", "1"],
    ),
    Rule(
        "SQS",
        "A message's own delay counts instead of the queue's.",
        "SendMessage",
        _delayed,
        [["at once"], ["later"]],
    ),
    Rule(
        "SQS",
        "A message is delayed by 0 to 900 seconds.",
        "SendMessage",
        lambda w: codes(*(partial(_send, w, DelaySeconds=seconds) for seconds in (-1, 901, 900))),
        ["InvalidParameterValue", "InvalidParameterValue", OK],
    ),
    Rule(
        "SQS",
        "A receive waits 0 to 20 seconds.",
        "ReceiveMessage",
        _waits,
        ["InvalidParameterValue", "InvalidParameterValue", OK],
    ),
    Rule(
        "SQS",
        "A receive that says nothing waits as long as the queue does.",
        "Amazon SQS short and long polling",
        _long_poll_of_the_queue,
        ["waited"],
    ),
    Rule(
        "SQS",
        "A receive asks for 1 to 10 messages.",
        "ReceiveMessage",
        _limits,
        ["InvalidParameterValue", "InvalidParameterValue", OK],
    ),
    Rule(
        "SQS",
        "A receive hides messages for 0 to 43,200 seconds.",
        "ReceiveMessage",
        lambda w: codes(*(partial(w.receive, w.queue("a"), visibility=seconds) for seconds in (-1, 43_201, 43_200))),
        ["InvalidParameterValue", "InvalidParameterValue", OK],
    ),
    Rule(
        "SQS",
        "A message has at least one character.",
        "SendMessage",
        lambda w: _send(w, MessageBody=""),
        Refused("MissingParameter"),
    ),
    Rule(
        "SQS",
        "A message has no characters that XML has not.",
        "SendMessage",
        lambda w: codes(*(partial(_send, w, MessageBody=body) for body in ("\x00", "a\x1b", "\ufffe", "\t\n\r 😀"))),
        ["InvalidMessageContents", "InvalidMessageContents", "InvalidMessageContents", OK],
    ),
    Rule(
        "SQS",
        "The queue's largest size is in bytes.",
        "CreateQueue",
        _too_long,
        [OK, "InvalidParameterValue", "InvalidParameterValue"],
    ),
    Rule(
        "SQS",
        "Message attributes count towards the size.",
        "Amazon SQS message metadata",
        _attributes_count,
        Refused("InvalidParameterValue"),
    ),
    Rule(
        "SQS",
        "A message has 10 message attributes at most.",
        "Amazon SQS message quotas",
        lambda w: _send(w, MessageAttributes=_ELEVEN),
        Refused("InvalidParameterValue"),
    ),
    _batch("A batch has one entry at least.", 0, "EmptyBatchRequest"),
    _batch("A batch has 10 entries at most.", 11, "TooManyEntriesInBatchRequest"),
    _batch("The ids in a batch are distinct.", 2, "BatchEntryIdsNotDistinct", Id="same"),
    _batch("An id in a batch has letters, digits, hyphens, underscores.", 1, "InvalidBatchEntryId", Id="a:b"),
    _batch("An id in a batch has 80 characters at most.", 1, "InvalidBatchEntryId", Id="x" * 81),
    Rule(
        "SQS",
        "The messages of a batch have 1,048,576 bytes together at most.",
        "SendMessageBatch",
        _batch_too_long,
        [OK, "AWS.SimpleQueueService.BatchRequestTooLong"],
    ),
    Rule(
        "SQS",
        "An entry that cannot be carried out does not keep the others of its batch.",
        "ChangeMessageVisibilityBatch",
        _failed_entries,
        ["2", "MessageNotInflight", _STALE, "ReceiptHandleIsInvalid"],
    ),
    Rule(
        "SQS",
        "What is not served here is refused in the protocol.",
        "Common Errors",
        lambda w: codes(
            partial(w.aws.sqs.start_message_move_task, SourceArn=w.arn(w.queue())),
            partial(w.aws.sqs.list_message_move_tasks, SourceArn=w.arn(w.queue())),
            partial(w.aws.sqs.cancel_message_move_task, TaskHandle="none"),
        ),
        ["UnknownOperation"] * 3,
    ),
]
