"""What a drill works with: the deployed stack, bookings of its own, and what becomes of them."""

import json
import secrets
from collections.abc import Callable
from itertools import count

from embeddedaws.moto.contents import LogReader, QueuedMessage
from embeddedaws.send_email import AcceptedEmail
from minitickets.drill.runbook.evidence import Evidence
from minitickets.drill.runbook.where import LogGroup, search
from minitickets.drill.waiting import NotSeen, until
from minitickets.ops.pipelines import Pipeline
from minitickets.stack.bookings import Booking, sample_booking
from minitickets.stack.deployed import DeployedStack

_SOON = 0.2  # seconds that are left of a wait after a skip


class Scene:
    """One drill's view of a stack that other things may use, too.

    Args:
        stack: with its mappings and its signing key.
        tell: hears of each step, in a sentence.

    Attributes:
        evidence: what was seen so far, in sentences.
        lines: the log lines that show it.
        find: lines for a shell that find them.
    """

    def __init__(self, stack: DeployedStack, tell: Callable[[str], None]) -> None:
        self.stack = stack
        self.aws = stack.aws
        self.tell = tell
        self.evidence: list[str] = []
        self.lines: list[Evidence] = []
        self.find: list[str] = []
        self.worker, self.tickets = stack.pipelines
        self._token = secrets.token_hex(4)
        self._numbers = count(1)
        self._began = int(stack.aws.clock.now() * 1000)

    @property
    def sender(self) -> str:
        """The address that emails come from."""
        return self.aws.lambda_service.functions.get(self.worker.function).environment["SENDER"]

    def saw(self, sentence: str) -> None:
        """Something that shows the symptom, or what became of it."""
        self.tell(sentence)
        self.evidence.append(sentence)

    def show(self, where: str, *lines: str) -> None:
        """Lines that show the symptom."""
        self.lines += [Evidence(where, line) for line in lines]

    def show_log(self, pipeline: Pipeline, *lines: str) -> None:
        """Lines of the function's log that do."""
        self.show(LogGroup(pipeline.log_group), *lines)

    def booking(self, mailbox: str = "drill", domain: str = "example.com", *, quantity: int = 1) -> Booking:
        """A booking that nobody has seen before, for a recipient of its own."""
        label = f"{self._token}-{next(self._numbers)}"
        return sample_booking("drill", label, email=f"{mailbox}+{label}@{domain}", quantity=quantity)

    def failing_booking(self, how: str) -> Booking:
        """One whose recipient makes SES fail; see `mailbox`."""
        return self.booking(how, "simulator.minitickets.example")

    def publish(self, pipeline: Pipeline, booking: Booking) -> str:
        """Sends the booking past those who wait at the queue's entrance (see `alone`); gives the message's id."""
        sqs, body = self.aws.clients.sqs, json.dumps(booking)
        return sqs.send_message(QueueUrl=pipeline.queue_url, MessageBody=body, DelaySeconds=0)["MessageId"]

    def message(self, pipeline: Pipeline, booking: Booking) -> QueuedMessage | None:
        """The booking's message, as long as it is in the queue."""
        return self._message_in(pipeline.queue, booking)

    def dead_letter(self, pipeline: Pipeline, booking: Booking) -> QueuedMessage | None:
        """The booking's message, once it is in the dead-letter queue."""
        return self._message_in(pipeline.dlq, booking)

    def emails(self, booking: Booking) -> list[AcceptedEmail]:
        """What SES accepted for the booking."""
        return [email for email in list(self.aws.mailbox.emails) if email.recipient == booking["recipient"]["email"]]

    def events(self, pipeline: Pipeline, id_: str, event: str) -> list[str]:
        """The function's own log lines of that name with a correlation id or a message id."""
        return [each for each in self._read(pipeline, f'"{id_}"') if json.loads(each)["message"] == event]

    def wait_for_event(self, pipeline: Pipeline, booking: Booking, event: str) -> str:
        """Waits for such a line about the booking."""
        return until(
            lambda: self.events(pipeline, booking["correlationId"], event), f"{event} in {pipeline.log_group}"
        )[0]

    def wait_for_text(self, pipeline: Pipeline, text: str) -> str:
        """Waits for a line with that text that was written since the drill began."""
        return until(lambda: self._read(pipeline, text), f"{text!r} in {pipeline.log_group}")[-1]

    def is_logged(self, pipeline: Pipeline, booking: Booking) -> bool:
        """Whether the function wrote anything about the booking."""
        return bool(self._read(pipeline, f'"{booking["correlationId"]}"'))

    def wait_until_deleted(self, pipeline: Pipeline, booking: Booking) -> None:
        """Waits until the booking's message is neither to be received nor hidden."""
        until(lambda: self.message(pipeline, booking) is None, f"the end of {booking['bookingId']} in {pipeline.queue}")

    def skip_to_return(self, pipeline: Pipeline, booking: Booking) -> float:
        """Puts the queues' clock forward to when the message comes back; gives the seconds that it was hidden for.

        Only between two invocations: what a function works on would become visible to another one.

        Raises:
            NotSeen: it is not in the queue.
        """
        until(lambda: not self.aws.lambda_service.functions.concurrency.in_use, "a moment without an invocation")
        message = self.message(pipeline, booking)
        if message is None:
            raise NotSeen(f"Not seen: a message that stays in {pipeline.queue} to come back.")
        wait = message.visible_at - self.aws.clock.now()
        self.aws.clock.skip(max(0.0, wait - _SOON))
        return wait

    def by_correlation(self, pipeline: Pipeline, booking: Booking) -> str:
        """The line for the AWS CLI that finds all that was logged about the booking."""
        return search(pipeline.log_group, f'{{ $.correlationId = "{booking["correlationId"]}" }}')

    def _message_in(self, queue: str, booking: Booking) -> QueuedMessage | None:
        wanted = booking["bookingId"]
        return next((each for each in self.aws.contents.messages_in(queue) if f'"{wanted}"' in each.body), None)

    def _read(self, pipeline: Pipeline, text: str) -> list[str]:
        self.aws.lambda_service.flush_logs()
        reader = LogReader(self.aws.contents, [pipeline.log_group])
        return [each.message for each in reader.lines_with(text) if each.timestamp >= self._began]
