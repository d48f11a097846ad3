"""What the queues deliver: which message carries which booking, and messages that come again although deleted.

SQS keeps copies on several servers; one that is away while a message is deleted may deliver it once more (developer
guide, "At-least-once delivery").
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from threading import Lock
from typing import Any, NamedTuple
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Response

from embeddedaws.clients import queue_name
from embeddedaws.moto.queue_time import with_body
from minitickets.books.bookings import in_body
from minitickets.soak.request import json_body
from minitickets.soak.storm import NumberedCall, Storm


class _Delivery(NamedTuple):
    queue_url: str
    message_id: str


class Deliveries:
    """Reads what mappings receive, and keeps some of what they delete.

    Args:
        app: what answers.
        storm: which messages come again.
        redelivered: is told of each booking whose message comes again.

    Attributes:
        receives: the highest receive count that was seen, of the queues of those names.
    """

    def __init__(
        self, app: WSGIApplication, *, queues: Collection[str], storm: Storm, redelivered: Callable[[int], None]
    ) -> None:
        self.receives = 0
        self._app = app
        self._storm = storm
        self._queues = queues
        self._redelivered = redelivered
        self._booking_of: dict[str, int] = {}
        self._in_flight: dict[str, _Delivery] = {}  # by receipt handle
        self._handle_of: dict[str, str] = {}  # the newest, by message id
        self._deletes: Counter[tuple[str, int]] = Counter()
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers; to a deletion that is lost, that all is deleted."""
        action = environ.get("HTTP_X_AMZ_TARGET", "").rpartition(".")[2]
        if action == "ReceiveMessage":
            return self._receive(environ)(environ, start_response)
        if action == "DeleteMessageBatch":
            return self._delete(environ)(environ, start_response)
        return self._app(environ, start_response)

    def bookings(self, message_ids: Sequence[str]) -> list[int]:
        """The bookings of messages that were received, but for those that are no booking of this run."""
        with self._lock:
            return [self._booking_of[id_] for id_ in message_ids if id_ in self._booking_of]

    def in_flight(self, booking: int) -> list[tuple[str, str]]:
        """Queue URL and receipt handle of each message of a booking that was received and not deleted."""
        with self._lock:
            return [
                (delivery.queue_url, handle)
                for handle, delivery in self._in_flight.items()
                if self._booking_of[delivery.message_id] == booking
            ]

    def _receive(self, environ: WSGIEnvironment) -> Response:
        queue_url = json_body(environ)["QueueUrl"]
        response = Response.from_app(self._app, environ)
        if queue_name(queue_url) in self._queues and b'"Messages"' in response.data:
            with self._lock:
                for message in json.loads(response.data)["Messages"]:
                    self._note(queue_url, message)
        return response

    def _note(self, queue_url: str, message: dict[str, Any]) -> None:
        booking = in_body(message["Body"])
        if booking in self._storm.bookings:
            id_, handle = message["MessageId"], message["ReceiptHandle"]
            self._booking_of[id_] = booking
            self._in_flight.pop(self._handle_of.get(id_, ""), None)
            self._handle_of[id_] = handle
            self._in_flight[handle] = _Delivery(queue_url, id_)
            receives = message.get("Attributes", {}).get("ApproximateReceiveCount", "0")
            self.receives = max(self.receives, int(receives))

    def _delete(self, environ: WSGIEnvironment) -> Response:
        body = json_body(environ)
        kept = [entry for entry in body["Entries"] if self._comes_again(body["QueueUrl"], entry["ReceiptHandle"])]
        if not kept:
            return Response.from_app(self._app, environ)
        rest = [entry for entry in body["Entries"] if entry not in kept]
        answer: dict[str, list[Any]] = {"Successful": [], "Failed": []}
        if rest:
            passed_on = with_body(environ, json.dumps({**body, "Entries": rest}).encode())
            answer |= json.loads(Response.from_app(self._app, passed_on).data)
        answer["Successful"] = [*answer["Successful"], *({"Id": entry["Id"]} for entry in kept)]
        return Response(json.dumps(answer), content_type="application/x-amz-json-1.0")

    def _comes_again(self, queue_url: str, receipt_handle: str) -> bool:
        with self._lock:
            delivery = self._in_flight.pop(receipt_handle, None)
            if delivery is None:
                return False
            booking = self._booking_of[delivery.message_id]
            self._deletes[queue_url, booking] += 1
            call = NumberedCall("sqs", "DeleteMessage", booking, self._deletes[queue_url, booking])
        comes_again = self._storm.strikes(call) is not None
        if comes_again:
            self._redelivered(booking)
        return comes_again
