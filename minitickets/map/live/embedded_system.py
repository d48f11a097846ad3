"""The embedded AWS as the live page sees it."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from threading import Lock
from typing import Any

from botocore.exceptions import ClientError

from minitickets.local.api_role import create_api_role
from minitickets.local.contents import LogReader, messages_in, newest_items, partition_keys
from minitickets.local.embedded_aws import EmbeddedAws
from minitickets.local.functions.errors import ResourceNotFoundException
from minitickets.map.live.activity import Activity
from minitickets.map.live.dead_letters import Reasons, dead_letter
from minitickets.map.live.drill_runner import Drill, DrillRunner
from minitickets.map.live.outbox import Outbox
from minitickets.map.live.places import Place, Places
from minitickets.map.live.queue_view import look_at_queue
from minitickets.map.live.system import SHOWN, RefusedError, UnknownError
from minitickets.plan.recording import Recording
from tickets.reader import TicketReader
from tickets.ticket import Ticket

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ASSET_KEY = re.compile(r"tickets/[A-Za-z0-9_-]{1,64}/[1-4]\.png")
_LINE_LENGTH = 4096  # characters of a log line that are shown


class EmbeddedSystem:
    """A LiveSystem; it ends with `close`.

    Args:
        aws: where the stack is deployed.
        activity: the observer of its mappings.
        deployed: what was deployed.
        drills: the names of the drills.
        drill: runs one.
    """

    def __init__(
        self, aws: EmbeddedAws, activity: Activity, deployed: Recording, *, drills: Sequence[str], drill: Drill
    ) -> None:
        self._aws = aws
        self._activity = activity
        self._deployed = deployed
        self._places = Places(deployed)
        self._looking = Lock()
        self._started = aws.clock.now()
        self._outbox = Outbox(
            aws.clients.sqs, [self._places.output(queue) for queue in ("jobsQueueUrl", "ticketsQueueUrl")]
        )
        self._drills = DrillRunner(drills, drill)
        self._bucket = self._places.output("assetsBucket")
        self._log = LogReader(aws.region, self._places.log_groups)
        self._reasons = Reasons(LogReader(aws.region, self._places.log_groups), activity)
        self.publish = self._outbox.publish
        self.publish_again = self._outbox.publish_again
        self.publish_poison = self._outbox.publish_poison
        self.publish_many = self._outbox.publish_many
        self.drill = self._drills.start

    def close(self) -> None:
        """Begins nothing more."""
        self._outbox.close()

    def now(self) -> float:
        """Epoch seconds of the queues' clock."""
        return self._aws.clock.now()

    def look(self) -> dict[str, Any]:
        """What is going on."""
        with self._looking:
            return self._look()

    def email(self, email_id: str) -> Mapping[str, Any]:
        """One email.

        Raises:
            UnknownError: there is none with that id.
        """
        found = next((email for email in self._aws.mailbox.emails if email.message_id == email_id), None)
        if found is None:
            raise UnknownError("there is no such email.")
        return {
            "id": found.message_id,
            "sentAt": found.sent_at.timestamp(),
            **{key: getattr(found, key) for key in ("sender", "recipient", "subject", "text", "html")},
        }

    def tickets_of(self, user_id: str) -> Sequence[Mapping[str, Any]]:
        """A user's tickets, read with the api's role: one Query.

        Raises:
            UnknownError: that is no user's id.
            RefusedError: AWS refused the Query.
        """
        if not _ID.fullmatch(user_id):
            raise UnknownError("a user id is 1 to 64 of A-Z a-z 0-9 _ -.")
        try:
            tickets = self._reader.my_tickets(user_id)
        except ClientError as error:
            raise RefusedError(str(error)) from error
        return [_ticket(ticket) for ticket in tickets]

    def qr_code(self, asset_key: str) -> bytes:
        """A ticket's QR code as PNG.

        Raises:
            UnknownError: there is none.
        """
        if not _ASSET_KEY.fullmatch(asset_key):
            raise UnknownError("there is no such QR code.")
        try:
            return self._aws.clients.s3.get_object(Bucket=self._bucket, Key=asset_key)["Body"].read()
        except ClientError as error:
            raise UnknownError("there is no such QR code.") from error

    def log_lines(self, *words: str) -> Sequence[Mapping[str, Any]]:
        """The latest lines that hold one of the words."""
        self._aws.lambda_service.flush_logs()
        lines = self._log.lines_with(*(word for word in words if _ID.fullmatch(word)))
        return [
            {"group": line.group, "at": line.timestamp / 1000, "line": line.message[:_LINE_LENGTH]}
            for line in lines[-SHOWN:]
        ]

    def _look(self) -> dict[str, Any]:
        return {
            "stack": self._deployed.stack,
            "startedAt": self._started,
            "skippedSeconds": self._aws.clock.skipped,
            "queues": self._queues(),
            "functions": [self._function(function) for function in self._places.functions],
            "processedJobs": self._processed_jobs(),
            "emails": self._emails(),
            "deadLetters": self._dead_letters(),
            "users": partition_keys(self._aws.region, self._places.table("tickets-table"), SHOWN),
            "burst": self._outbox.burst(),
            "drills": self._drills.look(),
        }

    @cached_property
    def _reader(self) -> TicketReader:
        api = create_api_role(self._aws, self._deployed.stack, self._places.output("apiPolicyArn"))
        return TicketReader(api.dynamodb, self._places.table("tickets-table"))

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


def _ticket(ticket: Ticket) -> dict[str, Any]:
    attributes = {name: value["S"] for name, value in ticket.to_item().items()}
    return {**attributes, "qr": f"/live/qr/{ticket.asset_key}" if ticket.status == "issued" else None}
