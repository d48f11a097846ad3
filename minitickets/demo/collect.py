"""What a demo finds when its queues are empty: the world, for the judge, and what a person wants to look at."""

import json
import re
import time
from collections.abc import Callable, Iterator

from minitickets.demo.folder import DemoFolder
from minitickets.demo.judge.emails import counts, duplicates_skipped
from minitickets.demo.judge.logs import reasons_in
from minitickets.demo.judge.observed import Handled, Observed
from minitickets.demo.judge.returns import waits
from minitickets.demo.judge.tickets import issued_tickets
from minitickets.demo.judge.verdict import Judgement, judge
from minitickets.demo.report import DemoReport, GivenUp
from minitickets.demo.witnesses import Witnesses
from minitickets.ops.log_lines import entries_in
from minitickets.ops.pipelines import Pipeline
from minitickets.ops.publish import Published
from minitickets.stack.deployed import DeployedStack, Logs
from tickets.signing_key import KeyRing

_PICTURE = re.compile(r"tickets/(?P<booking>[A-Za-z0-9_-]{1,64})/(?P<number>[0-9])\.png")


def look_at(stack: DeployedStack, published: Published, logs: Logs, witnesses: Witnesses, ring: KeyRing) -> Observed:
    """Reads all that there is.

    Args:
        stack: whose queues are empty.
        published: what was sent.
        logs: all that was logged.
        witnesses: have looked on.
        ring: what signs the tickets.
    """
    worker, issuer = (
        _handled(stack, name, pipeline, witnesses, logs) for name, pipeline in stack.pipelines._asdict().items()
    )
    services = witnesses.services
    configured = stack.aws.lambda_service.functions.get(stack.pipelines.worker.function).environment
    return Observed(
        lines=published.messages,
        sender=configured["SENDER"],
        sender_name=configured.get("SENDER_NAME", ""),
        my_tickets_url=configured.get("MY_TICKETS_URL", ""),
        ring=ring.keys,
        span=(witnesses.began, time.time()),
        emails=services.emails,
        refused=services.refused,
        hides=services.hides,
        denied=witnesses.denied,
        records=list(stack.items(stack.output("processedJobsTable"))),
        tickets=list(stack.items(stack.output("ticketsTable"))),
        pictures=dict(stack.objects(stack.output("assetsBucket"))),
        worker=worker,
        issuer=issuer,
    )


def collect(
    world: Observed, published: Published, folder: DemoFolder, skipped: float, seconds: Callable[[], float]
) -> DemoReport:
    """Judges the world, fills the folder with QR codes, and says what became of the bookings.

    Args:
        world: all that there is.
        published: what was sent.
        folder: has the emails and the logs already.
        skipped: seconds that the queues' clock was put forward by.
        seconds: how long the demo has taken, asked at the end.
    """
    verdict, issued = judge(world), issued_tickets(world)
    _save_tickets(world, folder)
    return DemoReport(
        published=published,
        emails_per_booking=counts(verdict.emails, verdict.wanted),
        emails=len(world.emails),
        duplicates_skipped=duplicates_skipped(world, verdict.wanted, verdict.emails),
        tickets=issued,
        dead_letters=list(_dead_letters(world, verdict)),
        returned_after=[wait for handled in world.functions for wait in waits(handled, verdict.wanted)],
        complaints=verdict.complaints,
        seconds=seconds(),
        skipped_seconds=skipped,
        out=folder.path,
    )


def save_logs(logs: Logs, folder: DemoFolder) -> None:
    """Saves each function's log as `<function>.log`."""
    for function, log in logs.items():
        folder.write("logs", f"{function}.log", ("\n".join(log) + "\n").encode())


def _save_tickets(world: Observed, folder: DemoFolder) -> None:
    """Saves each QR code as `<bookingId>-<n>.png`; what has any other key is told by the judge."""
    for key, picture in world.pictures.items():
        if found := _PICTURE.fullmatch(key):
            folder.write("tickets", f"{found['booking']}-{found['number']}.png", picture.content)


def _handled(stack: DeployedStack, name: str, pipeline: Pipeline, witnesses: Witnesses, logs: Logs) -> Handled:
    sqs = stack.aws.clients.sqs
    attributes = sqs.get_queue_attributes(QueueUrl=pipeline.queue_url, AttributeNames=["All"])["Attributes"]
    deliveries = witnesses.journal.deliveries(pipeline.function)
    return Handled(
        function=name,
        queue=pipeline.queue,
        dlq=pipeline.dlq,
        left=stack.aws.contents.messages_in(pipeline.queue),
        dead=stack.aws.contents.messages_in(pipeline.dlq),
        bodies={message_id: body for message_id, body in witnesses.services.bodies.items() if message_id in deliveries},
        deliveries=deliveries,
        visibility_timeout=float(attributes["VisibilityTimeout"]),
        max_receive_count=int(json.loads(attributes["RedrivePolicy"])["maxReceiveCount"]),
        log=entries_in(logs[name]),
        log_is_whole=not stack.aws.lost_logs,
    )


def _dead_letters(world: Observed, verdict: Judgement) -> Iterator[GivenUp]:
    """All of them, and why they are dead by what the function's log says."""
    for handled in world.functions:
        reasons = reasons_in(handled.log)
        for letter in handled.dead:
            line = verdict.wanted.line_of.get(letter.body)
            job_key = line.booking.job_key if line and line.booking else None
            reason = reasons.get(letter.message_id, "its log says nothing")
            yield GivenUp(handled.function, handled.dlq, letter.message_id, line.line if line else 0, job_key, reason)
