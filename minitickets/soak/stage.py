"""The deployed stack under faults."""

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from botocore.exceptions import ClientError

from embeddedaws.embedded_aws import EmbeddedAws
from infra.settings import Settings, read_settings
from minitickets.errors import CommandError
from minitickets.ops.keys import create_demo_ring
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from pulumicheck.plan.project import Project

if TYPE_CHECKING:
    from embeddedaws.mapping.events import MappingEvent

# A message that came back or was deleted at this moment.
_BACK_OR_GONE = {"AWS.SimpleQueueService.MessageNotInflight", "InvalidParameterValue"}


class Disturbance:
    """What stands before the services: nothing, or the layers of the run that is going on."""

    def __init__(self) -> None:
        self.services: WSGIApplication
        self.layers: WSGIApplication | None = None
        self.observer: Callable[[MappingEvent], None] = lambda _event: None

    def observe(self, event: "MappingEvent") -> None:
        """Tells the run of an event."""
        self.observer(event)

    def before(self, services: WSGIApplication) -> WSGIApplication:
        """Takes its place before the services."""
        self.services = services
        return self

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Passes the request on."""
        return (self.layers or self.services)(environ, start_response)


@dataclass(frozen=True, kw_only=True)
class SoakedStack(DeployedStack):
    """One deployed stack, for one run after the other."""

    disturbance: Disturbance
    settings: Settings
    ring: Mapping[str, bytes]
    """The keys that sign tickets, by id."""

    @property
    def sender(self) -> str:
        """The address that emails come from."""
        return self.aws.lambda_service.functions.get(self.pipelines.worker.function).environment["SENDER"]

    def make_visible(self, handles: Iterable[tuple[str, str]]) -> None:
        """Ends the visibility timeout of received messages, by queue URL and receipt handle."""
        sqs = self.aws.clients.sqs
        for queue_url, handle in handles:
            try:
                sqs.change_message_visibility(QueueUrl=queue_url, ReceiptHandle=handle, VisibilityTimeout=0)
            except ClientError as error:
                if error.response.get("Error", {}).get("Code") not in _BACK_OR_GONE:
                    raise


@contextmanager
def deployed_stage(
    project: Project, stack: str, settings: Mapping[str, str], *, task_root: Path = APPS
) -> Generator[SoakedStack]:
    """Deploys a stack into an embedded AWS, with a key ring, and nothing that disturbs it yet.

    Args:
        project: whose program and functions are run.
        stack: whose settings to use.
        settings: take the place of the stack's own.
        task_root: the folder with the functions' code.

    Raises:
        CommandError: the program refused the stack's settings, or they leave nobody to handle a booking.
    """
    disturbance = Disturbance()
    region = project.region(stack)
    with EmbeddedAws(region, task_root, observe=disturbance.observe, disturb=disturbance.before) as aws:
        ring = create_demo_ring()
        deployed = deploy(aws, project, stack, settings, ring=ring)
        if "workerFunction" not in deployed.recording.outputs:
            raise CommandError("without functions nothing handles a booking: leave out -c computeEnabled=false.")
        read = read_settings(project.name, stack, project.config(stack, settings))
        yield SoakedStack(aws, deployed.recording, disturbance=disturbance, settings=read, ring=ring.keys)
