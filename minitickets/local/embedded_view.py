"""What is going on in the embedded AWS, as the live page shows it."""

import sys
from threading import Lock
from typing import Any

from embeddedaws.clients import queue_name
from embeddedaws.errors import ResourceNotFoundException
from embeddedaws.moto.contents import LogReader
from embeddedaws.send_email import AcceptedEmail
from minitickets.local.activity import Activity
from minitickets.local.queue_view import Declared, Reasons, dead_letter, look_at_queue
from minitickets.local.system import SHOWN
from minitickets.stack.deployed import DeployedStack
from tickets.claim import is_claim


def told_of(email: AcceptedEmail, *parts: str) -> dict[str, Any]:
    """These parts of an email, with its id and its moment in epoch seconds."""
    told = {part: getattr(email, part) for part in parts}
    return {"id": email.message_id, "sentAt": email.sent_at.timestamp(), **told}


class EmbeddedView:
    """Looks without changing anything, and may be asked from any thread.

    Args:
        stack: at what.
        activity: the observer of its mappings.
        log: reads its log groups.
    """

    def __init__(self, stack: DeployedStack, activity: Activity, log: LogReader) -> None:
        self._stack = stack
        self._aws = stack.aws
        self._activity = activity
        self._reasons = Reasons(log, activity)
        self._looking = Lock()
        urls = [(each.queue_url, each.dlq_url) for each in stack.pipelines]
        self._dead_letter_queues = [self._queue(dlq) for _, dlq in urls]
        self._queues = [self._queue(url) for both in urls for url in both]
        functions = stack.pipelines._asdict().items()  # they are called as the program calls them
        self._functions = [Declared(id_, pipeline.function) for id_, pipeline in sorted(functions)]

    def look(self) -> dict[str, Any]:
        """The parts of a look that tell of AWS."""
        with self._looking:
            return {
                "queues": self._look_at_queues(),
                "functions": [self._function(function) for function in self._functions],
                "processedJobs": self._processed_jobs(),
                "emails": self._emails(),
                "deadLetters": self._dead_letters(),
                "users": self._users(),
            }

    def _users(self) -> list[str]:
        """The users whose first ticket came last; the other partitions are bookings' claims."""
        keys = self._aws.contents.partition_keys(self._stack.output("ticketsTable"), sys.maxsize)
        return [key for key in keys if not is_claim(key)][:SHOWN]

    def _queue(self, url: str) -> Declared:
        return Declared(self._stack.declared_as(url), queue_name(url))

    def _look_at_queues(self) -> list[dict[str, Any]]:
        now = self._aws.clock.now()
        return [
            look_at_queue(queue, self._aws.contents.messages_in(queue.name), now, self._activity)
            for queue in self._queues
        ]

    def _function(self, function: Declared) -> dict[str, Any]:
        try:
            environments = self._aws.lambda_service.functions.environments(function.name)
        except ResourceNotFoundException:
            environments = ()
        return {
            "id": function.id,
            "name": function.name,
            **self._activity.of(function.name),
            "environments": len(environments),
            "running": sum(environment.busy for environment in environments),
        }

    def _processed_jobs(self) -> dict[str, Any]:
        total, items = self._aws.contents.newest_items(self._stack.output("processedJobsTable"), SHOWN)
        jobs = [{"jobKey": item["jobKey"]["S"], "expiresAt": int(item["expiresAt"]["N"])} for item in items]
        return {"total": total, "items": jobs}

    def _emails(self) -> dict[str, Any]:
        emails = self._aws.mailbox.emails
        newest = [told_of(email, "recipient", "subject") for email in emails[: -SHOWN - 1 : -1]]
        return {"total": len(emails), "items": newest}

    def _dead_letters(self) -> dict[str, Any]:
        self._reasons.read()
        letters = [
            (queue, message)
            for queue in self._dead_letter_queues
            for message in self._aws.contents.messages_in(queue.name)
        ]
        newest = letters[: -SHOWN - 1 : -1]
        items = [dead_letter(queue, message, self._reasons.of(message)) for queue, message in newest]
        return {"total": len(letters), "items": items}
