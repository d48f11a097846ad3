"""Lets a request through only if the policies that are deployed allow it.

Who it is follows from the access key, what it wants from the request itself. Only the deployer is not asked; whatever
nobody here understands is refused.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from minitickets.access.evaluate import Decision, evaluate
from minitickets.access.request import Request
from minitickets.local.authorization.api_request import ApiRequest, read_request
from minitickets.local.authorization.call import Call, ContextValue, NotMapped
from minitickets.local.authorization.deployed import Deployed, Principal
from minitickets.local.authorization.refusals import Refusal, refuse
from minitickets.local.authorization.services import dynamodb, lambda_, logs, s3, secrets_manager, ses, sqs, sts

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
_RESOURCE_POLICIES = {"sqs", "s3", "ecr"}  # and roles, whose resource policy is the trust policy


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
        deployer: str,
        services: Mapping[str, Principal],
        observe: Callable[[Authorized], None] = lambda _: None,
    ) -> None:
        """Wraps an application.

        Args:
            app: what answers the requests that are allowed.
            deployed: the policies and resources as they are now.
            deployer: the access key that may do everything.
            services: access keys of AWS's own services, such as Lambda's, which assumes roles.
            observe: is told of every decision.
        """
        self._app = app
        self._deployed = deployed
        self._deployer = deployer
        self._services = services
        self._observe = observe

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Passes on what is allowed, and answers the rest as AWS does."""
        request = read_request(environ)
        if request is None:
            return refuse("", Refusal("MissingAuthenticationToken", "Missing Authentication Token"))(
                environ, start_response
            )
        if request.access_key != self._deployer:
            refusal = self._refusal(request)
            if refusal is not None:
                return refuse(request.service, refusal)(environ, start_response)
        return self._app(environ, start_response)

    def authorize(self, principal: Principal, call: Call, context: Mapping[str, ContextValue]) -> Decision:
        """What the policies say of one call."""
        asked = Request(principal.arn, call.action, call.resource, {**context, **call.context})
        policies = [] if principal.role_arn is None else list(self._deployed.identity_policies(principal.role_arn))
        if call.resource.split(":")[2] in _RESOURCE_POLICIES | {"iam"}:
            policies += [policy for policy in [self._deployed.resource_policy(call.resource)] if policy]
        decision = evaluate(asked, policies)
        self._observe(Authorized(principal, call, decision))
        return decision

    def _refusal(self, request: ApiRequest) -> Refusal | None:
        principal = self._services.get(request.access_key) or self._deployed.principal_of(request.access_key)
        if principal is None:
            return Refusal("UnrecognizedClientException", "The security token included in the request is invalid.")
        try:
            calls = _SERVICES[request.service](request, self._deployed)
        except (KeyError, NotMapped):
            unknown = f"{request.service}:{request.target or f'{request.method} {request.path}'}"
            return _denied(principal, unknown, "", "because the embedded AWS does not know what it needs")
        context = _context(request, principal, self._deployed)
        for call in calls:
            decision = self.authorize(principal, call, context)
            if not decision.allowed:
                return _denied(principal, call.action, call.resource, _because(decision, call.action))
        return None


def _context(request: ApiRequest, principal: Principal, deployed: Deployed) -> dict[str, ContextValue]:
    """The condition keys that every request has (IAM user guide, "AWS global condition context keys")."""
    now = datetime.now(UTC)
    # Loopback stands for TLS, unless a proxy in front says that it was left out.
    secure = request.headers.get("x-forwarded-proto", "https") == "https"
    context: dict[str, ContextValue] = {
        "aws:CurrentTime": now.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "aws:EpochTime": str(int(now.timestamp())),
        "aws:RequestedRegion": request.region,
        "aws:ResourceAccount": deployed.place.account,
        "aws:SecureTransport": str(secure).lower(),
        "aws:SourceIp": "127.0.0.1",
        "aws:UserAgent": request.headers.get("user-agent", ""),
        "aws:PrincipalIsAWSService": str(principal.role_arn is None).lower(),
        "aws:ViaAWSService": "false",
    }
    if principal.role_arn is not None:
        context |= {
            "aws:PrincipalAccount": deployed.place.account,
            "aws:PrincipalArn": principal.role_arn,
            "aws:PrincipalType": "AssumedRole",
        }
    return context


def _because(decision: Decision, action: str) -> str:
    denier = decision.decided_by
    if denier is None:
        return f"because no identity-based policy allows the {action} action"
    kind = "an identity" if denier.type == "identity" else "a resource"
    return f"with an explicit deny in {kind}-based policy"


def _denied(principal: Principal, action: str, resource: str, because: str) -> Refusal:
    on = f" on resource: {resource}" if resource else ""
    return Refusal("AccessDenied", f"User: {principal.arn} is not authorized to perform: {action}{on} {because}")
