"""Builds the worker from its environment variables: one session, three clients, the time each step may take."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import botocore.session
from botocore.config import Config

from side_by_side import on_threads
from worker.confirmation import Letterhead
from worker.leases import DynamoLeases, NoLeases
from worker.machine import SystemClock
from worker.mailer import SesMailer
from worker.ports import Budget, Ports
from worker.processed_jobs import DynamoProcessedJobs
from worker.visibility import SqsVisibility

if TYPE_CHECKING:
    from botocore.session import Session
    from types_boto3_dynamodb import DynamoDBClient
    from types_boto3_sesv2 import SESV2Client
    from types_boto3_sqs import SQSClient

    from worker.ports import Clock

THREADS = 10  # one for each message of a full batch


class Timeouts(NamedTuple):
    """A client's timeouts, in seconds."""

    connect: float
    read: float

    @property
    def call(self) -> float:
        """The longest that one call takes, but for looking up a name, and a server that answers in drips.

        `connections` sees to it that the connect timeout holds for all addresses of a name together, and for TLS.
        """
        return self.connect + self.read

    def config(self) -> Config:
        """The client's settings: one try a call, a connection for every thread."""
        return Config(
            connect_timeout=self.connect,
            read_timeout=self.read,
            retries={"total_max_attempts": 1, "mode": "standard"},
            max_pool_connections=THREADS,
        )


SES = Timeouts(connect=1, read=4)
DYNAMODB = Timeouts(connect=0.5, read=0.5)
SQS = Timeouts(connect=0.5, read=0.5)

# The worst invocation fits the function's 10 s: GetItem 1.0 + lease 1.0 + SendEmail 5.0 + record 1.0 + visibility 1.0
# + margin 0.5 = 9.5 s (8.5 s without leases). What is left beyond that is when the last job may start, and goes to
# further tries of GetItem and of the record where steps were faster, as they are nearly always.
MARGIN = 0.5  # seconds


def budget(*, leases: bool) -> Budget:
    """The longest that each step takes with these clients."""
    return Budget(
        check=DYNAMODB.call,
        lease=DYNAMODB.call if leases else 0,
        send=SES.call,
        record=DYNAMODB.call,
        hide=SQS.call,
        margin=MARGIN,
    )


def build_ports(environ: Mapping[str, str], *, session: "Session | None" = None, clock: "Clock | None" = None) -> Ports:
    """Connects the worker to AWS; called once per execution environment.

    Args:
        environ: the function's environment variables.
        session: makes the clients; the simulator's lead into a world of its own.
        clock: the time that all of the worker goes by.

    Raises:
        KeyError: a variable that the stack sets is missing.
    """
    session, clock = session or botocore.session.get_session(), clock or SystemClock()
    region = environ["AWS_REGION"]  # botocore itself reads only AWS_DEFAULT_REGION

    def client(service: str, timeouts: Timeouts) -> Any:
        return session.create_client(service, region_name=region, config=timeouts.config())

    table = cast("DynamoDBClient", client("dynamodb", DYNAMODB)), environ["PROCESSED_JOBS_TABLE"], clock
    lease_seconds = int(environ.get("LEASE_SECONDS", "0"))
    letterhead = Letterhead(environ.get("SENDER_NAME", ""), environ.get("MY_TICKETS_URL", ""))
    owner = uuid.uuid4().hex  # an environment runs one invocation at a time, and within a batch each job is one task
    return Ports(
        processed_jobs=DynamoProcessedJobs(*table),
        leases=DynamoLeases(*table, owner=owner, seconds=lease_seconds) if lease_seconds else NoLeases(),
        mailer=SesMailer(cast("SESV2Client", client("sesv2", SES)), environ["SENDER"], letterhead),
        visibility=SqsVisibility(cast("SQSClient", client("sqs", SQS)), environ["JOBS_QUEUE_URL"]),
        clock=clock,
        run_all=on_threads(THREADS),
        budget=budget(leases=lease_seconds > 0),
    )
