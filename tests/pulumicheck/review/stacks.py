"""Small stacks in which who may do what follows from everything at once: drawn, changed, and asked by `evaluate`."""

import json
from dataclasses import dataclass, fields, replace
from typing import Any

from hypothesis import strategies as st

from pulumicheck.iam.evaluate import evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import PolicyType
from pulumicheck.plan.recording import Resource
from pulumicheck.types.aws_managed import document_of
from tests.fixtures.programs import declared

Statement = dict[str, Any]

ACCOUNT = "123456789012"
IAM = f"arn:aws:iam::{ACCOUNT}"
ROLE, USER, GROUP = f"{IAM}:role/app", f"{IAM}:user/ada", f"{IAM}:group/team"
SESSION, OTHER = f"arn:aws:sts::{ACCOUNT}:assumed-role/app/s", f"{IAM}:user/bob"
BUCKET, KEY = "arn:aws:s3:::bucket", f"arn:aws:kms:eu-west-1:{ACCOUNT}:key/1"
OWN = {name: f"{IAM}:policy/{name}" for name in ("one", "two")}
OF_AWS = [f"arn:aws:iam::aws:policy/{name}" for name in ("AdministratorAccess", "AmazonS3ReadOnlyAccess", "AWSDenyAll")]
MANAGED = [*OWN.values(), *OF_AWS]

ACTIONS = ["s3:GetObject", "s3:PutObject", "kms:Decrypt", "iam:CreateUser"]
ACTION_PATTERNS = [*ACTIONS, "s3:*", "s3:Get*", "s3:?etObject", "kms:*", "*"]
RESOURCES = [BUCKET, f"{BUCKET}/a", f"{BUCKET}/ada", KEY, "*"]
RESOURCE_PATTERNS = [*RESOURCES, f"{BUCKET}/*", f"{BUCKET}/${{aws:username}}", "arn:aws:kms:*", "arn:aws:s3:::*"]
CONDITIONS: list[Any] = [{"Bool": {"x:a": "true"}}, {"StringLike": {"x:b": ["a*", "b"]}}, {"Null": {"x:a": "true"}}]
NAMED: list[Any] = ["*", *({"AWS": name} for name in (ACCOUNT, ROLE, SESSION, USER, [USER, ROLE]))]


def _element(name: str, values: list[str]) -> st.SearchStrategy[Statement]:
    names = st.sampled_from([name, name, name, f"Not{name}"])
    some = st.lists(st.sampled_from(values), min_size=1, max_size=2, unique=True)
    return st.builds(lambda name, value: {name: value}, names, some)


def _merged(*parts: Statement) -> Statement:
    return {key: value for part in parts for key, value in part.items()}


_rest = st.builds(
    lambda effect, condition: {"Effect": effect} | ({"Condition": condition} if condition else {}),
    st.sampled_from(["Allow", "Allow", "Allow", "Deny"]),
    st.one_of(st.none(), st.none(), st.sampled_from(CONDITIONS)),
)
_of_identity = st.builds(_merged, _rest, _element("Action", ACTION_PATTERNS), _element("Resource", RESOURCE_PATTERNS))
_principals = st.builds(
    lambda name, value: {name: value},
    st.sampled_from(["Principal", "Principal", "Principal", "NotPrincipal"]),
    st.sampled_from(NAMED),
)
_of_resource = st.builds(_merged, _of_identity, _principals)


def _document(statements: list[Statement]) -> dict[str, Any]:
    return {"Version": "2012-10-17", "Statement": statements}


