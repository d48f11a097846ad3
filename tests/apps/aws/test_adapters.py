"""The calls that the adapters of both functions make are those that are compared with botocore's, and no others."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import pytest

from aws.calls import Client, Timeouts
from bookings import Booking, parse_booking
from fuzz.hostile_messages import BOOKING
from sqs import Message
from tests.apps.aws.bench import SERVICES, Bench
from tests.apps.aws.calls import CALLS, QUEUE_URL, Call, good_answer
from tests.apps.aws.transports import LAMBDA, Transport
from tests.fixtures.certificates import server_context
from tests.fixtures.wire import Wire
from tickets.bootstrap import build_issuer
from tickets.deadline import Deadline
from tickets.reader import TicketReader
from tickets.signing_key import create_key_ring, serialize_key_ring
from worker.bootstrap import build_ports
from worker.visibility import Hidden

ENVIRON = {
    **LAMBDA,
    "PROCESSED_JOBS_TABLE": "minitickets-dev-processed-jobs",
    "JOBS_QUEUE_URL": QUEUE_URL,
    "SENDER": "no-reply@minitickets.theversehub.in",
    "SENDER_NAME": 'Ünï "Halls"',
    "MY_TICKETS_URL": "https://tickets.example/?a=1&b=2",
    "LEASE_SECONDS": "60",
    "TICKETS_TABLE": "minitickets-dev-tickets",
    "ASSETS_BUCKET": "minitickets-dev-assets-ab12",
    "SIGNING_SECRET_ARN": CALLS["GetSecretValue"].request["SecretId"],
}
ANSWERS: Mapping[str, Mapping[str, Any]] = {
    "GetSecretValue": {"SecretString": serialize_key_ring(create_key_ring(bytes))},
    "Query": {"Items": []},
}


class Recorder:
    """A transport, and the client of each service, to which all is well: it writes down what it is asked."""

    def __init__(self, service: str = "", calls: list[Call] | None = None) -> None:
        self.calls: list[Call] = [] if calls is None else calls
        self._service = service

    def client(self, service: str, timeouts: Timeouts, *, tries: int = 1, connections: int = 1) -> Client:  # noqa: ARG002
        return Recorder(service, self.calls)

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        self.calls.append(CALLS[operation]._replace(service=self._service, request=request))
        return ANSWERS.get(operation, {})


def booking(**changes: Any) -> Booking:
    return parse_booking(json.dumps({**BOOKING, "bookingId": "bkg_1", "quantity": 1, **changes}))


def record_all_calls() -> list[Call]:
    recorder = Recorder()
    ports = build_ports(ENVIRON, aws=recorder)
    ports.processed_jobs.is_done("bkg_1/confirmation")
    ports.processed_jobs.mark_done("bkg_1/confirmation", "0107-ü")
    with pytest.raises(ZeroDivisionError), ports.leases.hold("bkg_1/confirmation"):
        raise ZeroDivisionError
    ports.mailer.send(booking(event={**BOOKING["event"], "title": 'नमस्ते "Night" \\ 👩‍👩‍👧‍👦'}))
    ports.visibility.hide([Hidden(Message("m1", "handle/+==", 1, ""), 10), Hidden(Message("m2", "h", 3, ""), 120)])
    build_issuer(ENVIRON, aws=recorder).issue(booking(), Deadline(lambda: 30.0, 7.0), lambda _: None)
    reader = TicketReader(recorder.client("dynamodb", Timeouts(1, 1)), "minitickets-dev-tickets")
    reader.my_tickets("usr_42")
    reader.tickets_on(date(2026, 12, 24))
    reader.tickets_on(date(2026, 12, 24), "evt_9")
    return recorder.calls


MADE = record_all_calls()


@pytest.fixture(scope="module")
def bench(transport: Transport, bundle: str) -> Iterator[Bench]:
    with Wire(tls=server_context()).answer(good_answer) as server:
        yield Bench(server, transport, bundle, server.url)


def test_every_call_that_is_compared_is_made() -> None:
    assert {(call.service, call.operation) for call in MADE} == {(c.service, c.operation) for c in CALLS.values()}
    assert {call.service for call in MADE} == SERVICES


TRACES = ["Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1", "a b/ü%\"{},&[]:+'"]


@pytest.mark.parametrize("function", [{"AWS_LAMBDA_FUNCTION_NAME": "f"}, {}], ids=["in Lambda", "elsewhere"])
@pytest.mark.parametrize("trace", TRACES, ids=["a trace", "an odd one"])
def test_lambda_s_trace_goes_with_each_call(
    monkeypatch: pytest.MonkeyPatch, transport: Transport, bundle: str, trace: str, function: Mapping[str, str]
) -> None:
    """By it AWS stops functions that call each other in a circle; Lambda sets it anew for each invocation."""
    variables = {"_X_AMZN_TRACE_ID": trace, **function}
    with Wire().answer(good_answer) as server:
        bench = Bench(server, transport, bundle, server.url, variables)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        call = CALLS["GetItem"]
        seen = bench.by_botocore(call)
        assert ("x-amzn-trace-id" in seen.headers) == bool(function)
        assert bench.by_transport(call) == seen


@pytest.mark.parametrize("call", MADE, ids=lambda call: call.operation)
def test_what_an_adapter_asks_is_what_botocore_makes_of_it(bench: Bench, call: Call) -> None:
    assert bench.by_transport(call) == bench.by_botocore(call)
