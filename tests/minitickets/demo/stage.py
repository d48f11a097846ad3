"""One deployed stack for many demos: each with functions that have one thing wrong, and with a clean world."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from embeddedaws.authorization.layer import Authorized
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.mapping.events import MappingEvent
from embeddedaws.moto.queue_time import QueueClock
from minitickets.bad.edit import Edit
from minitickets.demo.collect import look_at
from minitickets.demo.judge.observed import Observed
from minitickets.demo.judge.verdict import judge
from minitickets.demo.run import SETTINGS
from minitickets.demo.witnesses import Witnesses
from minitickets.ops.bookings_file import GoodLine
from minitickets.ops.keys import create_demo_ring
from minitickets.stack.deployed import DeployedStack, deploy
from minitickets.stack.drain import drain
from pulumicheck.plan.project import find_project
from tests.fixtures.edited_apps import EditedApps
from tickets.signing_key import KeyRing


class _Looking:
    """Whoever looks on now."""

    def __init__(self, witnesses: Witnesses) -> None:
        self.witnesses = witnesses
        self._services: WSGIApplication

    def observe(self, event: MappingEvent) -> None:
        self.witnesses.journal(event)

    def note_decision(self, decision: Authorized) -> None:
        self.witnesses.note_decision(decision)

    def before(self, services: WSGIApplication) -> WSGIApplication:
        self._services = services
        return self

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.witnesses.services.before(self._services)(environ, start_response)


class Stage:
    """The stack, and the folder that its functions run."""

    def __init__(self, stack: DeployedStack, apps: EditedApps, ring: KeyRing, looking: _Looking) -> None:
        self._stack = stack
        self._apps = apps
        self._ring = ring
        self._looking = looking

    def complaints(self, edit: Edit | None, lines: Sequence[GoodLine]) -> list[str]:
        """What the judge says of these functions, the gravest first."""
        return [str(each) for each in judge(self.world(edit, lines)).complaints]

    def world(self, edit: Edit | None, lines: Sequence[GoodLine]) -> Observed:
        """What is there when they have handled these lines."""
        self._clear()
        with self._apps.edited(self._stack.aws.lambda_service.functions, [edit] if edit else []):
            published = self._stack.publish(lines)
            drain(self._stack, self._looking.witnesses.journal.in_flight, lambda _: None)
            return look_at(self._stack, published, self._stack.read_logs(), self._looking.witnesses, self._ring)

    def _clear(self) -> None:
        clients, output = self._stack.aws.clients, self._stack.output
        self._looking.witnesses = Witnesses(self._stack.aws.clock)
        for table, keys in (("processedJobsTable", ["jobKey"]), ("ticketsTable", ["userId", "ticketId"])):
            for item in self._stack.items(output(table)):
                clients.dynamodb.delete_item(TableName=output(table), Key={key: item[key] for key in keys})
        for key, _ in self._stack.objects(output("assetsBucket")):
            clients.s3.delete_object(Bucket=output("assetsBucket"), Key=key)
        self._stack.aws.mailbox._failures.clear()  # recipients that fail once do so in each demo
        self._stack.aws.clock.skip(61)  # a queue is purged once a minute
        for pipeline in self._stack.pipelines:
            clients.sqs.purge_queue(QueueUrl=pipeline.dlq_url)
            streams = clients.logs.describe_log_streams(logGroupName=pipeline.log_group)["logStreams"]
            for stream in streams:
                clients.logs.delete_log_stream(
                    logGroupName=pipeline.log_group, logStreamName=stream.get("logStreamName", "")
                )


@contextmanager
def deployed_stage(folder: Path) -> Generator[Stage]:
    """Deploys the stack; its functions run a copy of `apps/` in that folder."""
    apps, ring, clock = EditedApps(folder / "apps"), create_demo_ring(), QueueClock()
    looking = _Looking(Witnesses(clock))
    with EmbeddedAws(
        find_project().region("dev"),
        apps.folder,
        clock=clock,
        observe=looking.observe,
        observe_authorization=looking.note_decision,
        disturb=looking.before,
    ) as aws:
        yield Stage(deploy(aws, find_project(), "dev", SETTINGS, ring=ring), apps, ring, looking)
