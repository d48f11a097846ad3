import io
import json
from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from minitickets.stack.witness import Hide, Witness


class Services:
    """Answers what a test tells it to, and reads each request to the end."""

    def __init__(self) -> None:
        self.status, self.answer = "200 OK", {}
        self.asked: list[Any] = []

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.asked.append(json.loads(environ["wsgi.input"].read()))
        start_response(self.status, [("Content-Type", "application/json")])
        return [json.dumps(self.answer).encode()]


class World:
    """A witness before services."""

    def __init__(self) -> None:
        self.services = Services()
        self.witness = Witness()
        self._layer = self.witness.before(self.services)

    def ask(
        self, operation: str, request: Any, answer: Any = None, *, status: str = "200 OK", caller: str = "A"
    ) -> bytes:
        self.services.status, self.services.answer = status, answer or {}
        path = "/v2/email/outbound-emails" if operation == "SendEmail" else "/"
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "HTTP_AUTHORIZATION": f"AWS4-HMAC-SHA256 Credential={caller}/20260101/x/y/aws4_request",
            "wsgi.input": io.BytesIO(json.dumps(request).encode()),
        }
        if operation != "SendEmail":
            environ["HTTP_X_AMZ_TARGET"] = f"Any.{operation}"
        return b"".join(self._layer(environ, lambda *_: lambda _: None))  # pyright: ignore[reportArgumentType] - nobody writes


@pytest.fixture
def world() -> World:
    return World()


EMAIL = {"Destination": {"ToAddresses": ["a@example.com"]}}
LOOK = {"Key": {"jobKey": {"S": "booking.confirmed:b1"}}, "ConsistentRead": True}


def test_what_is_asked_and_answered_passes_through_unchanged(world: World) -> None:
    assert json.loads(world.ask("SendEmail", EMAIL, {"MessageId": "1"})) == {"MessageId": "1"}
    assert json.loads(world.ask("ListTables", {"Limit": 1}, {"x": 2})) == {"x": 2}
    assert world.services.asked == [EMAIL, {"Limit": 1}]


def test_an_email_is_noted_with_what_its_sender_had_looked_up(world: World) -> None:
    world.ask("GetItem", LOOK)
    world.ask("GetItem", {**LOOK, "Key": {"jobKey": {"S": "booking.confirmed:b2"}}, "ConsistentRead": False})
    world.ask("SendEmail", EMAIL, {"MessageId": "1"})
    world.ask("SendEmail", EMAIL, {"MessageId": "2"}, caller="B")

    first, second = world.witness.emails
    assert (first.request, first.message_id, first.looked) == (EMAIL, "1", {"booking.confirmed:b1"})
    assert (second.message_id, second.looked) == ("2", frozenset())


def test_a_look_that_was_refused_is_none(world: World) -> None:
    world.ask("GetItem", LOOK, status="400 Bad Request")
    world.ask("SendEmail", EMAIL, {"MessageId": "1"})

    assert world.witness.emails[0].looked == frozenset()


def test_what_ses_refuses_is_counted_by_recipient(world: World) -> None:
    for _ in range(2):
        world.ask("SendEmail", EMAIL, status="503 Service Unavailable")

    assert (world.witness.emails, world.witness.refused) == ([], {"a@example.com": 2})


def test_messages_are_known_by_their_ids_and_hides_by_their_receive(world: World) -> None:
    for receive in (1, 2):
        message = {"MessageId": "m", "Body": "b", "ReceiptHandle": f"h{receive}"}
        message["Attributes"] = {"ApproximateReceiveCount": str(receive)}  # pyright: ignore[reportArgumentType] - one of another type
        world.ask("ReceiveMessage", {"QueueUrl": "q"}, {"Messages": [message]})
    world.ask("ReceiveMessage", {"QueueUrl": "q"}, {})
    entries = [{"Id": "0", "ReceiptHandle": "h1", "VisibilityTimeout": 10}, {"Id": "1", "ReceiptHandle": "other"}]
    world.ask("ChangeMessageVisibilityBatch", {"QueueUrl": "q", "Entries": entries})
    world.ask("ChangeMessageVisibility", {"QueueUrl": "q", "ReceiptHandle": "h2", "VisibilityTimeout": 0})

    assert world.witness.bodies == {"m": "b"}
    assert world.witness.hides == [Hide("m", 1, 10), Hide("m", 2, 0)]
