"""The condition keys of services that requests here have.

Whether a condition on another key holds, nobody here can tell: an absent key meets `ForAllValues:`, `…IfExists` and the
negated operators, which would let through what AWS refuses. AWS's global keys are another matter: what a request here
does not have of those (tags, an organisation, a VPC), it really does not have.
"""

from collections.abc import Iterable

from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request

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
