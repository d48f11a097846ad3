"""Lets a request through only if the policies that are deployed allow it.

Who it is follows from the signature, what it wants from the request itself. Only the deployer is not asked; whatever
nobody here understands is refused.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from embeddedaws.authorization.answers import answer_of
from embeddedaws.authorization.api_request import ApiRequest, read_request
from embeddedaws.authorization.authentication import Authentication
from embeddedaws.authorization.condition_keys import context_of, unknown_keys
from embeddedaws.authorization.environ import as_understood, likely_service
from embeddedaws.authorization.messages import denied, not_known
from embeddedaws.authorization.refusals import Refusal, refuse
from embeddedaws.authorization.services import dynamodb, lambda_, logs, s3, secrets_manager, ses, sqs, sts
from embeddedaws.authorization.services.s3_served import check_served
from embeddedaws.authorization.tag_keys import tags_of
from embeddedaws.call import Call, ContextValue, NotMapped, Principal
from embeddedaws.clients import Credentials
from embeddedaws.moto.deployed import Deployed
from embeddedaws.moto.queue_time import with_body
from pulumicheck.iam.evaluate import Decision, evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.iam.request import Request

_SERVICES: Mapping[str, Callable[[ApiRequest, Deployed], list[Call]]] = {
    "dynamodb": dynamodb.calls,
    "lambda": lambda_.calls,
    "logs": logs.calls,
    "s3": s3.calls,
    "secretsmanager": secrets_manager.calls,
    "ses": ses.calls,
    "sqs": sqs.calls,
    "sts": sts.calls,
}
_RESOURCE_POLICIES = ("arn:aws:ecr:", "arn:aws:iam:", "arn:aws:s3:", "arn:aws:sqs:")  # IAM's is a role's trust policy
# What comes of reading a request that is not shaped as its API wants it.
_OTHER_SHAPE = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True)
class Authorized:
    """What was asked, and what the policies said."""

    principal: Principal
    call: Call
    decision: Decision


class Authorization:
    """Evaluates each request against the policies of its principal and of its resource."""

    def __init__(
        self,
        app: WSGIApplication,
        deployed: Deployed,
        *,
        deployer: Credentials,
        services: Mapping[str, Credentials],
        observe: Callable[[Authorized], None] = lambda _: None,
    ) -> None:
        """Wraps an application.

        Args:
            app: what answers the requests that are allowed.
            deployed: the policies and resources as they are now.
            deployer: who may do everything.
            services: AWS's own services, such as Lambda's, which assumes roles, and what each signs with.
            observe: is told of every decision.
        """
        self._app = app
        self._deployed = deployed
        self._deployer = Principal("the deployer")
        standing = {Principal(service): credentials for service, credentials in services.items()}
        self._authentication = Authentication(deployed, {**standing, self._deployer: deployer})
        self._observe = observe

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Passes on what is allowed, and answers the rest as AWS does."""
        service = likely_service(environ)
        try:
            request = read_request(environ)
            service = request.service
            principal = self._authentication.principal_of(request)
            passed_on = with_body(environ, request.body)
            if principal is not self._deployer:
                self._check(request, principal)
                passed_on = as_understood(passed_on)
            if service == "s3":
                check_served(request)
        except Refusal as refusal:
            return refuse(service, refusal, environ)(environ, start_response)
        return answer_of(self._app, service, passed_on)(environ, start_response)

    def authorize(self, principal: Principal, call: Call, context: Mapping[str, ContextValue]) -> Decision:
        """What the policies say of one call.

        Raises:
            NotMapped: one of them is ill formed or has a condition that nobody here can follow.
        """
        tags = self._deployed.tags_of(call.resource)
        facts = {**context, **call.context, **tags_of("Resource", tags or {})}
        asked = Request(principal.arn, call.action, call.resource, facts)
        try:
            policies = list(self._policies(principal, call.resource))
        except InvalidPolicy as error:
            raise NotMapped(f"a policy is ill formed: {error}") from error
        unknown = unknown_keys(asked, call, policies, knows_tags=tags is not None)
        if unknown:
            raise NotMapped(f"the embedded AWS does not know the condition key of {unknown[0]}")
        decision = evaluate(asked, policies)
        self._observe(Authorized(principal, call, decision))
        return decision

    def _policies(self, principal: Principal, resource: str) -> Iterator[Policy]:
        if principal.role_arn is not None:
            yield from self._deployed.identity_policies(principal)
        policy = self._deployed.resource_policy(resource) if resource.startswith(_RESOURCE_POLICIES) else None
        if policy is not None:
            yield policy

    def _check(self, request: ApiRequest, principal: Principal) -> None:
        """Raises what keeps a request from being let through."""
        wanted = f"{request.service}:{request.target.rpartition('.')[2] or f'{request.method} {request.path}'}"
        try:
            context = context_of(request, principal, self._deployed.account)
            for call in self._calls(request):
                decision = self.authorize(principal, call, context)
                if not decision.allowed:
                    raise Refusal("AccessDenied", denied(principal, call, decision))
        except NotMapped as error:
            raise Refusal("AccessDenied", not_known(principal, wanted, str(error))) from error

    def _calls(self, request: ApiRequest) -> list[Call]:
        if request.signature.region != self._deployed.account.region or request.service not in _SERVICES:
            raise NotMapped
        try:
            return _SERVICES[request.service](request, self._deployed)
        except _OTHER_SHAPE as error:
            raise NotMapped from error
