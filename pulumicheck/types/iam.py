"""IAM: roles, users and groups, and the policies that let them act. It knows no regions."""

from collections.abc import Iterator
from functools import partial

from pulumicheck.types.inputs import Inputs
from pulumicheck.types.resource_type import AccessSetting, ResourceType, Target
from pulumicheck.types.tables import ALL


def _managed(arn: str) -> AccessSetting:
    return AccessSetting(arn.rpartition("/")[2], f"managed policy {arn}", of_role=True)


def _of_role(_: str, inputs: Inputs) -> Iterator[AccessSetting]:
    for arn in inputs.get("managedPolicyArns") or []:
        yield _managed(str(arn))
    boundary = inputs.get("permissionsBoundary")
    if boundary:
        yield AccessSetting("permissionsBoundary", f"permissions boundary {boundary}", of_role=True, closes=True)


def _attached(_: str, inputs: Inputs) -> Iterator[AccessSetting]:
    yield _managed(str(inputs.get("policyArn")))


_type = partial(ResourceType, regional=False)


def _inline_policy(holder: ResourceType, of: str) -> ResourceType:
    """The row of a role's, a user's or a group's inline policy."""
    return _type(
        f"aws:iam/{of}Policy:{holder.noun}Policy",
        about=f"An inline policy of a {of}.",
        console=f"{holder.console.partition(' → {name}')[0]} → {{{of}}} → Permissions → {{name}}",
        cli=f"aws iam get-{of}-policy --{of}-name {{{of}}} --policy-name {{name}}",
        kind="policy",
        id=f"{{{of}}}:{{name}}",
        document="policy",
        reads=(ALL,),
        target=Target(of, holder.token),
        changed_by=f"iam:Put{holder.noun}Policy",
    )


ROLE = _type(
    "aws:iam/role:Role",
    about="A role: whoever may assume it acts with its permissions.",
    console="IAM → Roles → {name} → Permissions",
    cli="aws iam list-role-policies --role-name {name}",
    kind="role",
    arn="arn:{partition}:iam::{account}:role/{name}",
    outputs={"uniqueId": "AROAEXAMPLE"},
    document="assumeRolePolicy",
    policy_type="trust",
    acts=True,
    is_acted_on=True,
    access=_of_role,
    reads=("inlinePolicies", "managedPolicyArns", "permissionsBoundary"),
)

ROLE_POLICY = _inline_policy(ROLE, "role")

ROLE_POLICY_ATTACHMENT = _type(
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
    about="Attaches a managed policy to a role.",
    console="IAM → Roles → {role} → Permissions",
    cli="aws iam list-attached-role-policies --role-name {role}",
    kind="policy",
    named_by=(),
    id="{role}-{policyArn}",
    target=Target("role", ROLE.token),
    changed_by="iam:AttachRolePolicy",
    access=_attached,
    reads=(ALL,),
)

POLICY = _type(
    "aws:iam/policy:Policy",
    about="A managed policy, which any role may have attached.",
    console="IAM → Policies → {name} → Permissions",
    cli="aws iam get-policy --policy-arn {arn}",
    kind="policy",
    arn="arn:{partition}:iam::{account}:policy/{name}",
    id="{arn}",
    document="policy",
    acts=True,
)

USER = _type(
    "aws:iam/user:User",
    about="A user with credentials that do not end.",
    console="IAM → Users → {name} → Permissions",
    cli="aws iam list-user-policies --user-name {name}",
    kind="user",
    arn="arn:{partition}:iam::{account}:user/{name}",
    outputs={"uniqueId": "AIDAEXAMPLE"},
    acts=True,
    is_acted_on=True,
    access=_of_role,
    reads=("permissionsBoundary",),
)

USER_POLICY = _inline_policy(USER, "user")

GROUP = _type(
    "aws:iam/group:Group",
    about="Users that have the same permissions.",
    console="IAM → User groups → {name} → Permissions",
    cli="aws iam list-group-policies --group-name {name}",
    kind="user",
    arn="arn:{partition}:iam::{account}:group/{name}",
    outputs={"uniqueId": "AGPAEXAMPLE"},
    acts=True,
    is_acted_on=True,
)

GROUP_POLICY = _inline_policy(GROUP, "group")

ROWS = (ROLE, ROLE_POLICY, ROLE_POLICY_ATTACHMENT, POLICY, USER, USER_POLICY, GROUP, GROUP_POLICY)
