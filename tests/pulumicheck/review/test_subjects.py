"""Whose permissions change, by all that they have: told apart by URN, kept by aliases, left behind, secret, unknown."""

import json
from dataclasses import replace
from typing import Any

import pytest

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import UNKNOWN, Secret
from pulumicheck.review.permissions import permission_changes
from tests.fixtures.programs import declared

IAM = "arn:aws:iam::123456789012"
READ = {"Sid": "Read", "Effect": "Allow", "Action": "s3:Get*", "Resource": "*"}
WRITE = {"Sid": "Write", "Effect": "Allow", "Action": "s3:Put*", "Resource": "*"}
DENY = {"Sid": "OnlyTls", "Effect": "Deny", "Action": "s3:*", "Resource": "*", "Principal": "*"}
ADMIN, READ_ONLY = (f"arn:aws:iam::aws:policy/{name}" for name in ("AdministratorAccess", "ReadOnlyAccess"))


def document(*statements: dict[str, Any]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


def role(called: str = "r", above: str = "", **inputs: Any) -> Resource:
    return declared("aws:iam/role:Role", called, inputs, arn=f"{IAM}:role/{called}", above=above)


def inline(of: Any, *statements: dict[str, Any], policy: Any = None) -> Resource:
    said = document(*statements) if policy is None else policy
    return declared("aws:iam/rolePolicy:RolePolicy", "inline", {"role": of, "policy": said})


def managed(*statements: dict[str, Any]) -> Resource:
    return declared("aws:iam/policy:Policy", "m", {"name": "m", "policy": document(*statements)}, arn=f"{IAM}:policy/m")


def attached(arn: str, name: str = "a") -> Resource:
    return declared("aws:iam/rolePolicyAttachment:RolePolicyAttachment", name, {"role": "r", "policyArn": arn})


def bucket(name: str = "b", **inputs: Any) -> Resource:
    return declared("aws:s3/bucket:Bucket", name, inputs, arn=f"arn:aws:s3:::{name}")


def bucket_policy(of: Resource, *statements: dict[str, Any], name: str = "of-bucket") -> Resource:
    made = declared("aws:s3/bucketPolicy:BucketPolicy", name, {"bucket": of.id, "policy": document(*statements)})
    return replace(made, property_dependencies={"bucket": (of.urn,)})


def told(before: list[Resource], after: list[Resource]) -> dict[str, str]:
    """Each change and its verdict."""
    return {f"{each.who}: {each.sid}": each.verdict for each in permission_changes(before, after)}


OWN = attached(f"{IAM}:policy/m")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(
            [inline("r", READ)], [managed(READ), OWN], {}, id="from inline to an attached policy of the stack"
        ),
        pytest.param([managed(READ), OWN], [inline("r", READ)], {}, id="and back"),
        pytest.param([], [managed(READ), OWN], {"role r: Read": "broader"}, id="a policy made and attached"),
        pytest.param([managed(READ)], [managed(READ), OWN], {"role r: Read": "broader"}, id="a policy attached"),
        pytest.param(
            [managed(READ), OWN],
            [managed({**READ, "Action": "s3:*"}), OWN],
            {"role r: Read": "broader"},
            id="an attached policy that lets more",
        ),
        pytest.param(
            [managed(READ), OWN, inline("r", {**WRITE, "Action": "*"})],
            [managed({**READ, "Action": "s3:*"}), OWN, inline("r", {**WRITE, "Action": "*"})],
            {"role r: Read": "equal", "policy m: Read": "broader"},
            id="for someone else",
        ),
        pytest.param([], [attached(ADMIN)], {"role r: AdministratorAccess": "broader"}, id="one of AWS attached"),
        pytest.param([attached(ADMIN)], [], {"role r: AdministratorAccess": "narrower"}, id="one of AWS detached"),
        pytest.param(
            [attached(ADMIN)], [attached(ADMIN), inline("r", READ)], {"role r: Read": "equal"}, id="nothing more"
        ),
        pytest.param([], [attached(READ_ONLY)], {"role r: ReadOnlyAccess": "broader"}, id="an unknown one attached"),
        pytest.param([attached(READ_ONLY)], [], {"role r: ReadOnlyAccess": "narrower"}, id="an unknown one detached"),
        pytest.param(
            [], [inline("r", policy=Secret(document(READ)))], {"role r: (secret)": "broader"}, id="a secret one"
        ),
        pytest.param(
            [inline("r", READ)], [inline("r", policy=Secret(document(READ)))], {}, id="one that becomes a secret"
        ),
        pytest.param(
            [inline("r", policy=Secret(document(READ)))],
            [inline("r", policy=Secret(document(WRITE)))],
            {"role r: (secret)": "narrower"},
            id="a secret one that changes",
        ),
        pytest.param([inline("r", policy=UNKNOWN)], [inline("r", policy=UNKNOWN)], {}, id="unknown on both sides"),
        pytest.param(
            [inline("r", policy=Secret(UNKNOWN))], [inline("r", policy=Secret(UNKNOWN))], {}, id="and a secret"
        ),
        pytest.param(
            [inline("r", policy=UNKNOWN)],
            [replace(inline("r", policy=UNKNOWN), property_dependencies={"policy": ("urn:x",)})],
            {"role r: inline": "different"},
            id="unknown, and made of something else",
        ),
        pytest.param(
            [inline("r", READ)],
            [inline("r", policy=UNKNOWN)],
            {"role r: inline": "different", "role r: Read": "narrower"},
            id="unknown on one side",
        ),
    ],
)
def test_a_role_is_judged_by_all_that_it_has(
    before: list[Resource], after: list[Resource], expected: dict[str, str]
) -> None:
    changes = permission_changes([role(), *before], [role(), *after])
    found = {f"{each.who}: {each.sid}": each for each in changes}

    assert {name: it.verdict for name, it in found.items() if it.verdict != "equal" or name in expected} == expected
    assert not any("s3" in str(vars(it)) for name, it in found.items() if "(secret)" in name)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (ADMIN, "", "broader"),
        ("", ADMIN, "narrower"),
        (READ_ONLY, "", "broader"),
        ("", READ_ONLY, "narrower"),
        (READ_ONLY, ADMIN, "different"),
        (ADMIN, READ_ONLY, "different"),
        (f"{IAM}:policy/m", ADMIN, "broader"),
        (ADMIN, f"{IAM}:policy/m", "narrower"),
    ],
)
def test_a_boundary_is_compared_by_meaning_where_it_is_known(before: str, after: str, verdict: str) -> None:
    def stack(boundary: str) -> list[Resource]:
        return [role(permissionsBoundary=boundary) if boundary else role(), managed(READ)]

    changes = permission_changes(stack(before), stack(after))
    gains, losses = (any(getattr(each, side) for each in changes) for side in ("gains", "losses"))

    assert ("different" if gains and losses else "broader" if gains else "narrower") == verdict


