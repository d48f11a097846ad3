"""The condition keys of a request: AWS's global ones, and those of services that somebody here knows."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.tag_keys import tags_of
from embeddedaws.call import Account, Call, ContextValue, Principal
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import Statement

# Whether a condition on another key holds, nobody here can tell: an absent key meets `ForAllValues:`, `…IfExists` and
# the negated operators, which would let through what AWS refuses.
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
    "sts:transitivetagkeys",
}
# AWS's global keys that a request here has, and those that it really does not have: there is no organisation, no VPC,
# no second factor, no identity provider (IAM user guide, "AWS global condition context keys").
_GLOBAL = {
    *("currenttime", "epochtime", "requestedregion", "resourceaccount", "securetransport", "sourceip", "useragent"),
    *("principalisawsservice", "viaawsservice", "principalaccount", "principalarn", "principaltype", "userid"),
    *("tokenissuetime", "sourcearn", "sourceaccount"),
    *("calledvia", "calledviafirst", "calledvialast", "federatedprovider", "multifactorauthage"),
    *("multifactorauthpresent", "principalorgid", "principalorgpaths", "principalservicename"),
    *("principalservicenameslist", "referer", "resourceorgid", "resourceorgpaths", "sourceidentity", "sourceorgid"),
    *("sourceorgpaths", "sourcevpc", "sourcevpcarn", "sourcevpce", "username", "vpceaccount", "vpceorgid"),
    *("vpceorgpaths", "vpcsourceip", "ec2instancesourcevpc", "ec2instancesourceprivateipv4"),
}
_TAGS_NOT_READ = ("s3:",)  # actions whose requests may have tags that nobody here reads
_VARIABLE = re.compile(r"\$\{([^},*?$]+)")


def context_of(request: ApiRequest, principal: Principal, account: Account) -> dict[str, ContextValue]:
    """The keys that every request has, with their values now (IAM user guide, "AWS global condition context keys").

    Loopback stands for TLS, unless a proxy in front says that it was left out.
    """
    now = datetime.now(UTC)
    secure = request.headers.get("x-forwarded-proto", "https") == "https"
    context: dict[str, ContextValue] = {
        "aws:CurrentTime": _time(now),
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
            "aws:TokenIssueTime": _time(datetime.fromtimestamp(principal.issued, UTC)),
            "aws:userid": principal.user_id,
            **tags_of("Principal", principal.tags),
        }
    return context


def unknown_keys(request: Request, call: Call, policies: Iterable[Policy], *, knows_tags: bool) -> list[str]:
    """The keys in statements about the request's action that nobody here knows, each after its policy's name.

    Args:
        request: what is asked of the policies.
        call: what it was made of.
        policies: those that count.
        knows_tags: whether the tags of the resource are known.
    """
    return [
        f"{policy.name}: {key}"
        for policy in policies
        for statement in policy.statements
        if statement.names_action(request)
        for key in _keys_in(statement)
        if not _is_known(key.lower(), call, knows_tags=knows_tags)
    ]


def _keys_in(statement: Statement) -> Iterator[str]:
    """The keys of its conditions and variables."""
    elements = [statement.resources] if statement.resources else []
    values = [each for condition in statement.conditions for each in condition.sets]
    yield from (condition.key for condition in statement.conditions)
    if any(each.has_variables for each in [*elements, *values]):
        yield from (key.strip() for key in _VARIABLE.findall(json.dumps(statement.document)))


def _is_known(key: str, call: Call, *, knows_tags: bool) -> bool:
    service, _, name = key.partition(":")
    if service != "aws":
        return key in KNOWN
    kind = name.partition("/")[0]
    if kind == "resourcetag":
        return knows_tags
    if kind in {"requesttag", "tagkeys"}:
        return not call.action.startswith(_TAGS_NOT_READ)
    return kind == "principaltag" or name in _GLOBAL


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
