"""Execution environments of both functions: what their own bootstraps build, on clients of a simulated world."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from minitickets.books.fates import Attempts
from minitickets.simulate.aws import SimulatedAws
from minitickets.simulate.function import Environment
from minitickets.simulate.line import CallWire
from minitickets.simulate.services import (
    ASSETS_BUCKET,
    JOBS_QUEUE_URL,
    JOBS_TABLE,
    MY_TICKETS_URL,
    SENDER,
    SENDER_NAME,
    SIGNING_SECRET,
    TICKETS_TABLE,
    Services,
)
from minitickets.simulate.wire import TimedWire
from side_by_side import RunAll
from sqs import records_of, seconds_left
from tickets.batch import handle_batch as handle_ticket_batch
from tickets.bootstrap import CALL_SECONDS, build_issuer
from tickets.deadline import Deadline
from worker.batch import handle_batch
from worker.bootstrap import build_ports
from worker.ports import Clock, Ports

T = TypeVar("T")

_REGION = "eu-central-1"


def worker_ports(
    services: Services, *, wire: CallWire, caller: Callable[[], Attempts], clock: Clock, run_all: RunAll
) -> Ports:
    """The worker's ports, as its bootstrap makes them, on simulated clients."""
    environ = {
        "AWS_REGION": _REGION,
        "PROCESSED_JOBS_TABLE": JOBS_TABLE,
        "SENDER": SENDER,
        "JOBS_QUEUE_URL": JOBS_QUEUE_URL,
        "LEASE_SECONDS": str(services.lease_seconds),
        "SENDER_NAME": SENDER_NAME,
        "MY_TICKETS_URL": MY_TICKETS_URL,
    }
    aws = SimulatedAws(services, wire, caller)
    return replace(build_ports(environ, aws=aws, clock=clock), run_all=run_all)


def worker_environment(services: Services, wire: TimedWire) -> Environment:
    """An execution environment of the worker."""
    ports = worker_ports(
        services,
        wire=wire,
        caller=lambda: wire.invocation.witness.attempts,
        clock=services.clock,
        run_all=_side_by_side(wire),
    )
    return Environment(wire, lambda event, context: handle_batch(records_of(event), ports, seconds_left(context)))


def tickets_environment(services: Services, wire: TimedWire) -> Environment:
    """An execution environment of the tickets function."""
    aws = SimulatedAws(services, wire, lambda: wire.invocation.witness.attempts)
    environ = {
        "AWS_REGION": _REGION,
        "TICKETS_TABLE": TICKETS_TABLE,
        "ASSETS_BUCKET": ASSETS_BUCKET,
        "SIGNING_SECRET_ARN": SIGNING_SECRET,
    }
    clock = services.clock
    issuer = build_issuer(environ, aws=aws, clock=clock.now, monotonic=clock.now)
    # Drawing is a function of the token, and takes longer than all else.
    issuer = replace(issuer, draw=str.encode, run_all=_side_by_side(wire))

    def handle(event: Any, context: Any) -> Any:
        return handle_ticket_batch(records_of(event), issuer, Deadline(seconds_left(context), CALL_SECONDS))

    return Environment(wire, handle)


def _side_by_side(wire: TimedWire) -> RunAll:
    """Stands in for an environment's threads."""

    def run_all(tasks: Sequence[Callable[[], T]]) -> list[T]:
        return wire.invocation.run_all(tasks)

    return run_all