def test_a_member_gets_what_the_group_has() -> None:
    user = declared("aws:iam/user:User", "u", {"name": "u"}, arn=f"{IAM}:user/u")
    group = declared("aws:iam/group:Group", "g", {"name": "g"}, arn=f"{IAM}:group/g")
    policy = declared("aws:iam/groupPolicy:GroupPolicy", "p", {"group": "g", "policy": document(READ)})
    member = declared("aws:iam/userGroupMembership:UserGroupMembership", "m", {"user": "u", "groups": ["g"]})
    elsewhere = replace(member, inputs={"user": "u", "groups": ["admins"]})
    wider = replace(policy, inputs={"group": "g", "policy": document({**READ, "Action": "*"})})

    assert told([user, group, policy], [user, group, policy, member]) == {"user u: Read": "broader"}
    assert told([user], [user, elsewhere]) == {"user u: group admins": "broader"}
    assert told([user, group, policy, member], [user, group, wider, member]) == {"group g: Read": "broader"}


def test_two_buckets_of_one_prefix_are_two() -> None:
    one, two = (
        replace(bucket(name, bucketPrefix="same-"), id="same-1", outputs={"arn": "a"}) for name in ("one", "two")
    )
    policies = [bucket_policy(each, DENY, name=f"of-{each.name}") for each in (one, two)]

    (change,) = permission_changes([one, two, *policies], [one, two, policies[0]])

    assert (change.verdict, change.who) == ("broader", "bucket same-… (aws:s3/bucket:Bucket::two)")


