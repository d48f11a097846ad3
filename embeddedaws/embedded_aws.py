"""An AWS inside of one process, on loopback.

    boto3 ──► allowed? ──────► (disturbed?) ──► SendEmail? ──► Lambda? ──► ReceiveMessage? ──► moto: everything else
              Authorization    faults           Mailbox        LambdaApi   LongPolling

The very program that Pulumi would run is deployed into it, its functions run as processes of their own, and each of
their requests is allowed by a policy of that program or refused.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Self
from wsgiref.types import WSGIApplication

from embeddedaws.authorization.layer import Authorization, Authorized
from embeddedaws.call import Account, Call, NotMapped, Principal
from embeddedaws.clients import DEPLOYER, Clients, Credentials
from embeddedaws.errors import EmbeddedAwsError
from embeddedaws.functions.credentials import RoleClients
from embeddedaws.functions.logs import LogStream
from embeddedaws.introduction import Introduction
from embeddedaws.lambda_api.api import LambdaApi
from embeddedaws.lambda_api.functions import Guards
from embeddedaws.lambda_service import LambdaService
from embeddedaws.log_groups import CloudWatchLogSink
from embeddedaws.mailbox import Keep, Mailbox
from embeddedaws.mapping.events import MappingEvent
from embeddedaws.moto.backend import emptied, moto_app
from embeddedaws.moto.contents import Contents, QueueState
from embeddedaws.moto.deployed import Deployed
from embeddedaws.moto.queue_time import LongPolling, QueueClock
from embeddedaws.moto.ses import SesAccount
from embeddedaws.resources.provider import Deployment
from embeddedaws.server import Server
from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import Recording
from pulumicheck.plan.running import record
from pulumicheck.types.arns import ACCOUNT_ID

_LAMBDA = "lambda.amazonaws.com"
# AWS's services that assume roles here, and what they sign with.
_SERVICES = {
    _LAMBDA: Credentials("AKIALOCALLAMBDA00000", "local"),
    "ecs-tasks.amazonaws.com": Credentials("AKIALOCALTASKS000000", "local"),
}
_POLL_INTERVAL = 0.2  # seconds of queue time between two looks at an empty queue


class EmbeddedAws:
    """Use it as a context manager. There can be one in a process at a time, since moto keeps its state in globals."""

    def __init__(
        self,
        region: str,
        task_root: Path,
        *,
        emails: Path | Keep | None = None,
        port: int = 0,
        clock: QueueClock | None = None,
        observe: Callable[[MappingEvent], None] = lambda _event: None,
        observe_authorization: Callable[[Authorized], None] = lambda _authorized: None,
        disturb: Callable[[WSGIApplication], WSGIApplication] = lambda app: app,
    ) -> None:
        """Binds its address; nothing is answered until it is entered.

        Args:
            region: the region of all resources.
            task_root: the folder with the functions' code; it has to exist.
            emails: the folder for the emails that SES accepts, or what keeps their files; without, none is kept.
            port: where to listen; 0 takes a free one.
            clock: the time that the queues go by; real time if not given.
            observe: is told what the event source mappings do.
            observe_authorization: is told of each call that a policy had to allow, and of the answer.
            disturb: wraps what answers the requests that are allowed, for faults made on purpose.

        Raises:
            PortTakenError: the port is in use, or this user may not listen on it.
        """
        self.clock = clock or QueueClock()
        self.account = Account(ACCOUNT_ID, region)
        self.contents = Contents(self.account)
        arn_prefix = f"arn:aws:lambda:{region}:{ACCOUNT_ID}"
        queues = LongPolling(SesAccount(moto_app(), self.account), self.clock)
        guards = Guards(self.may_pull, self._may_assume)
        lambda_api = LambdaApi(queues, lambda: self.lambda_service, arn_prefix, guards)
        self.mailbox = Mailbox(lambda_api, emails, lambda identity: identity in self.contents.email_identities())
        self.deployed = Deployed(self.account)
        self.authorization = Authorization(
            disturb(self.mailbox), self.deployed, deployer=DEPLOYER, services=_SERVICES, observe=observe_authorization
        )
        self.introduction = Introduction(self.authorization)
        self._server = Server(self.introduction, port)
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
        with ExitStack() as starting:
            starting.enter_context(emptied(self.clock))
            self._server.start()
            starting.callback(self._server.stop)
            roles = RoleClients(self.assume_role, self.endpoint_url, self.region)
            starting.callback(roles.close)
            self.lambda_service = LambdaService(
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
            starting.callback(self.lambda_service.stop)
            self._exit = starting.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._exit.close()

    def deploy(self, project: Project, stack: str, config: Mapping[str, str]) -> Recording:
        """Runs a Pulumi program, and makes all that it declares.

        Args:
            project: whose program it is.
            stack: the stack's name.
            config: its settings, as `Project.config` gives them; an image's digest may be any, as the functions' code
                is taken from the task root.

        Raises:
            CheckError: the program refused its settings, or failed.
            UnknownResourceError: it declares what cannot be made here.
        """
        try:
            return record(project, stack, config, Deployment(self.clients).create, preview=False)
        except Exception as error:
            if isinstance(error.__cause__, EmbeddedAwsError):  # the program is not to blame
                raise error.__cause__ from error
            raise

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

    def acting_as(self, role_arn: str, *, by: str = _LAMBDA) -> Clients:
        """Clients with those credentials, as long as they last."""
        return Clients(self.region, self.endpoint_url, self.assume_role(role_arn, by=by))

    def may_pull(self, image_uri: str, function_arn: str) -> bool:
        """Whether the repository's policy lets Lambda pull the image for a function."""
        repository = image_uri.partition("/")[2].partition("@")[0]
        arn = self.account.arn("ecr", f"repository/{repository}")
        calls = [
            Call(action, arn, {"aws:SourceArn": function_arn})
            for action in ("ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer")
        ]
        try:
            return all(self.authorization.authorize(Principal(_LAMBDA), call, {}).allowed for call in calls)
        except NotMapped:
            return False

    def _may_assume(self, role_arn: str) -> bool:
        try:
            return self.authorization.authorize(Principal(_LAMBDA), Call("sts:AssumeRole", role_arn, {}), {}).allowed
        except NotMapped:
            return False

    def queue_state(self, name: str) -> QueueState:
        """What the queue of that name holds now."""
        return self.contents.queue_state(name, self.clock.now())

    def _note_lost_logs(self, stream: LogStream, lines: int, error: Exception) -> None:
        self.lost_logs.append(f"{lines} lines for {stream.group} are lost: {error}")
