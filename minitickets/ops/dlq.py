"""`minitickets dlq`: what could not be handled, why, and once more."""

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import click

from minitickets.home import find_project
from minitickets.numbers import counted
from minitickets.ops.dead_letters import DeadLetter, ids_in, looked_at, why
from minitickets.ops.pipelines import Pipeline
from minitickets.ops.receipts import receipts_of
from minitickets.ops.redrive import Redrive
from minitickets.ops.target import OperatedStack, find_target, target_options
from pulumicheck.options import json_option, print_json_line

_SHOWN = 100


_queues = click.argument("queue", type=click.Choice(["all", "jobs", "tickets"]), default="all")
_limit = click.option(
    "--limit", type=click.IntRange(min=1), default=_SHOWN, show_default=True, help="Messages to look at, of each queue."
)


@click.group
def dlq() -> None:
    """Show, explain and redrive what could not be handled."""


@dlq.command(name="list")
@_queues
@target_options
@_limit
@json_option
def list_letters(*, queue: str, stack: str | None, local: bool, limit: int, as_json: bool) -> None:
    """Show the messages of the dead-letter queues.

    They are hidden from others for as long as it takes to look at them, and each look counts as a receive.
    """
    target = find_target(stack, local=local)
    _show([_row(name, letter) for name, _, letter in _letters(target, queue, limit)], target, as_json=as_json)


@dlq.command(name="why")
@_queues
@target_options
@_limit
@json_option
def explain(*, queue: str, stack: str | None, local: bool, limit: int, as_json: bool) -> None:
    """Show them with the reason that the function's log gives."""
    target = find_target(stack, local=local)
    rows = [
        _row(name, letter) | {"reason": why(target.clients.logs, pipeline.log_group, letter) or _silence(pipeline)}
        for name, pipeline, letter in _letters(target, queue, limit)
    ]
    _show(rows, target, as_json=as_json)


@dlq.command(name="redrive")
@_queues
@target_options
@json_option
def redrive_letters(*, queue: str, stack: str | None, local: bool, as_json: bool) -> None:
    """Move them back to their queues, after the cause is mended: all that are there when it begins.

    What was done already is skipped, so nobody gets a second email. Poison returns to the dead-letter queue and stays
    there; how many did, and what else stays and why, is said at the end. What somebody else hides, such as a redrive
    that was cut off, is waited for, for a minute.

    With --json it prints how many were moved, by queue, and under `stayed` what is to be said of others. Exit status
    1: something stayed that had not come back.
    """
    target = find_target(stack, local=local)
    moved: dict[str, int] = {}
    redrives: dict[str, Redrive] = {}
    for name, pipeline in _pipelines(target, queue).items():
        birth = target.birth_of(pipeline.dlq_url)
        with receipts_of(find_project().root, "redrive", birth) as receipts:
            redrives[name] = Redrive(target.clients.sqs, pipeline.dlq_url, pipeline.queue_url, receipts)
            with click.progressbar(redrives[name].run(), label=f"Redriving {name}", file=sys.stderr) as progress:
                moved[name] = sum(1 for _ in progress)
            if not redrives[name].undeleted:
                receipts.settle()
    _tell_redriven(moved, {name: each.stayed() for name, each in redrives.items()}, as_json=as_json)
    if not all(each.is_whole for each in redrives.values()):
        sys.exit(1)


def _tell_redriven(moved: dict[str, int], stayed: dict[str, list[str]], *, as_json: bool) -> None:
    if as_json:
        others = {name: told for name, told in stayed.items() if told}
        click.echo(json.dumps(moved | ({"stayed": others} if others else {})))
        return
    click.echo(f"Moved back: {', '.join(counted(number, name.removesuffix('s')) for name, number in moved.items())}.")
    for name, told in stayed.items():
        for sentence in told:
            click.echo(f"Of {name}, {sentence}.", err=True)


def _letters(target: OperatedStack, queue: str, limit: int) -> Iterator[tuple[str, Pipeline, DeadLetter]]:
    for name, pipeline in _pipelines(target, queue).items():
        with looked_at(target.clients.sqs, pipeline.dlq_url, limit) as letters:
            yield from ((name, pipeline, letter) for letter in letters)
            if len(letters) == limit:
                shown = f"{counted(limit, 'dead letter')} of {name} {'is' if limit == 1 else 'are'} shown"
                click.echo(f"{shown}, and there may be more: --limit.", err=True)


def _pipelines(target: OperatedStack, queue: str) -> dict[str, Pipeline]:
    names = target.names
    known = {
        "jobs": (names.worker_function, names.jobs_queue, names.jobs_dlq, names.worker_log_group),
        "tickets": (names.tickets_function, names.tickets_queue, names.tickets_dlq, names.tickets_log_group),
    }
    return {
        name: Pipeline(function, target.queue_url(source), target.queue_url(dead), group)
        for name, (function, source, dead, group) in known.items()
        if queue in {"all", name}
    }


def _silence(pipeline: Pipeline) -> str:
    return (
        f"no line in {pipeline.log_group} names it: the invocation was killed, or the line is older than its retention"
    )


def _row(queue: str, letter: DeadLetter) -> dict[str, Any]:
    return {
        "queue": queue,
        "messageId": letter.message_id,
        **ids_in(letter.body),
        "receiveCount": letter.receive_count,
        "sentAt": datetime.fromtimestamp(letter.sent_at, UTC).isoformat(timespec="seconds"),
    }


def _show(rows: list[dict[str, Any]], target: OperatedStack, *, as_json: bool) -> None:
    if as_json:
        print_json_line(rows)
        return
    if not rows:
        click.echo(f"The dead-letter queues of {target.where} are empty.")
        return
    for row in rows:
        click.echo("  ".join(str(row[name]) for name in ("queue", "bookingId", "correlationId") if row[name]))
        click.echo(
            f"  message {row['messageId']}, sent {row['sentAt']}, received {counted(row['receiveCount'], 'time')}"
        )
        if "reason" in row:
            click.echo(f"  {row['reason']}")
