"""IAM: roles, users and groups, and the policies that let them act. It knows no regions."""

from collections.abc import Iterator

from pulumicheck.types.inputs import Inputs
from pulumicheck.types.resource_type import AccessSetting, ResourceType, Target


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


ROLE = ResourceType(
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
    replaced_by=("name", "namePrefix", "path"),
    regional=False,
)

ROLE_POLICY = ResourceType(
    "aws:iam/rolePolicy:RolePolicy",
    about="An inline policy of a role.",
    console="IAM → Roles → {role} → Permissions → {name}",
    cli="aws iam get-role-policy --role-name {role} --policy-name {name}",
    kind="policy",
    id="{role}:{name}",
    document="policy",
    target=Target("role", ROLE.token),
    changed_by="iam:PutRolePolicy",
    replaced_by=("name", "namePrefix", "role"),
    regional=False,
)

ROLE_POLICY_ATTACHMENT = ResourceType(
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
    replaced_by=("role", "policyArn"),
    regional=False,
)

POLICY = ResourceType(
    "aws:iam/policy:Policy",
    about="A managed policy, which any role may have attached.",
    console="IAM → Policies → {name} → Permissions",
    cli="aws iam get-policy --policy-arn {arn}",
    kind="policy",
    arn="arn:{partition}:iam::{account}:policy/{name}",
    id="{arn}",
    document="policy",
    acts=True,
    replaced_by=("name", "namePrefix", "path", "description"),
    regional=False,
)

USER = ResourceType(
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
    replaced_by=(),
    regional=False,
)

USER_POLICY = ResourceType(
    "aws:iam/userPolicy:UserPolicy",
    about="An inline policy of a user.",
    console="IAM → Users → {user} → Permissions → {name}",
    cli="aws iam get-user-policy --user-name {user} --policy-name {name}",
    kind="policy",
    id="{user}:{name}",
    document="policy",
    target=Target("user", USER.token),
    changed_by="iam:PutUserPolicy",
    replaced_by=("name", "namePrefix", "user"),
    regional=False,
)

GROUP = ResourceType(
    "aws:iam/group:Group",
    about="Users that have the same permissions.",
    console="IAM → User groups → {name} → Permissions",
    cli="aws iam list-group-policies --group-name {name}",
    kind="user",
    arn="arn:{partition}:iam::{account}:group/{name}",
    outputs={"uniqueId": "AGPAEXAMPLE"},
    acts=True,
    is_acted_on=True,
    replaced_by=(),
    regional=False,
)

GROUP_POLICY = ResourceType(
    "aws:iam/groupPolicy:GroupPolicy",
    about="An inline policy of a group.",
    console="IAM → User groups → {group} → Permissions → {name}",
    cli="aws iam get-group-policy --group-name {group} --policy-name {name}",
    kind="policy",
    id="{group}:{name}",
    document="policy",
    target=Target("group", GROUP.token),
    changed_by="iam:PutGroupPolicy",
    replaced_by=("name", "namePrefix", "group"),
    regional=False,
)

ROWS = (ROLE, ROLE_POLICY, ROLE_POLICY_ATTACHMENT, POLICY, USER, USER_POLICY, GROUP, GROUP_POLICY)
