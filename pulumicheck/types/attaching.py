"""What gives policies to roles, users and groups: its types, and the inputs that say which and to whom."""

from collections.abc import Mapping

from pulumicheck.types.iam import GROUP, ROLE, USER

_KINDS = {"role": ROLE, "user": USER, "group": GROUP}

INLINE = {f"aws:iam/{kind}Policy:{row.noun}Policy": (kind, row.token) for kind, row in _KINDS.items()}
"""Of each type that holds one inline policy: the input that names whose it is, and the type of that."""

ATTACHMENTS: Mapping[str, tuple[Mapping[str, str], str]] = {
    "aws:iam/policyAttachment:PolicyAttachment": (
        {f"{kind}s": row.token for kind, row in _KINDS.items()},
        "policyArn",
    ),
    **{
        f"aws:iam/{kind}PolicyAttachment:{row.noun}PolicyAttachment": ({kind: row.token}, "policyArn")
        for kind, row in _KINDS.items()
    },
    **{
        f"aws:iam/{kind}PolicyAttachmentsExclusive:{row.noun}PolicyAttachmentsExclusive": (
            {f"{kind}Name": row.token},
            "policyArns",
        )
        for kind, row in _KINDS.items()
    },
}
"""The inputs that name who gets managed policies, with the type of each, and the input that names the policies."""

OF_HOLDERS: Mapping[str, str] = {ROLE.token: "managedPolicyArns"}
"""Of a type that itself says what is attached to it: the input that does."""

MEMBERSHIPS = {
    "aws:iam/userGroupMembership:UserGroupMembership": ("user", "groups"),
    "aws:iam/groupMembership:GroupMembership": ("users", "group"),
}
"""The inputs that name users, and groups that they are members of."""
