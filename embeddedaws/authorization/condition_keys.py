"""The condition keys of a request: AWS's global ones, and those of services that somebody here knows."""

from collections.abc import Iterable
from datetime import UTC, datetime

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.call import Account, ContextValue, Principal
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request

# Whether a condition on another key holds, nobody here can tell: an absent key meets `ForAllValues:`, `…IfExists` and
# the negated operators, which would let through what AWS refuses. AWS's global keys are another matter: what a request
# here does not have of those (tags, an organisation, a VPC), it really does not have.
KNOWN = {
    "dynamodb:leadingkeys",
    "dynamodb:returnconsumedcapacity",
    "dynamodb:returnvalues",
    "dynamodb:select",
    "s3:delimiter",
    "s3:max-keys",
    "s3:prefix",
    "s3:x-amz-acl",
    "s3:x-amz-server-side-encryption",
    "s3:x-amz-storage-class",
    "secretsmanager:secretid",
    "secretsmanager:versionid",
    "secretsmanager:versionstage",
    "ses:apiversion",
    "ses:feedbackaddress",
    "ses:fromaddress",
    "ses:fromdisplayname",
    "ses:recipients",
    "sts:externalid",
    "sts:rolesessionname",
}


def context_of(request: ApiRequest, principal: Principal, account: Account) -> dict[str, ContextValue]:
    """The keys that every request has, with their values now (IAM user guide, "AWS global condition context keys").

    Loopback stands for TLS, unless a proxy in front says that it was left out.
    """
    now = datetime.now(UTC)
    secure = request.headers.get("x-forwarded-proto", "https") == "https"
    context: dict[str, ContextValue] = {
        "aws:CurrentTime": now.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "aws:EpochTime": str(int(now.timestamp())),
        "aws:RequestedRegion": request.signature.region,
        "aws:ResourceAccount": account.id,
        "aws:SecureTransport": str(secure).lower(),
        "aws:SourceIp": "127.0.0.1",
        "aws:UserAgent": request.headers.get("user-agent", ""),
        "aws:PrincipalIsAWSService": str(principal.role_arn is None).lower(),
        "aws:ViaAWSService": "false",
    }
    if principal.role_arn is not None:
        context |= {
            "aws:PrincipalAccount": account.id,
            "aws:PrincipalArn": principal.role_arn,
            "aws:PrincipalType": "AssumedRole",
            "aws:userid": principal.user_id,
        }
    return context


def unknown_keys(request: Request, policies: Iterable[Policy]) -> list[str]:
    """The keys in statements about the request's action that nobody here knows, each after its policy's name."""
    return [
        f"{policy.name}: {condition.key}"
        for policy in policies
        for statement in policy.statements
        if statement.names_action(request)
        for condition in statement.conditions
        if not condition.fact.startswith("aws:") and condition.fact not in KNOWN
    ]
