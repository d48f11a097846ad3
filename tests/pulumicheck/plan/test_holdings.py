"""Who has which policies, by every way in which a program may give them."""

import json
from dataclasses import replace
from typing import Any

import pytest

from pulumicheck.plan.holdings import holdings_of
from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import UNKNOWN, Secret
from pulumicheck.types.aws_managed import document_of
from tests.fixtures.programs import declared, plan_of
from tests.pulumicheck.types.managed_policies import TABLE, table, written

ROLE = declared("aws:iam/role:Role", "r", {"name": "r"}, arn="arn:aws:iam::123456789012:role/r")
USER = declared("aws:iam/user:User", "u", {"name": "u"}, arn="arn:aws:iam::123456789012:user/u")
GROUP = declared("aws:iam/group:Group", "g", {"name": "g"}, arn="arn:aws:iam::123456789012:group/g")
DOCUMENT = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sqs:*", "Resource": "*"}]})
POLICY_ARN = "arn:aws:iam::123456789012:policy/p"
POLICY = declared("aws:iam/policy:Policy", "p", {"name": "p", "policy": DOCUMENT}, arn=POLICY_ARN)
ADMIN, ELSEWHERE = "arn:aws:iam::aws:policy/AdministratorAccess", "arn:aws:iam::123456789012:policy/elsewhere"


def attached(type_: str, inputs: dict[str, Any], **made_of: Resource) -> Resource:
    """A resource that names others, and is made of them."""
    made = declared(f"aws:iam/{type_[0].lower()}{type_[1:]}:{type_}", "attached", inputs)
    return replace(made, property_dependencies={key: (each.urn,) for key, each in made_of.items()})


def holders(*more: Resource) -> list[tuple[str, str, bool]]:
    """Who has what, and whether it is known."""
    found = holdings_of([ROLE, USER, GROUP, POLICY, *more])
    return [(each.principal.rpartition(":")[2], each.name, each.document.value is not None) for each in found]


@pytest.mark.parametrize(
    ("resource", "principals"),
    [
        pytest.param(attached("RolePolicyAttachment", {"role": "r", "policyArn": ADMIN}), ["role/r"], id="role"),
        pytest.param(attached("UserPolicyAttachment", {"user": "u", "policyArn": ADMIN}), ["user/u"], id="user"),
        pytest.param(attached("GroupPolicyAttachment", {"group": "g", "policyArn": ADMIN}), ["group/g"], id="group"),
        pytest.param(
            attached("PolicyAttachment", {"roles": ["r"], "users": ["u"], "groups": ["g"], "policyArn": ADMIN}),
            ["role/r", "user/u", "group/g"],
            id="all kinds at once",
        ),
        *(
            pytest.param(
                attached(f"{kind}PolicyAttachmentsExclusive", {f"{kind.lower()}Name": name, "policyArns": [ADMIN]}),
                [f"{kind.lower()}/{name}"],
                id=f"exclusively to a {kind.lower()}",
            )
            for kind, name in (("Role", "r"), ("User", "u"), ("Group", "g"))
        ),
        pytest.param(
            attached("RolePolicyAttachment", {"role": "other", "policyArn": ADMIN}), ["other"], id="a role elsewhere"
        ),
    ],
)
def test_an_attached_policy_is_held(resource: Resource, principals: list[str]) -> None:
    assert holders(resource) == [(principal, ADMIN, True) for principal in principals]


def test_a_role_says_itself_what_it_has() -> None:
    inputs = {"name": "x", "managedPolicyArns": [ADMIN], "inlinePolicies": [{"name": "i", "policy": DOCUMENT}, {}]}
    role = declared("aws:iam/role:Role", "x", {**inputs, "permissionsBoundary": POLICY_ARN}, arn="role/x")

    assert holders(role) == [("role/x", "i", True), ("role/x", ADMIN, True), ("role/x", POLICY_ARN, True)]


def test_a_policy_of_the_stack_is_known_by_what_the_input_was_made_of() -> None:
    inputs = {"role": UNKNOWN, "policyArn": UNKNOWN}

    assert holders(attached("RolePolicyAttachment", inputs, role=ROLE, policyArn=POLICY)) == [
        ("role/r", POLICY_ARN, True)
    ]


def test_two_roles_of_one_name_are_told_apart_by_what_the_input_was_made_of() -> None:
    twin = declared("aws:iam/role:Role", "twin", {"name": "r"}, arn="arn:aws:iam::123456789012:role/r")
    given = attached("RolePolicyAttachment", {"role": "r", "policyArn": ADMIN}, role=twin)

    (found,) = holdings_of([ROLE, twin, given])

    assert found.holder is twin


def test_members_have_what_their_group_has() -> None:
    policy = declared("aws:iam/groupPolicy:GroupPolicy", "inline", {"group": "g", "policy": DOCUMENT})
    of_user = attached("UserGroupMembership", {"user": "u", "groups": ["g", "admins"]})
    of_group = declared("aws:iam/groupMembership:GroupMembership", "m", {"group": "g", "users": ["u"]})

    assert holders(policy, of_user, of_group) == [
        ("group/g", "inline", True),
        ("user/u", "inline", True),
        ("user/u", "group admins", False),
    ]


@pytest.mark.parametrize(
    ("resource", "why"),
    [
        pytest.param(
            attached("RolePolicyAttachment", {"role": "r", "policyArn": ELSEWHERE}),
            f"{ELSEWHERE} is attached, whose statements are not known here",
            id="another account's or one made by hand",
        ),
        pytest.param(
            attached("RolePolicyAttachment", {"role": "r", "policyArn": "arn:aws:iam::aws:policy/ReadOnlyAccess"}),
            "arn:aws:iam::aws:policy/ReadOnlyAccess is attached, whose statements are not known here",
            id="one of AWS's that is too long for the table",
        ),
        pytest.param(
            declared("aws:iam/rolePolicy:RolePolicy", "p1", {"role": "r", "policy": UNKNOWN}),
            "p1 is known only after the deployment",
            id="unknown",
        ),
        pytest.param(
            declared("aws:iam/rolePolicy:RolePolicy", "p1", {"role": "r", "policy": Secret(DOCUMENT)}),
            "the policy p1 is a secret",
            id="secret",
        ),
        pytest.param(
            declared("aws:iam/rolePolicy:RolePolicy", "p1", {"role": "r", "policy": Secret(UNKNOWN)}),
            "p1 is a secret",
            id="secret and unknown",
        ),
    ],
)
def test_what_cannot_be_known_is_told_and_ends_nothing(resource: Resource, why: str) -> None:
    plan = plan_of(ROLE, resource)

    assert plan.statements == []
    assert [(each.principal, each.why) for each in plan.unknown_policies] == [(ROLE.outputs["arn"], why)]
    assert plan.to_json()["unknownPolicies"][0]["why"] == why


def test_secret_inline_policies_end_nothing() -> None:
    inline = Secret([{"name": "i", "policy": DOCUMENT}])

    assert plan_of(declared("aws:iam/role:Role", "x", {"inlinePolicies": inline}, arn="a")).statements == []


def test_aws_managed_policies_are_known_in_any_partition() -> None:
    assert document_of(ADMIN) == document_of(ADMIN.replace("arn:aws:", "arn:aws-cn:"))
    assert document_of("arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole") is not None
    assert document_of("arn:aws:iam::123456789012:policy/AdministratorAccess") is None


@pytest.mark.long
def test_the_table_is_what_moto_has() -> None:
    assert len(table()) > 100
    assert TABLE.read_text(encoding="utf-8") == written()