@dataclass(frozen=True)
class Stack:
    """What a role, a user, a group, a bucket and a key have of policies; no statements mean no policy."""

    one: list[Statement]
    two: list[Statement]
    role: list[Statement]
    role_has: list[str]
    role_boundary: str
    user: list[Statement]
    user_has: list[str]
    user_boundary: str
    group: list[Statement]
    group_has: list[str]
    is_member: bool
    bucket: list[Statement]
    key: list[Statement]

    def resources(self) -> list[Resource]:
        """As a program declares it."""
        role_inputs = {"name": "app", **_where(permissionsBoundary=self.role_boundary)}
        user_inputs = {"name": "ada", **_where(permissionsBoundary=self.user_boundary)}
        made = [
            declared("aws:iam/role:Role", "app", {**role_inputs, "managedPolicyArns": self.role_has}, arn=ROLE),
            declared("aws:iam/user:User", "ada", user_inputs, arn=USER),
            declared("aws:iam/group:Group", "team", {"name": "team"}, arn=GROUP),
            declared("aws:s3/bucket:Bucket", "bucket", {"bucket": "bucket"}, arn=BUCKET),
            declared("aws:kms/key:Key", "key", _policy(self.key), arn=KEY),
        ]
        for name, arn in OWN.items():
            made.append(
                declared("aws:iam/policy:Policy", name, {"name": name, **_policy(getattr(self, name))}, arn=arn)
            )
        for kind, name in (("role", "app"), ("user", "ada"), ("group", "team")):
            token = f"aws:iam/{kind}Policy:{kind.capitalize()}Policy"
            made += _if_any(token, {kind: name, **_policy(getattr(self, kind))})
        made += _if_any("aws:s3/bucketPolicy:BucketPolicy", {"bucket": "bucket", **_policy(self.bucket)})
        for kind, name, arns in (("user", "ada", self.user_has), ("group", "team", self.group_has)):
            token = f"aws:iam/{kind}PolicyAttachment:{kind.capitalize()}PolicyAttachment"
            made += [declared(token, f"{kind}-{arn[-6:]}", {kind: name, "policyArn": arn}) for arn in arns]
        if self.is_member:
            inputs = {"user": "ada", "groups": ["team"]}
            made.append(declared("aws:iam/userGroupMembership:UserGroupMembership", "member", inputs))
        return made

    def allows(self, request: Request) -> bool:
        """As AWS decides it."""
        named: dict[str, tuple[list[list[Statement]], list[str], str]] = {
            SESSION: ([self.role], self.role_has, self.role_boundary),
            USER: (
                [self.user, *([self.group] if self.is_member else [])],
                [*self.user_has, *(self.group_has if self.is_member else [])],
                self.user_boundary,
            ),
            OTHER: ([[{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]], [], ""),
        }
        inline, attached, boundary = named.get(request.principal, ([], [], ""))
        policies = [Policy.parse(_document(each), "identity") for each in inline if each]
        policies += [self._managed(arn, "identity") for arn in attached]
        policies += [self._managed(boundary, "boundary")] if boundary else []
        held = self.key if request.resource == KEY else self.bucket if request.resource.startswith(BUCKET) else []
        policies += [Policy.parse(_document(held), "resource")] if held else []
        return evaluate(request, policies).allowed

    def _managed(self, arn: str, kind: PolicyType) -> Policy:
        own = next((name for name, its in OWN.items() if its == arn), None)
        return Policy.parse(_document(getattr(self, own)) if own else document_of(arn) or {}, kind)


def _where(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}


def _policy(statements: list[Statement]) -> dict[str, Any]:
    return {"policy": json.dumps(_document(statements))} if statements else {}


def _if_any(token: str, inputs: dict[str, Any]) -> list[Resource]:
    return [declared(token, "p", inputs)] if "policy" in inputs else []


_statements = st.lists(_of_identity, max_size=2)
_some = st.lists(_of_identity, min_size=1, max_size=2)
# Often all is allowed, so that what limits it decides.
_managed = st.one_of(st.just([OF_AWS[0]]), st.lists(st.sampled_from(MANAGED), max_size=2, unique=True))
_boundary = st.sampled_from(["", *OWN.values(), *MANAGED])
_about_resource = st.one_of(st.just([]), st.lists(_of_resource, min_size=1, max_size=2))
stacks = st.builds(
    Stack,
    one=_some,
    two=_some,
    role=_statements,
    role_has=_managed,
    role_boundary=_boundary,
    user=_statements,
    user_has=_managed,
    user_boundary=_boundary,
    group=_statements,
    group_has=_managed,
    is_member=st.booleans(),
    bucket=_about_resource,
    key=_about_resource,
)
_FIELDS = [each.name for each in fields(Stack)]


@st.composite
def changed(draw: st.DrawFn) -> tuple[Stack, Stack]:
    """A stack, and the same with a few edits: another value of a field, or what one holds moved to another."""
    before, other = draw(stacks), draw(stacks)
    after = before
    edits = [*_FIELDS, "role_boundary", "key", "key", "bucket", "is_member", "attach", "moved"]
    for name in draw(st.lists(st.sampled_from(edits), min_size=1, max_size=2)):
        if name == "attach":  # what is inline becomes attached
            after = replace(after, one=after.user or after.one, user=[], user_has=[*after.user_has, OWN["one"]])
        elif name == "moved":
            after = replace(after, user=[*after.user, *after.group], group=[])
        else:
            after = replace(after, **{name: draw(st.sampled_from([getattr(other, name), _less(getattr(after, name))]))})
    return before, replace(after, user_has=list(dict.fromkeys(after.user_has)))


def _less(value: Any) -> Any:
    return value[1:] or value if isinstance(value, list) else value


requests = st.lists(
    st.builds(
        Request,
        st.sampled_from(
            [SESSION, SESSION, USER, USER, OTHER, "*", f"{IAM}:root", "arn:aws:iam::999999999999:user/eve"]
        ),
        st.sampled_from(ACTIONS),
        st.sampled_from(RESOURCES),
        st.dictionaries(st.sampled_from(["x:a", "x:b", "aws:username"]), st.sampled_from(["true", "a", "b", "ada"])),
    ),
    min_size=15,
    max_size=30,
)
