"""What services decide otherwise than policies say."""

import re

from pulumicheck.iam.request import Request

# AWS Security Token Service reference, GetCallerIdentity: "No permissions are required … even if an administrator
# attaches a policy that explicitly denies access". IAM user guide, "Permissions for GetSessionToken": "Users need no
# explicit permissions", and "you cannot use policies to control authentication operations"; it takes a user's long-term
# credentials only.
_FOR_EVERYONE = "sts:getcalleridentity"
_FOR_USERS = "sts:getsessiontoken"

# AWS KMS developer guide, "Key policies": "Unless the key policy explicitly allows it, you cannot use IAM policies to
# allow access to a KMS key", and no principal has permissions to it otherwise, the account's root user included.
_KEY = re.compile(r"arn:[^:]*:kms:[^:]*:\d{12}:key/.+", re.DOTALL)

_ROLE = re.compile(r"arn:[^:]*:iam::\d{12}:role/.+", re.DOTALL)

# IAM user guide, "Service-linked roles": the linked service defines who may assume them and what they may do. IAM
# Identity Center user guide, "Referencing permission sets": the roles that it makes are changed by it only. IAM answers
# "UnmodifiableEntity", or InvalidInput where someone makes a role under these paths.
_RESERVED = {"aws-service-role/": "a service-linked role", "aws-reserved/": "a role of IAM Identity Center"}
_CHANGES = {
    f"iam:{name}".lower()
    for name in (
        "AttachRolePolicy",
        "CreateRole",
        "DeleteRole",
        "DeleteRolePermissionsBoundary",
        "DeleteRolePolicy",
        "DetachRolePolicy",
        "PutRolePermissionsBoundary",
        "PutRolePolicy",
        "UpdateAssumeRolePolicy",
    )
}


def needs_no_permission(request: Request) -> str | None:
    """Why a request is allowed whatever policies say; None if they decide."""
    caller = request.caller
    if request.lower_action == _FOR_EVERYONE and caller.name != "*":
        return "it needs no permission, and a deny has no effect on it"
    if request.lower_action == _FOR_USERS and (caller.is_user or caller.is_root):
        return "users need no permission for it, and no policy keeps them from it"
    return None


def is_never_allowed(request: Request) -> str | None:
    """Why a request is refused whatever policies say; None if they decide."""
    if request.lower_action == _FOR_USERS and request.caller.has_policies and not request.caller.is_user:
        return f"{request.action} takes the long-term credentials of a user only"
    path = request.resource.partition(":role/")[2]
    kind = next((kind for start, kind in _RESERVED.items() if path.startswith(start)), None)
    if kind and request.lower_action in _CHANGES and not _is_a_service(request):
        return f"{request.resource} is {kind}, which nobody but its service changes"
    return None


def is_about_a_key(request: Request) -> bool:
    """Whether the key policy, if there is one, has to allow the request or leave it to the account."""
    return is_key(request.resource) and request.lower_action.startswith("kms:")


def is_key(arn: str) -> bool:
    """Whether an ARN is that of a KMS key."""
    return _KEY.fullmatch(arn) is not None


def is_about_a_trust_policy(request: Request) -> bool:
    """Whether the request is to assume a role: the trust policy has to allow it (Policy evaluation logic)."""
    return request.lower_action.startswith("sts:") and _ROLE.fullmatch(request.resource) is not None


def _is_a_service(request: Request) -> bool:
    return not request.caller.has_policies and not request.caller.is_root
