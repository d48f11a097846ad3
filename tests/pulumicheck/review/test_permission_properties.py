"""The verdict against the access model: what is not called broader never allows a request that was not allowed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.iam.evaluate import evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import PolicyType
from pulumicheck.review.permissions import permission_changes
from tests.fixtures.examples import examples
from tests.fixtures.programs import stack_of

pytestmark = pytest.mark.long

Statement = dict[str, Any]

ACCOUNT = "123456789012"
ACTIONS = ["s3:GetObject", "s3:GetObjectTagging", "s3:PutObject", "sqs:SendMessage"]
ACTION_PATTERNS = [*ACTIONS, "s3:*", "s3:Get*", "s3:*Object", "s3:?etObject", "S3:GETOBJECT", "*"]
RESOURCES = [f"arn:aws:s3:::{name}" for name in ("bucket", "bucket/a", "bucket/ada/1", "bucket/bob/1", "other")]
IN_BUCKET = [f"arn:aws:s3:::bucket/{key}" for key in ("*", "*/1", "a??/*", "${aws:username}/*")]
RESOURCE_PATTERNS = [*RESOURCES, "*", *IN_BUCKET, "arn:aws:s3:::${aws:username}"]
KEYS = ["aws:username", "x:Tag", "x:Level"]
TEXTS = ["ada", "bob", "bucket", "ADA", "a*", "*", "?da", "", "${aws:username}", "arn:aws:s3:::a", "arn:aws:s3:*:*:*"]
VALUES = [*TEXTS, "1", "2", "true", "false", "10.0.0.0/8", "10.1.0.0/16", "2026-01-01", "YWRh"]
ON_TEXTS = ["StringEquals", "StringNotEquals", "StringLike", "StringNotLike", "StringEqualsIgnoreCase", "ArnLike"]
ON_NUMBERS = [f"Numeric{name}" for name in ("Equals", "NotEquals", "LessThan", "LessThanEquals", "GreaterThan")]
OTHERS = ["DateLessThan", "DateEquals", "Bool", "BinaryEquals", "IpAddress", "NotIpAddress"]
STEMS = [*ON_TEXTS, *ON_NUMBERS, *OTHERS, "StringNotEqualsIgnoreCase", "ArnNotEquals", "NumericGreaterThanEquals"]
QUANTIFIED = [f"{quantifier}:{stem}" for quantifier in ("ForAnyValue", "ForAllValues") for stem in ON_TEXTS]
OPERATORS = ["Null", *STEMS, *(f"{stem}IfExists" for stem in STEMS), *QUANTIFIED]
ROLE, SESSION = f"arn:aws:iam::{ACCOUNT}:role/app", f"arn:aws:sts::{ACCOUNT}:assumed-role/app/s"
S3 = {"Service": "s3.amazonaws.com"}
OF_AWS = [{"AWS": name} for name in ("*", ACCOUNT, ROLE, SESSION)]
NAMED: list[Any] = ["*", *OF_AWS, S3, {"AWS": ["999999999999", ACCOUNT], **S3}]
CALLERS = [SESSION, f"arn:aws:iam::{ACCOUNT}:user/ada", f"arn:aws:iam::{ACCOUNT}:root", "s3.amazonaws.com", "*"]


def some(values: list[str], most: int = 2) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=most)


def element(name: str, values: st.SearchStrategy[Any], *, negated: bool = True) -> st.SearchStrategy[Statement]:
    names = st.sampled_from([name, name, name, f"Not{name}"]) if negated else st.just(name)
    return st.builds(lambda name, value: {name: value}, names, values)


tests = st.dictionaries(st.sampled_from(KEYS), st.lists(st.sampled_from(VALUES), max_size=3), min_size=1, max_size=2)
conditions = st.one_of(st.just({}), st.dictionaries(st.sampled_from(OPERATORS), tests, max_size=2))


def merged(*parts: Statement) -> Statement:
    return {key: value for part in parts for key, value in part.items()}


rest = st.fixed_dictionaries({"Effect": st.sampled_from(["Allow", "Allow", "Deny"]), "Condition": conditions})
of_role = st.builds(
    merged, rest, element("Action", some(ACTION_PATTERNS)), element("Resource", some(RESOURCE_PATTERNS))
)
of_bucket = st.builds(merged, of_role, element("Principal", st.sampled_from(NAMED)))
contexts = st.dictionaries(
    st.sampled_from(KEYS), st.one_of(st.sampled_from(VALUES), st.lists(st.sampled_from(VALUES), max_size=2))
)
requests = st.lists(
    st.builds(
        Request,
        st.sampled_from([*CALLERS, "arn:aws:iam::999999999999:user/eve"]),
        st.sampled_from(ACTIONS),
        st.sampled_from(RESOURCES),
        contexts,
    ),
    min_size=10,
    max_size=20,
)


@st.composite
def changed(draw: st.DrawFn, statements: st.SearchStrategy[Statement]) -> tuple[list[Statement], list[Statement]]:
    """Some statements, and the same after a few edits, so that all verdicts come about."""
    before = draw(st.lists(statements, min_size=1, max_size=3))
    after = [dict(statement) for statement in draw(st.permutations(before))]
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(after) - 1))
        key = draw(st.sampled_from([*after[at], "all"]))
        other = draw(statements)
        if key in other:
            after[at][key] = other[key]
        elif isinstance(after[at].get(key), list) and len(after[at][key]) > 1:
            half = {**after[at], key: after[at][key][1:]}
            after[at][key] = after[at][key][:1]
            after.append(half)
        else:
            after.append(other)
    return before, after


def _verdict(before: list[Statement], after: list[Statement], kind: PolicyType) -> str:
    changes = permission_changes(stack_of(before, kind), stack_of(after, kind))
    gains, losses = (any(getattr(change, side) for change in changes) for side in ("gains", "losses"))
    return "different" if gains and losses else "broader" if gains else "narrower" if losses else "equal"


def _decisions(statements: list[Statement], kind: PolicyType, asked: list[Request]) -> list[str]:
    policies = [Policy.parse({"Version": "2012-10-17", "Statement": statements}, kind)]
    if kind == "resource":
        reading = {"Effect": "Allow", "Action": "s3:Get*", "Resource": "*"}  # what an account's users may do anyway
        policies.append(Policy.parse({"Version": "2012-10-17", "Statement": reading}, "identity"))
    return [evaluate(request, policies).decision for request in asked]


def _check(change: tuple[list[Statement], list[Statement]], kind: PolicyType, asked: list[Request]) -> None:
    verdict = _verdict(*change, kind)
    before, after = (_decisions(side, kind, asked) for side in change)

    if verdict == "equal":
        assert before == after
    if verdict == "narrower":
        assert not [old for old, new in zip(before, after, strict=True) if new == "allowed" != old]
    if verdict == "broader":
        assert not [old for old, new in zip(before, after, strict=True) if old == "allowed" != new]


@examples(150)
@given(changed(of_role), requests)
def test_what_a_role_may_do_is_no_more_unless_it_is_called_broader(
    change: tuple[list[Statement], list[Statement]], asked: list[Request]
) -> None:
    _check(change, "identity", asked)


@examples(150)
@given(changed(of_bucket), requests)
def test_who_may_touch_a_resource_is_no_more_unless_it_is_called_broader(
    change: tuple[list[Statement], list[Statement]], asked: list[Request]
) -> None:
    _check(change, "resource", asked)


@examples(100)
@given(st.lists(of_bucket, min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_the_order_of_statements_and_values_means_nothing(statements: list[Statement], random: Any) -> None:
    def shuffled(value: Any) -> Any:
        return random.sample(value, len(value)) if isinstance(value, list) else value

    after = [{key: shuffled(value) for key, value in statement.items()} for statement in statements]

    assert _verdict(statements, shuffled(after), "resource") == "equal"


@examples(100)
@given(st.lists(of_role, min_size=1, max_size=3), of_role)
def test_one_more_allow_is_never_narrower_and_one_more_deny_never_broader(
    statements: list[Statement], another: Statement
) -> None:
    verdict = _verdict(statements, [*statements, another], "identity")

    assert verdict in ({"broader", "equal"} if another["Effect"] == "Allow" else {"narrower", "equal"})


@pytest.mark.parametrize("kind", ["identity", "resource"])
def test_the_same_is_equal_whatever_it_says(kind: PolicyType) -> None:
    principal = {"NotPrincipal": {"AWS": "*"}} if kind == "resource" else {}
    condition = {"ForAllValues:StringNotLike": {"x:Tag": ["${aws:username}*"]}, "Null": {"x:Tag": ["true", "false"]}}
    statement = {"Effect": "Deny", "NotAction": "s3:*", "NotResource": "arn:aws:s3:::${x:y}", "Condition": condition}

    assert _verdict([{**statement, **principal}], [{**statement, **principal, "Sid": "New"}], kind) == "equal"
