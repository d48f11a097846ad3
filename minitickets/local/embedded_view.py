"""What is going on in the embedded AWS, as the live page shows it."""

from threading import Lock
from typing import Any

from embeddedaws.contents import LogReader, messages_in, newest_items, partition_keys
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.functions.errors import ResourceNotFoundException
from minitickets.local.activity import Activity
from minitickets.local.dead_letters import Reasons, dead_letter
from minitickets.local.places import Place, Places
from minitickets.local.queue_view import look_at_queue
from minitickets.local.system import SHOWN


class EmbeddedView:
    """Looks without changing anything, and may be asked from any thread.

    Args:
        aws: where the stack is deployed.
        activity: the observer of its mappings.
        places: of what was deployed.
    """

    def __init__(self, aws: EmbeddedAws, activity: Activity, places: Places) -> None:
        self._aws = aws
        self._activity = activity
        self._places = places
        self._reasons = Reasons(LogReader(aws.region, places.log_groups), activity)
        self._looking = Lock()

    def look(self) -> dict[str, Any]:
        """The parts of a look that tell of AWS."""
        with self._looking:
            return {
                "queues": self._queues(),
                "functions": [self._function(function) for function in self._places.functions],
                "processedJobs": self._processed_jobs(),
                "emails": self._emails(),
                "deadLetters": self._dead_letters(),
                "users": partition_keys(self._aws.region, self._places.table("tickets-table"), SHOWN),
            }

    def _queues(self) -> list[dict[str, Any]]:
        now = self._aws.clock.now()
        return [
            look_at_queue(queue, messages_in(self._aws.region, queue.name), now, self._activity)
            for queue in self._places.queues
        ]

    def _function(self, function: Place) -> dict[str, Any]:
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
        total, items = newest_items(self._aws.region, self._places.table("processed-jobs-table"), SHOWN)
        jobs = [{"jobKey": item["jobKey"]["S"], "expiresAt": int(item["expiresAt"]["N"])} for item in items]
        return {"total": total, "items": jobs}

    def _emails(self) -> dict[str, Any]:
        emails = self._aws.mailbox.emails
        newest = [
            {
                "id": email.message_id,
                "sentAt": email.sent_at.timestamp(),
                "recipient": email.recipient,
                "subject": email.subject,
            }
            for email in emails[: -SHOWN - 1 : -1]
        ]
        return {"total": len(emails), "items": newest}

    def _dead_letters(self) -> dict[str, Any]:
        self._reasons.read()
        letters = [
            (queue, message)
            for queue in self._places.dead_letter_queues
            for message in messages_in(self._aws.region, queue.name)
        ]
        newest = letters[: -SHOWN - 1 : -1]
        items = [dead_letter(queue, message, self._reasons.of(message)) for queue, message in newest]
        return {"total": len(letters), "items": items}
