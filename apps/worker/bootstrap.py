"""Builds the worker from its environment variables: one transport, three clients, the time each step may take."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING

from aws.calls import Timeouts
from aws.transport import connect
from side_by_side import on_threads
from worker.confirmation import Letterhead
from worker.leases import DynamoLeases, NoLeases
from worker.machine import SystemClock
from worker.mailer import SesMailer
from worker.ports import Budget, Ports
from worker.processed_jobs import DynamoProcessedJobs
from worker.visibility import SqsVisibility

if TYPE_CHECKING:
    from aws.calls import Transport
    from worker.ports import Clock

THREADS = 10  # one for each message of a full batch

SES = Timeouts(connect=1, read=4)
DYNAMODB = Timeouts(connect=0.5, read=0.5)
SQS = Timeouts(connect=0.5, read=0.5)

# The worst invocation fits the function's 10 s: GetItem 1.0 + lease 1.0 + SendEmail 5.0 + record 1.0 + visibility 1.0
# + margin 0.5 = 9.5 s (8.5 s without leases). What is left beyond that is when the last job may start, and goes to
# further tries of GetItem and of the record where steps were faster, as they are nearly always.
#
# The margin is for what no timeout covers: names that are looked up, and a processor of which the function has a share.
# A first batch of ten, all of its connections new, takes some 30 ms of a whole processor, which at 256 MB is 0.2 s.
MARGIN = 0.5  # seconds
MARGIN_MEMORY = 256  # MB with which it is enough; with less the share is less, in proportion


def budget(*, leases: bool, memory: int = MARGIN_MEMORY) -> Budget:
    """The longest that each step takes with these clients, in a function of so many MB."""
    return Budget(
        check=DYNAMODB.call,
        lease=DYNAMODB.call if leases else 0,
        send=SES.call,
        record=DYNAMODB.call,
        hide=SQS.call,
        margin=MARGIN * max(1, MARGIN_MEMORY / memory),
    )


def build_ports(environ: Mapping[str, str], *, aws: "Transport | None" = None, clock: "Clock | None" = None) -> Ports:
    """Connects the worker to AWS; called once per execution environment.

    Args:
        environ: the function's environment variables.
        aws: the transport; the simulator's leads into a world of its own.
        clock: the time that all of the worker goes by.

    Raises:
        KeyError: a variable that the stack sets is missing.
    """
    aws, clock = aws or connect(environ), clock or SystemClock()
    table = aws.client("dynamodb", DYNAMODB, connections=THREADS), environ["PROCESSED_JOBS_TABLE"], clock
    lease_seconds = int(environ.get("LEASE_SECONDS", "0"))
    memory = int(environ.get("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", MARGIN_MEMORY))
    letterhead = Letterhead(environ.get("SENDER_NAME", ""), environ.get("MY_TICKETS_URL", ""))
    owner = uuid.uuid4().hex  # an environment runs one invocation at a time, and within a batch each job is one task
    return Ports(
        processed_jobs=DynamoProcessedJobs(*table),
        leases=DynamoLeases(*table, owner=owner, seconds=lease_seconds) if lease_seconds else NoLeases(),
        mailer=SesMailer(aws.client("sesv2", SES, connections=THREADS), environ["SENDER"], letterhead),
        visibility=SqsVisibility(aws.client("sqs", SQS), environ["JOBS_QUEUE_URL"]),
        clock=clock,
        run_all=on_threads(THREADS),
        budget=budget(leases=lease_seconds > 0, memory=memory),
    )
