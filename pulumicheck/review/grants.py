"""What opens or closes access without a statement of its own: managed policies, boundaries, settings of a bucket."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pulumicheck.plan.recording import Resource

_BLOCKS = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")


@dataclass(frozen=True)
class Grant:
    """Something that is there or not, and lets more or less happen.

    Attributes:
        name: what `--accept` calls it.
        text: what, for people.
        target: the input that names the resource it is about; None for the resource itself.
        to_role: whether it is about what a role may do, or else about who may touch a resource.
        closes: whether it takes rather than gives.
    """

    name: str
    text: str
    target: str | None = None
    to_role: bool = False
    closes: bool = False


def grants_of(resource: Resource) -> Iterator[Grant]:
    """What a resource gives or takes, besides by statements."""
    found = _GRANTS.get(resource.type)
    if found is not None:
        yield from found(resource.name, resource.inputs)


def _attachment(_: str, inputs: Mapping[str, Any]) -> Iterator[Grant]:
    yield _managed(str(inputs.get("policyArn")), "role")


def _role(_: str, inputs: Mapping[str, Any]) -> Iterator[Grant]:
    for arn in inputs.get("managedPolicyArns") or []:
        yield _managed(str(arn))
    boundary = inputs.get("permissionsBoundary")
    if boundary:
        yield Grant("permissionsBoundary", f"permissions boundary {boundary}", to_role=True, closes=True)


def _managed(arn: str, target: str | None = None) -> Grant:
    return Grant(arn.rpartition("/")[2], f"managed policy {arn}", target, to_role=True)


def _public_access_block(_: str, inputs: Mapping[str, Any]) -> Iterator[Grant]:
    for flag in _BLOCKS:
        if inputs.get(flag):
            yield Grant(flag, flag, "bucket", closes=True)


def _ownership(_: str, inputs: Mapping[str, Any]) -> Iterator[Grant]:
    if (inputs.get("rule") or {}).get("objectOwnership") == "BucketOwnerEnforced":
        yield Grant("objectOwnership", "BucketOwnerEnforced, and so no access control lists", "bucket", closes=True)


def _acl(name: str, inputs: Mapping[str, Any]) -> Iterator[Grant]:
    if inputs.get("acl") != "private":
        yield Grant(name, f"access control list {inputs.get('acl') or inputs.get('accessControlPolicy')}", "bucket")


def _function_url(name: str, inputs: Mapping[str, Any]) -> Iterator[Grant]:
    if inputs.get("authorizationType") == "NONE":
        yield Grant(name, "a URL that anyone may call", "functionName")


def _permission(name: str, inputs: Mapping[str, Any]) -> Iterator[Grant]:
    """One statement of a function's policy, in the resource's own words."""
    limits = [
        f" if {key} is {inputs[key]}"
        for key in ("sourceArn", "sourceAccount", "principalOrgId", "functionUrlAuthType", "qualifier")
        if inputs.get(key)
    ]
    text = f"a permission by which {inputs.get('principal')} may {inputs.get('action')}{''.join(limits)}"
    yield Grant(name, text, "function")


_GRANTS: dict[str, Callable[[str, Mapping[str, Any]], Iterator[Grant]]] = {
    "aws:iam/role:Role": _role,
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": _attachment,
    "aws:lambda/functionUrl:FunctionUrl": _function_url,
    "aws:lambda/permission:Permission": _permission,
    "aws:s3/bucketAcl:BucketAcl": _acl,
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": _ownership,
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": _public_access_block,
}
