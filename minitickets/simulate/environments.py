"""Execution environments of both functions: their real code, on clients whose wire leads into a simulated world."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from minitickets.books.fates import Attempts
from minitickets.simulate import ticket_clients, worker_clients
from minitickets.simulate.function import Environment
from minitickets.simulate.kernel import VirtualClock
from minitickets.simulate.line import CallWire
from minitickets.simulate.services import Services
from minitickets.simulate.wire import TimedWire
from tickets.batch import handle_batch as handle_ticket_batch
from tickets.bootstrap import CALL_SECONDS
from tickets.deadline import Deadline
from tickets.issue import TicketIssuer
from tickets.key_ring_cache import CachedKeyRing, read_signing_secret
from tickets.store import DynamoTickets, S3Assets
from worker.batch import handle_batch
from worker.bootstrap import budget
from worker.leases import DynamoLeases, NoLeases
from worker.mailer import SesMailer
from worker.ports import Clock, Ports, RunAll
from worker.processed_jobs import DynamoProcessedJobs
from worker.visibility import SqsVisibility, Verdict

SENDER = "no-reply@minitickets.theversehub.in"


def worker_ports(
    services: Services,
    *,
    wire: CallWire,
    caller: Callable[[], Attempts],
    clock: Clock,
    run_all: RunAll,
    owner: str,
) -> Ports:
    """The worker's ports, as its bootstrap makes them, on simulated clients."""
    table: Any = worker_clients.JobsTableClient(wire, services.jobs_table, services.ledger, caller)
    mailbox: Any = worker_clients.SesClient(wire, services.ses, caller)
    queue: Any = worker_clients.SqsClient(wire, services.jobs_queue, services.kernel)
    leases, seconds = services.lease_seconds > 0, services.lease_seconds
    return Ports(
        processed_jobs=DynamoProcessedJobs(table, "processed-jobs", clock),
        leases=DynamoLeases(table, "processed-jobs", clock, owner=owner, seconds=seconds) if leases else NoLeases(),
        mailer=SesMailer(mailbox, SENDER),
        visibility=SqsVisibility(queue, "jobs"),
        clock=clock,
        run_all=run_all,
        budget=budget(leases=leases),
    )


def worker_environment(services: Services, wire: TimedWire, owner: str) -> Environment:
    """An execution environment of the worker."""

    def run_all(tasks: Sequence[Callable[[], Verdict]]) -> list[Verdict]:
        return wire.invocation.run_all(tasks)

    ports = worker_ports(
        services,
        wire=wire,
        caller=lambda: wire.invocation.attempts,
        clock=VirtualClock(services.kernel),
        run_all=run_all,
        owner=owner,
    )
    return Environment(wire, lambda records, remaining: handle_batch(records, ports, remaining))


def tickets_environment(services: Services, wire: TimedWire) -> Environment:
    """An execution environment of the tickets function."""
    clock = VirtualClock(services.kernel)
    table: Any = ticket_clients.TicketsTableClient(wire, services.tickets_table, services.ticket_ledger)
    s3: Any = ticket_clients.S3Client(wire, services.ticket_ledger)
    secrets: Any = ticket_clients.SecretsClient(wire, services.secret.value)
    issuer = TicketIssuer(
        tickets=DynamoTickets(table, "tickets"),
        assets=S3Assets(s3, "assets"),
        key_rings=CachedKeyRing(partial(read_signing_secret, secrets, "signing-key"), monotonic=clock.now),
        now=lambda: str(clock.now()),
        draw=str.encode,
    )
    return Environment(
        wire, lambda records, remaining: handle_ticket_batch(records, issuer, Deadline(remaining, CALL_SECONDS))
    )
