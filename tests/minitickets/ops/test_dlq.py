import json
import time
from collections.abc import Callable

import pytest
from click import Command
from click.testing import Result

from minitickets.ops.dlq import dlq
from minitickets.ops.publish import publish

from .conftest import Stack

Make = Callable[..., str]

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minitickets.ops.dead_letters._WAIT", 0)
    monkeypatch.setattr("minitickets.ops.redrive._PATIENCE", 0.3)


@pytest.fixture
def queues(stack: Stack) -> dict[str, str]:
    """The URL of each queue by its name."""
    names = stack.names
    every = (names.jobs_queue, names.jobs_dlq, names.tickets_queue, names.tickets_dlq)
    for group in (names.worker_log_group, names.tickets_log_group):
        stack.clients.logs.create_log_group(logGroupName=group)
        stack.clients.logs.create_log_stream(logGroupName=group, logStreamName="environment")
    return {name: stack.clients.sqs.create_queue(QueueName=name)["QueueUrl"] for name in every}


@pytest.fixture
def bury(stack: Stack, queues: dict[str, str]) -> Callable[..., str]:
    """Puts a message into a dead-letter queue and gives its id."""

    def bury(queue: str, body: str, **attributes: str) -> str:
        given = {name: {"DataType": "String", "StringValue": value} for name, value in attributes.items()}
        sent = stack.clients.sqs.send_message(QueueUrl=queues[queue], MessageBody=body, MessageAttributes=given)  # pyright: ignore[reportArgumentType]
        return sent["MessageId"]

    return bury


def _log(stack: Stack, group: str, *lines: str) -> None:
    events = [{"timestamp": int(time.time() * 1000) + number, "message": line} for number, line in enumerate(lines)]
    stack.clients.logs.put_log_events(
        logGroupName=group,
        logStreamName="environment",
        logEvents=events,  # pyright: ignore[reportArgumentType]
    )


def test_dead_letters_of_both_queues_are_listed_by_their_ids(stack: Stack, run: Run, bury: Make, booking: Make) -> None:
    first = bury(stack.names.jobs_dlq, booking(bookingId="bkg_7", correlationId="c-7"))
    second = bury(stack.names.tickets_dlq, "no JSON")

    rows = json.loads(run(dlq, "list", "--json").stdout)

    assert [(row["queue"], row["messageId"], row["bookingId"], row["correlationId"]) for row in rows] == [
        ("jobs", first, "bkg_7", "c-7"),
        ("tickets", second, None, None),
    ]


def test_a_look_leaves_every_message_visible(stack: Stack, run: Run, bury: Make) -> None:
    for number in range(23):
        bury(stack.names.jobs_dlq, f"message {number}")

    assert len(json.loads(run(dlq, "list", "--json").stdout)) == 23
    assert len(stack.bodies(stack.names.jobs_dlq)) == 23


def test_no_more_are_looked_at_than_asked_for(stack: Stack, run: Run, bury: Make) -> None:
    for number in range(23):
        bury(stack.names.jobs_dlq, f"message {number}")

    result = run(dlq, "list", "--limit", "12", "--json")

    assert len(json.loads(result.stdout)) == 12
    assert result.stderr == "12 dead letters of jobs are shown, and there may be more: --limit.\n"


def test_nothing_that_a_message_says_reaches_the_terminal_as_a_command(
    stack: Stack, run: Run, bury: Make, booking: Make
) -> None:
    bury(stack.names.jobs_dlq, booking(bookingId="\x1b[31m[bold]red\u202e"))

    shown = run(dlq, "list").stdout

    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "[bold]red" in shown


def test_why_tells_the_last_trouble_that_the_log_has_of_a_message(stack: Stack, run: Run, bury: Make) -> None:
    poison, silent = bury(stack.names.jobs_dlq, "{"), bury(stack.names.jobs_dlq, "[")
    line = {"level": "ERROR", "message": "poison_message", "messageId": poison, "error": "PoisonMessage"}
    _log(
        stack,
        stack.names.worker_log_group,
        json.dumps(line | {"reason": "an earlier one"}),
        json.dumps(line | {"reason": "body: it is no JSON object"}),
        json.dumps({"level": "INFO", "message": "job_skipped", "messageId": poison}),
        f"RequestId: {poison} Error: no JSON",
    )

    reasons = {row["messageId"]: row["reason"] for row in json.loads(run(dlq, "why", "jobs", "--json").stdout)}

    assert reasons[poison] == "poison_message: PoisonMessage: body: it is no JSON object"
    assert reasons[silent].startswith(f"no line in {stack.names.worker_log_group} names it")


def test_redriven_messages_are_back_in_their_own_queue_to_the_letter(stack: Stack, run: Run, bury: Make) -> None:
    jobs, tickets = [f"job {number}" for number in range(12)], ["ticket अ"]
    for body in jobs:
        bury(stack.names.jobs_dlq, body)
    bury(stack.names.tickets_dlq, *tickets)

    result = run(dlq, "redrive", "--json")

    assert json.loads(result.stdout) == {"jobs": 12, "tickets": 1}
    assert sorted(stack.bodies(stack.names.jobs_queue)) == sorted(jobs)
    assert stack.bodies(stack.names.tickets_queue) == tickets
    assert stack.bodies(stack.names.jobs_dlq) == stack.bodies(stack.names.tickets_dlq) == []


def test_what_stays_is_told_with_its_number_and_ends_in_status_1(stack: Stack, run: Run, bury: Make) -> None:
    for body in ("held", "free"):
        bury(stack.names.jobs_dlq, body)
    url = stack.clients.sqs.get_queue_url(QueueName=stack.names.jobs_dlq)["QueueUrl"]
    stack.clients.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=1, VisibilityTimeout=600)

    result = run(dlq, "redrive", "jobs", "--json")

    why = "1 dead letter stayed, hidden by whoever looks at them: run it again in a minute"
    assert (result.exit_code, json.loads(result.stdout)) == (1, {"jobs": 1, "stayed": {"jobs": [why]}})


def test_a_redrive_keeps_message_attributes(stack: Stack, run: Run, queues: dict[str, str], bury: Make) -> None:
    bury(stack.names.jobs_dlq, "{}", traceId="t-1")

    run(dlq, "redrive", "jobs")

    (message,) = stack.clients.sqs.receive_message(
        QueueUrl=queues[stack.names.jobs_queue], MessageAttributeNames=["All"]
    ).get("Messages", [])
    assert message.get("MessageAttributes", {})["traceId"].get("StringValue") == "t-1"


def test_a_redrive_of_one_queue_leaves_the_other(stack: Stack, run: Run, bury: Make) -> None:
    bury(stack.names.jobs_dlq, "job")
    bury(stack.names.tickets_dlq, "ticket")

    assert run(dlq, "redrive", "tickets").stdout == "Moved back: 1 ticket.\n"
    assert stack.bodies(stack.names.jobs_dlq) == ["job"]


@pytest.mark.parametrize(("command", "argument"), [(dlq, "list"), (publish, "Pulumi.yaml")], ids=["dlq", "publish"])
def test_a_stack_without_queues_is_told(stack: Stack, run: Run, command: Command, argument: str) -> None:
    result = run(command, argument)

    assert result.exit_code == 1
    assert "Error: stack dev on AWS in ap-south-1 has no queues: deploy it with dataEnabled first.\n" in result.stderr
    assert stack.names.jobs_dlq not in result.output


def test_empty_queues_are_told(queues: dict[str, str], run: Run) -> None:
    assert queues
    assert run(dlq, "why").stdout.startswith("The dead-letter queues of stack dev on AWS in ap-south-1 are empty.")
