"""What an email and a ticket cost of a processor, in the functions' own code.

    .venv/bin/python bench/processor.py

Each handler runs in this process, with full batches, against a server in another process that answers at once, so that
what is counted is this process's own work: `time.process_time()`, after a warm-up, connections kept open. Beside it, in
the same run, the same calls made with nothing but boto3: what is above that is ours. One ticket's QR code is drawn and
signed, which has no peer here.
"""

import importlib
import io
import json
import multiprocessing
import os
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any, ClassVar

import boto3
import click

from fuzz.hostile_messages import BOOKING, good_body
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from tickets.signing_key import create_key_ring, serialize_key_ring

ROUNDS = 100
WARM_UP = 5
BATCH = 10
TICKETS = BOOKING["quantity"]
CONTEXT = SimpleNamespace(get_remaining_time_in_millis=lambda: 30_000)


class _AnswersAtOnce(BaseHTTPRequestHandler):
    """Says yes: nothing is found in a table, and everything may be written."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    secret: ClassVar[bytes] = json.dumps({"SecretString": serialize_key_ring(create_key_ring())}).encode()

    def do_POST(self) -> None:
        is_secret = "GetSecretValue" in self.headers.get("X-Amz-Target", "")
        self._answer(self.secret if is_secret else b'{"MessageId": "m-1"}' if "/v2/" in self.path else b"{}")

    def do_PUT(self) -> None:
        self._answer(b"")

    def _answer(self, body: bytes) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - http.server's interface
        """Writes nothing."""


def _serve(ready: "multiprocessing.Queue[int]") -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _AnswersAtOnce)
    ready.put(server.server_port)
    server.serve_forever()


def main() -> None:
    """Prints milliseconds of one whole processor."""
    ready: multiprocessing.Queue[int] = multiprocessing.Queue()
    server = multiprocessing.Process(target=_serve, args=(ready,), daemon=True)
    server.start()
    try:
        _measure(f"http://127.0.0.1:{ready.get()}")
    finally:
        server.terminate()
        server.join()


def _measure(endpoint_url: str) -> None:
    os.environ.update(_environment(), AWS_ENDPOINT_URL=endpoint_url)
    worker, tickets = (importlib.import_module(name).handler for name in ("lambda", "ticket_lambda"))
    email = _milliseconds(lambda number: worker({"Records": _records(number, BATCH)}, CONTEXT), BATCH)
    ticket = _milliseconds(lambda number: tickets({"Records": _records(number, 1)}, CONTEXT), TICKETS)
    clients = [boto3.client(service) for service in ("dynamodb", "sesv2", "s3")]
    bare_email = _milliseconds(lambda _number: _bare_email(*clients[:2]), 1)
    bare_ticket = _milliseconds(lambda _number: _bare_ticket(clients[0], clients[2]), 1)
    click.echo(f"{ROUNDS} invocations after {WARM_UP}; milliseconds of one whole processor")
    for name, ours, bare in (("email", email, bare_email), ("ticket", ticket, bare_ticket)):
        click.echo(f"{name:8} {ours:5.2f}   its three calls with boto3 alone {bare:5.2f}   ratio {ours / bare:4.2f}")


def _milliseconds(invoke: Callable[[int], object], units: int) -> float:
    with redirect_stdout(io.StringIO()):
        for number in range(WARM_UP):
            invoke(number)
        started = time.process_time()
        for number in range(ROUNDS):
            invoke(WARM_UP + number)
        return (time.process_time() - started) * 1000 / ROUNDS / units


def _environment() -> dict[str, str]:
    functions = [each for each in make_plan(find_project(), "dev").resources if each.type.endswith(":Function")]
    variables = {key: value for each in functions for key, value in each.inputs["environment"]["variables"].items()}
    credentials = {"AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench"}
    return {**variables, **credentials, "AWS_REGION": "eu-west-1", "AWS_DEFAULT_REGION": "eu-west-1"}


def _records(number: int, count: int) -> list[dict[str, Any]]:
    attributes = {"ApproximateReceiveCount": "1", "SentTimestamp": "1700000000000"}
    alike = {"receiptHandle": "handle", "attributes": attributes, "messageAttributes": {}, "eventSource": "aws:sqs"}
    ids = [f"bkg_{number}_{index}" for index in range(count)]
    return [alike | {"messageId": id_, "body": good_body(id_)} for id_ in ids]


def _bare_email(dynamodb: Any, ses: Any) -> None:
    key = {"jobKey": {"S": "booking.confirmed:bkg_1"}}
    content = {
        "Simple": {"Subject": {"Data": "s"}, "Body": {"Text": {"Data": "t" * 500}, "Html": {"Data": "h" * 1500}}}
    }
    dynamodb.get_item(TableName="t", Key=key, ConsistentRead=True)
    ses.send_email(FromEmailAddress="a@example.com", Destination={"ToAddresses": ["b@example.com"]}, Content=content)
    dynamodb.put_item(TableName="t", Item=key, ConditionExpression="attribute_not_exists(jobKey)")


def _bare_ticket(dynamodb: Any, s3: Any) -> None:
    key = {"userId": {"S": "usr_1"}, "ticketId": {"S": "bkg_1-1"}}
    dynamodb.put_item(TableName="t", Item=key, ConditionExpression="attribute_not_exists(userId)")
    s3.put_object(Bucket="b", Key="tickets/bkg_1/1.png", Body=b"x" * 600)
    dynamodb.update_item(TableName="t", Key=key, UpdateExpression="SET #s = :s", **_ISSUED)


_ISSUED: dict[str, Any] = {
    "ExpressionAttributeNames": {"#s": "status"},
    "ExpressionAttributeValues": {":s": {"S": "issued"}},
}


if __name__ == "__main__":
    main()