def test_two_roles_that_aws_names_are_two_and_told_apart() -> None:
    one, two = (role("r", above=f"x:{above}$") for above in ("one", "two"))
    policies = [
        replace(inline(UNKNOWN, READ), urn=f"urn:{at}", property_dependencies={"role": (each.urn,)})
        for at, each in enumerate((one, two))
    ]
    wider = replace(policies[1], inputs={"role": UNKNOWN, "policy": document({**READ, "Action": "*"})})

    (change,) = permission_changes([one, two, *policies], [one, two, policies[0], wider])

    assert (change.verdict, change.who) == ("broader", "role r (x:two$aws:iam/role:Role::r)")


def test_an_alias_keeps_a_subject_and_so_does_its_name_in_aws() -> None:
    old, anew = role("r", name="r"), role("r", above="x:y$", name="r")
    moved = replace(role("other"), aliases=(role("r").urn,))

    assert told([old, inline("r", READ)], [anew, inline("r", READ)]) == {}
    assert told([role("r"), inline("r", READ)], [moved, inline("other", READ)]) == {}
    anew = permission_changes([role("r"), inline("r", READ)], [role("r", above="x:y$"), inline("r", READ)])
    assert [each.verdict for each in anew] == ["broader", "narrower"]


@pytest.mark.parametrize("guard", ["policy", "block", "both kept"])
def test_a_retained_bucket_loses_the_guards_that_go_without_it(guard: str) -> None:
    kept = replace(bucket(bucket="b"), retain_on_delete=True)
    inputs = {"bucket": "b", "blockPublicPolicy": True}
    block = declared("aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock", "block", inputs)
    guards = [bucket_policy(kept, DENY)] if guard == "policy" else [block] if guard == "block" else []
    stay = [replace(each, retain_on_delete=True) for each in (bucket_policy(kept, DENY), block)] if not guards else []

    verdicts = set(told([kept, *guards, *stay], []).values())

    assert verdicts == ({"broader"} if guards else set())
    assert (
        "broader" not in told([replace(each, retain_on_delete=False) for each in (kept, *guards, *stay)], []).values()
    )


def test_a_key_without_a_policy_has_the_default_one() -> None:
    arn = "arn:aws:kms:eu-west-1:123456789012:key/1"
    whole = {"Effect": "Allow", "Action": "kms:*", "Resource": "*"}
    delegating = {"Sid": "Account", **whole, "Principal": {"AWS": f"{IAM}:root"}}
    only_admin = {"Sid": "Admin", **whole, "Principal": {"AWS": f"{IAM}:role/admin"}}

    def key(*statements: dict[str, Any]) -> list[Resource]:
        inputs = {"policy": document(*statements)} if statements else {}
        return [declared("aws:kms/key:Key", "k", inputs, arn=arn)]

    def verdicts(before: list[Resource], after: list[Resource]) -> set[str]:
        return set(told(before, after).values())

    assert verdicts(key(), key(delegating)) == {"equal"}
    assert verdicts(key(delegating), key()) == {"equal"}
    assert "broader" in verdicts(key(only_admin), key())
    assert verdicts(key(delegating, only_admin), key(only_admin)) == {"narrower"}
    assert verdicts([], key()) == set()
