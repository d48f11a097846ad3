"""What a demo finds when its queues are empty."""

from collections import Counter
from collections.abc import Callable, Iterator

from minitickets.demo.folder import DemoFolder
from minitickets.demo.report import DemoReport, GivenUp
from minitickets.ops.log_lines import entries_in
from minitickets.ops.publish import Published
from minitickets.stack.deployed import DeployedStack, Logs
from minitickets.stack.journal import Journal


def collect(
    stack: DeployedStack, published: Published, journal: Journal, folder: DemoFolder, seconds: Callable[[], float]
) -> DemoReport:
    """Fills the folder with QR codes and logs, and says what became of the bookings.

    Args:
        stack: whose queues are empty.
        published: what was sent.
        journal: what the mappings did.
        folder: has the emails already.
        seconds: how long the demo has taken, asked at the end.
    """
    logs = stack.read_logs()
    _save_logs(logs, folder)
    worker = entries_in(logs["worker"])
    sent = Counter(line["jobKey"] for line in worker if line["message"] == "email_sent")
    failed = {line["messageId"] for line in worker if line["message"] == "job_failed"}
    return DemoReport(
        published=published,
        emails_per_booking={m.booking.job_key: sent[m.booking.job_key] for m in published.messages if m.booking},
        emails=len(stack.aws.mailbox.emails),
        duplicates_skipped=sum(line["message"] == "job_skipped" for line in worker),
        tickets=_save_tickets(stack, folder),
        dead_letters=list(_dead_letters(stack, published, logs)),
        returned_after=[each.after for each in journal.returns() if each.message_id in failed],
        seconds=seconds(),
        skipped_seconds=stack.aws.clock.skipped,
        out=folder.path,
    )


def _save_tickets(stack: DeployedStack, folder: DemoFolder) -> frozenset[str]:
    """Saves each QR code as `<bookingId>-<n>.png`; gives the ids of the tickets."""
    saved = set[str]()
    for ticket_id, png in stack.qr_codes():
        folder.write("tickets", f"{ticket_id}.png", png)
        saved.add(ticket_id)
    return frozenset(saved)


def _save_logs(logs: Logs, folder: DemoFolder) -> None:
    """Saves each function's log as `<function>.log`."""
    for function, log in logs.items():
        folder.write("logs", f"{function}.log", ("\n".join(log) + "\n").encode())


def _dead_letters(stack: DeployedStack, published: Published, logs: Logs) -> Iterator[GivenUp]:
    """Receives them all, and finds in the logs why they are dead."""
    sqs = stack.aws.clients.sqs
    sent_as = {message.body: message for message in reversed(published.messages)}
    for function, pipeline in stack.pipelines._asdict().items():
        entries = [entry for entry in entries_in(logs[function]) if "messageId" in entry]
        reasons = {entry["messageId"]: entry.get("reason") or entry.get("error") for entry in entries}
        while messages := sqs.receive_message(QueueUrl=pipeline.dlq_url, MaxNumberOfMessages=10).get("Messages"):
            for message in messages:
                id_, sent = message.get("MessageId", ""), sent_as[message.get("Body", "")]
                reason = reasons.get(id_) or "its log says nothing"
                job_key = sent.booking and sent.booking.job_key
                yield GivenUp(function, pipeline.dlq, id_, sent.line, job_key, reason)
