"""IAM: roles, users and groups, and the policies that let them act. It knows no regions."""

from functools import partial

from pulumicheck.types.resource_type import ResourceType, Target
from pulumicheck.types.tables import ALL

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


def _attachment(holder: ResourceType, of: str) -> ResourceType:
    """The row of what attaches a managed policy to a role, a user or a group."""
    return _type(
        f"aws:iam/{of}PolicyAttachment:{holder.noun}PolicyAttachment",
        about=f"Attaches a managed policy to a {of}.",
        console=f"{holder.console.partition(' → {name}')[0]} → {{{of}}} → Permissions",
        cli=f"aws iam list-attached-{of}-policies --{of}-name {{{of}}}",
        kind="policy",
        named_by=(),
        id=f"{{{of}}}-{{policyArn}}",
        target=Target(of, holder.token),
        changed_by=f"iam:Attach{holder.noun}Policy",
        reads=(ALL,),
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
    reads=("inlinePolicies", "managedPolicyArns", "permissionsBoundary"),
)

ROLE_POLICY = _inline_policy(ROLE, "role")

ROLE_POLICY_ATTACHMENT = _attachment(ROLE, "role")

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

USER_POLICY_ATTACHMENT, GROUP_POLICY_ATTACHMENT = _attachment(USER, "user"), _attachment(GROUP, "group")

USER_GROUP_MEMBERSHIP = _type(
    "aws:iam/userGroupMembership:UserGroupMembership",
    about="Makes a user a member of groups, and so gives it their permissions.",
    console="IAM → Users → {user} → Groups",
    cli="aws iam list-groups-for-user --user-name {user}",
    named_by=(),
    target=Target("user", USER.token),
    changed_by="iam:AddUserToGroup",
    reads=(ALL,),
)

# Not here: what attaches a policy, or fills a group, exclusively. It takes away what others gave, too, of which no
# program can tell.
ROWS = (
    ROLE,
    ROLE_POLICY,
    ROLE_POLICY_ATTACHMENT,
    POLICY,
    USER,
    USER_POLICY,
    USER_POLICY_ATTACHMENT,
    USER_GROUP_MEMBERSHIP,
    GROUP,
    GROUP_POLICY,
    GROUP_POLICY_ATTACHMENT,
)
