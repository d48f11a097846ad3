"""The embedded AWS as the live page sees it."""

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import Any

from botocore.exceptions import ClientError

from aws.calls import Refused
from aws.reference import BotocoreClient
from embeddedaws.moto.contents import LogReader
from minitickets.local.activity import Activity
from minitickets.local.drill_runner import Drill, DrillRunner
from minitickets.local.embedded_view import EmbeddedView, told_of
from minitickets.local.outbox import Outbox
from minitickets.local.system import SHOWN, RefusedError, UnknownError
from minitickets.stack.deployed import DeployedStack
from tickets.reader import TicketReader
from tickets.ticket import Ticket

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ASSET_KEY = re.compile(r"tickets/[A-Za-z0-9_-]{1,64}/[1-4]\.png")
_LINE_LENGTH = 4096  # characters of a log line that are shown


class EmbeddedSystem:
    """What the live page asks and does; it ends with `close`.

    Its methods may block, are called from any thread, and raise RefusedError.

    Args:
        stack: what is deployed.
        activity: the observer of its mappings.
        drills: the names of the drills.
        drill: runs one.
    """

    def __init__(self, stack: DeployedStack, activity: Activity, *, drills: Sequence[str], drill: Drill) -> None:
        self._stack = stack
        self._aws = stack.aws
        self._started = stack.aws.clock.now()
        self._outbox = Outbox(stack.aws.clients.sqs, stack.pipelines.queue_urls)
        self._drills = DrillRunner(drills, drill)
        self._log = LogReader(stack.aws.contents, [pipeline.log_group for pipeline in stack.pipelines])
        self._view = EmbeddedView(stack, activity, self._log)
        self._open = ExitStack()
        self.publish = self._outbox.publish
        self.publish_again = self._outbox.publish_again
        self.publish_poison = self._outbox.publish_poison
        self.publish_many = self._outbox.publish_many
        self.drill = self._drills.start

    def close(self) -> None:
        """Begins nothing more."""
        self._outbox.close()
        self._open.close()

    def now(self) -> float:
        """Epoch seconds of the queues' clock."""
        return self._aws.clock.now()

    def look(self) -> dict[str, Any]:
        """What is going on, as a JSON object that changes only when something happens.

        It is the snapshot that the page is sent, but that moments are told as `visibleAt`, in epoch seconds, where the
        snapshot has `visibleIn`, in seconds from then; see `snapshot`.
        """
        return {
            "stack": self._stack.name,
            "startedAt": self._started,
            "skippedSeconds": self._aws.clock.skipped,
            **self._view.look(),
            "burst": self._outbox.burst(),
            "drills": self._drills.look(),
        }

    def email(self, email_id: str) -> Mapping[str, Any]:
        """One email.

        Raises:
            UnknownError: there is none with that id.
        """
        found = next((email for email in self._aws.mailbox.emails if email.message_id == email_id), None)
        if found is None:
            raise UnknownError("there is no such email.")
        return told_of(found, "sender", "recipient", "subject", "text", "html")

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
        except Refused as error:
            raise RefusedError(f"{error}: {error.text}") from error
        return [_ticket(ticket) for ticket in tickets]

    def qr_code(self, asset_key: str) -> bytes:
        """A ticket's QR code as PNG.

        Raises:
            UnknownError: there is none.
        """
        if not _ASSET_KEY.fullmatch(asset_key):
            raise UnknownError("there is no such QR code.")
        try:
            return self._aws.clients.s3.get_object(Bucket=self._stack.output("assetsBucket"), Key=asset_key)[
                "Body"
            ].read()
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

    @cached_property
    def _reader(self) -> TicketReader:
        api = self._open.enter_context(self._stack.api())
        return TicketReader(BotocoreClient(api.dynamodb), self._stack.output("ticketsTable"))


def _ticket(ticket: Ticket) -> dict[str, Any]:
    attributes = {name: value["S"] for name, value in ticket.to_item().items()}
    return {**attributes, "qr": f"/live/qr/{ticket.asset_key}" if ticket.status == "issued" else None}
