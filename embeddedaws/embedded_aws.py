"""An AWS for this project, inside of one process, on loopback.

    boto3 ──► allowed? ──────► (disturbed?) ──► SendEmail? ──► Lambda? ──► ReceiveMessage? ──► moto: everything else
              Authorization    faults           Mailbox        LambdaApi   LongPolling

The very program that Pulumi would run is deployed into it, its functions run as processes of their own, and each of
their requests is allowed by a policy of that program or refused.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self
from wsgiref.types import WSGIApplication

from moto.core.base_backend import BackendDict
from moto.core.model_instances import reset_model_data
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from moto.ses.models import ses_backends
from moto.sqs.models import sqs_backends

from embeddedaws.authorization.call import Call, NotMapped
from embeddedaws.authorization.deployed import Deployed, Place, Principal
from embeddedaws.authorization.layer import Authorization, Authorized
from embeddedaws.clients import Clients, Credentials
from embeddedaws.functions.credentials import RoleClients
from embeddedaws.functions.logs import LogStream
from embeddedaws.lambda_api import LambdaApi
from embeddedaws.lambda_service import LambdaService
from embeddedaws.log_groups import CloudWatchLogSink
from embeddedaws.mailbox import Mailbox
from embeddedaws.mapping.events import MappingEvent
from embeddedaws.moto.faster import faster
from embeddedaws.moto.mended import mended
from embeddedaws.queue_time import LongPolling, QueueClock
from embeddedaws.resources.provider import Provider
from embeddedaws.server import OneAtATime, Server
from minitickets.ops.keys import write_ring
from minitickets.ops.target import DEPLOYER
from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import Recording, record
from pulumicheck.types.arns import ACCOUNT_ID
from tickets.signing_key import KeyRing

if TYPE_CHECKING:
    from moto.sqs.models import Queue

APPS = Path(__file__).resolve().parents[1] / "apps"
_LAMBDA = "lambda.amazonaws.com"
# AWS's services that assume roles here, and what they sign with.
_SERVICES = {
    _LAMBDA: Credentials("AKIALOCALLAMBDA00000", "local"),
    "ecs-tasks.amazonaws.com": Credentials("AKIALOCALTASKS000000", "local"),
}
_POLL_INTERVAL = 0.2  # seconds of queue time between two looks at an empty queue
_NO_IMAGE = "sha256:" + "0" * 64  # the functions' code is taken from apps/, so any digest will do


@dataclass(frozen=True)
class QueueState:
    """What a queue holds."""

    visible: int
    hidden: int
    """Received and not deleted, or hidden by a visibility timeout."""
    next_visible: float | None
    """Seconds until the first of the hidden messages comes back."""


class EmbeddedAws:
    """Use it as a context manager. There can be one in a process at a time, since moto keeps its state in globals."""

    def __init__(
        self,
        region: str,
        emails: Path,
        *,
        port: int = 0,
        clock: QueueClock | None = None,
        observe: Callable[[MappingEvent], None] = lambda _event: None,
        observe_authorization: Callable[[Authorized], None] = lambda _authorized: None,
        disturb: Callable[[WSGIApplication], WSGIApplication] = lambda app: app,
        task_root: Path = APPS,
    ) -> None:
        """Binds its address; nothing is answered until it is entered.

        Args:
            region: the region of all resources.
            emails: the folder for the emails that SES accepts.
            port: where to listen; 0 takes a free one.
            clock: the time that the queues go by; real time if not given.
            observe: is told what the event source mappings do.
            observe_authorization: is told of each call that a policy had to allow, and of the answer.
            disturb: wraps what answers the requests that are allowed, for faults made on purpose.
            task_root: the folder with the functions' code.

        Raises:
            CheckError: the port is taken.
        """
        self.clock = clock or QueueClock()
        moto = OneAtATime(DomainDispatcherApplication(create_backend_app))
        arn_prefix = f"arn:aws:lambda:{region}:{ACCOUNT_ID}"
        queues = LongPolling(moto, self.clock)
        lambda_api = LambdaApi(queues, lambda: self.lambda_service, arn_prefix, self.may_pull)
        self.mailbox = Mailbox(lambda_api, emails, self._is_verified)
        self.deployed = Deployed(Place(region, ACCOUNT_ID))
        self.authorization = Authorization(
            disturb(self.mailbox),
            self.deployed,
            deployer=DEPLOYER,
            services=_SERVICES,
            observe=observe_authorization,
        )
        self._server = Server(self.authorization, port)
        self.region = region
        self.endpoint_url = self._server.url
        self.clients = Clients(region, self.endpoint_url, DEPLOYER)
        self._services = {
            service: Clients(region, self.endpoint_url, credentials) for service, credentials in _SERVICES.items()
        }
        self.lambda_service: LambdaService
        self.lost_logs: list[str] = []
        """What CloudWatch Logs refused, in sentences."""
        self._observe = observe
        self._task_root = task_root
        self._exit = ExitStack()

    def __enter__(self) -> Self:
        BackendDict.reset()
        reset_model_data()
        with ExitStack() as starting:
            starting.enter_context(mended())
            starting.enter_context(faster())
            starting.enter_context(self.clock.installed())
            self._server.start()
            starting.callback(self._server.stop)
            roles = RoleClients(self.assume_role, self.endpoint_url, self.region)
            starting.callback(roles.close)
            self.lambda_service = starting.enter_context(
                LambdaService(
                    logs=CloudWatchLogSink(lambda role_arn: roles.get(role_arn).logs),
                    assume_role=self.assume_role,
                    endpoint_url=self.endpoint_url,
                    region=self.region,
                    account_id=ACCOUNT_ID,
                    task_root=self._task_root,
                    clock=self.clock.now,
                    observe=self._observe,
                    on_lost_logs=self._note_lost_logs,
                    poll_interval=self.clock.wall_seconds(_POLL_INTERVAL),
                )
            )
            self._exit = starting.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._exit.close()

    def deploy(
        self, project: Project, stack: str, settings: Mapping[str, str] | None = None, *, keys: KeyRing | None = None
    ) -> Recording:
        """Deploys the program with a stack's settings, both switches on.

        Args:
            project: whose program it is.
            stack: whose settings to use.
            settings: take the place of the stack's own.
            keys: what an operator would write into the signing secret next; without, it stays as Pulumi makes it.

        Raises:
            CheckError: the program refused its settings, or declares what cannot be made here.
        """
        switches = {"computeEnabled": "true", "dataEnabled": "true", "imageDigest": _NO_IMAGE}
        config = project.config(stack, {**switches, **(settings or {})})
        deployed = record(project, stack, config, Provider(self.clients))
        if keys is not None:
            write_ring(self.clients.secretsmanager, deployed.outputs["signingSecretArn"], keys)
        return deployed

    def assume_role(self, role_arn: str, *, by: str = _LAMBDA) -> Credentials:
        """The role's credentials, for one of AWS's services, if the role's trust policy names it.

        Raises:
            ClientError: it does not.
        """
        sts = self._services[by].sts
        made = sts.assume_role(RoleArn=role_arn, RoleSessionName=by.partition(".")[0])["Credentials"]
        return Credentials(
            made["AccessKeyId"], made["SecretAccessKey"], made["SessionToken"], made["Expiration"].timestamp()
        )

    def may_pull(self, image_uri: str, function_arn: str) -> bool:
        """Whether the repository's policy lets Lambda pull the image for a function."""
        repository = image_uri.partition("/")[2].partition("@")[0]
        arn = self.deployed.place.arn("ecr", f"repository/{repository}")
        calls = [
            Call(action, arn, {"aws:SourceArn": function_arn})
            for action in ("ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer")
        ]
        try:
            return all(self.authorization.authorize(Principal(_LAMBDA), call, {}).allowed for call in calls)
        except NotMapped:
            return False

    def queue_state(self, name: str) -> QueueState:
        """What the queue of that name holds now."""
        messages = list(self._queue(name)._messages)  # noqa: SLF001 - GetQueueAttributes does not tell when they return
        now = self.clock.now()
        waits = [wait for m in messages if (wait := max(m.visible_at, m.delayed_until) / 1000 - now) > 0]
        return QueueState(len(messages) - len(waits), len(waits), min(waits, default=None))

    def _queue(self, name: str) -> "Queue":
        return sqs_backends[ACCOUNT_ID][self.region].queues[name]

    def _is_verified(self, identity: str) -> bool:
        return identity in ses_backends[ACCOUNT_ID][self.region].email_identities

    def _note_lost_logs(self, stream: LogStream, lines: int, error: Exception) -> None:
        self.lost_logs.append(f"{lines} lines for {stream.group} are lost: {error}")
