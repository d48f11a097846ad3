"""What must be true of every policy and request, whatever they say."""

import json
from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.iam.evaluate import Outcome, evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import PolicyType

Statement = dict[str, Any]
Conditions = dict[str, Any]

# Few enough of each that policies and requests often meet.
ACCOUNTS = ["111111111111", "222222222222"]
USERS = [f"arn:aws:iam::{account}:user/{name}" for account in ACCOUNTS for name in ("ada", "bob")]
ROLE = "arn:aws:iam::111111111111:role/r"
SESSION = "arn:aws:sts::111111111111:assumed-role/r/s"
CALLERS = [*USERS, ROLE, SESSION, "arn:aws:iam::111111111111:root", "lambda.amazonaws.com", "*"]
NAMED = [*USERS, ROLE, SESSION, *ACCOUNTS, "arn:aws:iam::222222222222:root", "*"]
ACTIONS = ["sqs:SendMessage", "sqs:ReceiveMessage", "s3:GetObject", "sts:AssumeRole"]
ACTION_PATTERNS = [*ACTIONS, "*", "sqs:*", "SQS:?end*", "s3:Get*", "sts:*"]
RESOURCES = ["arn:aws:sqs:r:111111111111:q", "arn:aws:sqs:r:222222222222:q", "arn:aws:s3:::b/ada", ROLE]
RESOURCE_PATTERNS = [*RESOURCES, "*", "arn:aws:sqs", "arn:aws:sqs:*:*:?", "arn:aws:s3:::b/${aws:username}"]
KEYS = ["aws:username", "aws:SourceIp", "aws:TagKeys", "s3:max-keys", "aws:CurrentTime", "aws:PrincipalArn"]
TYPED = ["10", "9", "true", "10.0.0.0/8", "10.1.1.1", "2020-01-01", "YWRh"]
VALUES = ["ada", "a*", "${aws:username}", "", *TYPED, *RESOURCES]
NEGATIONS = {
    "StringEquals": "StringNotEquals",
    "StringEqualsIgnoreCase": "StringNotEqualsIgnoreCase",
    "StringLike": "StringNotLike",
    "NumericEquals": "NumericNotEquals",
    "DateEquals": "DateNotEquals",
    "ArnLike": "ArnNotLike",
    "ArnEquals": "ArnNotEquals",
    "IpAddress": "NotIpAddress",
}
ORDERED = [f"{kind}{order}" for kind in ("Numeric", "Date") for order in ("LessThan", "GreaterThanEquals")]
OPERATORS = [*NEGATIONS, *NEGATIONS.values(), *ORDERED, "Bool", "BinaryEquals"]


def some(values: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=3)


operators = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "", "ForAnyValue:", "ForAllValues:"]),
    st.sampled_from(OPERATORS),
    st.sampled_from(["", "IfExists"]),
)
keys = st.sampled_from(KEYS)
tests = st.dictionaries(keys, some(VALUES), min_size=1, max_size=2)
nulls = st.fixed_dictionaries({"Null": st.dictionaries(keys, st.just("true"), min_size=1, max_size=1)})
conditions = st.one_of(st.just({}), st.just({}), st.dictionaries(operators, tests, max_size=2), nulls)
effects = st.sampled_from(["Allow", "Allow", "Deny"])


def element(name: str, values: st.SearchStrategy[Any]) -> st.SearchStrategy[Statement]:
    return st.one_of(st.fixed_dictionaries({name: values}), st.fixed_dictionaries({f"Not{name}": values}))


def merged(*parts: Statement) -> Statement:
    return {key: value for part in parts for key, value in part.items()}


rest = st.fixed_dictionaries({"Effect": effects, "Condition": conditions})
about = st.builds(merged, rest, element("Action", some(ACTION_PATTERNS)), element("Resource", some(RESOURCE_PATTERNS)))
principals = element("Principal", st.fixed_dictionaries({"AWS": some(NAMED)}))
policies = st.lists(
    st.one_of(
        st.tuples(st.just("identity"), st.lists(about, min_size=1, max_size=3)),
        st.tuples(st.just("resource"), st.lists(st.builds(merged, about, principals), min_size=1, max_size=3)),
    ),
    max_size=3,
)
contexts = st.dictionaries(keys, st.one_of(st.sampled_from(VALUES), st.lists(st.sampled_from(VALUES))))
requests = st.builds(Request, st.sampled_from(CALLERS), st.sampled_from(ACTIONS), st.sampled_from(RESOURCES), contexts)

Policies = list[tuple[PolicyType, list[Statement]]]


def decide(request: Request, given_policies: Policies) -> str:
    parsed = [Policy.parse({"Version": "2012-10-17", "Statement": each}, kind) for kind, each in given_policies]
    return evaluate(request, parsed).decision


def holds(conditions: Conditions, request: Request) -> bool:
    deny = {"Effect": "Deny", "Action": "*", "Resource": "*", "Principal": "*", "Condition": conditions}
    return decide(request, [("resource", [deny])]) == "explicitDeny"


@given(requests, policies, st.sampled_from([None, 0]))
def test_a_deny_that_applies_always_wins(request: Request, given_policies: Policies, at: int | None) -> None:
    everything = {"Effect": "Deny", "Principal": "*", "Action": "*", "Resource": "*"}
    position = len(given_policies) if at is None else at

    with_deny: Policies = [*given_policies[:position], ("resource", [everything]), *given_policies[position:]]
    assert decide(request, with_deny) == "explicitDeny"


@given(requests, policies, st.data())
def test_without_an_allow_no_one_may_more_and_without_a_deny_no_one_may_less(
    request: Request, given_policies: Policies, data: st.DataObject
) -> None:
    places = [(policy, index) for policy, (_, each) in enumerate(given_policies) for index in range(len(each))]
    if not places:
        return
    policy, index = data.draw(st.sampled_from(places))
    kind, statements = given_policies[policy]
    fewer = statements[:index] + statements[index + 1 :]
    others = given_policies[:policy] + given_policies[policy + 1 :]

    before = decide(request, given_policies) == "allowed"
    after = decide(request, [*others, (kind, fewer)] if fewer else others) == "allowed"

    assert after <= before if statements[index]["Effect"] == "Allow" else after >= before


@given(requests, policies, st.randoms(use_true_random=False))
def test_the_order_of_policies_and_statements_does_not_count(
    request: Request, given_policies: Policies, random: Any
) -> None:
    shuffled: Policies = [(kind, random.sample(each, len(each))) for kind, each in given_policies]
    random.shuffle(shuffled)

    assert decide(request, shuffled) == decide(request, given_policies)


@given(requests, policies)
def test_a_statement_a_policy_is_the_same_as_all_in_one(request: Request, given_policies: Policies) -> None:
    split: Policies = [(kind, [statement]) for kind, each in given_policies for statement in each]

    assert decide(request, split) == decide(request, given_policies)


@given(requests, about, st.sampled_from(["Action", "Resource"]))
def test_a_list_is_the_same_as_a_statement_for_each_of_it(request: Request, statement: Statement, name: str) -> None:
    if name not in statement:
        return
    split = [{**statement, name: value} for value in statement[name]]

    assert decide(request, [("identity", split)]) == decide(request, [("identity", [statement])])


@given(requests, about, st.sampled_from(["Action", "Resource"]))
def test_a_wider_pattern_never_matches_less(request: Request, statement: Statement, name: str) -> None:
    if name not in statement:
        return
    wider = {**statement, name: [*statement[name][:-1], "*"]}

    if decide(request, [("identity", [statement])]) != "implicitDeny":
        assert decide(request, [("identity", [wider])]) != "implicitDeny"


@given(requests, about, st.sampled_from(["Action", "Resource"]))
def test_not_action_and_not_resource_are_the_complement(request: Request, statement: Statement, name: str) -> None:
    plain = {**statement, "Condition": {}, "Effect": "Deny"}
    plain.pop(f"Not{name}", None)
    plain[name] = ["sqs:*", "s3:Get*"] if name == "Action" else ["arn:aws:sqs:*:*:?", "arn:aws:s3:::b/ada"]
    other = {key: value for key, value in plain.items() if key != name} | {f"Not{name}": plain[name]}
    either = {**plain, name: "*"}

    found = [decide(request, [("identity", [each])]) == "explicitDeny" for each in (plain, other, either)]

    assert found[0] + found[1] == found[2]


@given(requests, st.sampled_from(list(NEGATIONS.items())), keys, some([v for v in VALUES if "$" not in v]))
def test_an_operator_and_its_negation_never_agree(
    request: Request, pair: tuple[str, str], key: str, values: list[str]
) -> None:
    found = [holds({operator: {key: values}}, request) for operator in pair]

    assert found[0] is not found[1]


@given(requests, st.sampled_from(OPERATORS), st.sampled_from(["", "ForAnyValue:", "ForAllValues:"]), tests)
def test_if_exists_never_asks_more(request: Request, operator: str, quantifier: str, tested: Conditions) -> None:
    if holds({f"{quantifier}{operator}": tested}, request):
        assert holds({f"{quantifier}{operator}IfExists": tested}, request)


@given(requests, conditions, conditions)
def test_another_condition_never_makes_a_statement_apply(
    request: Request, some: Conditions, others: Conditions
) -> None:
    assert holds({**others, **some}, request) <= holds(some, request)


@given(requests, keys)
def test_null_says_whether_a_key_is_there(request: Request, key: str) -> None:
    assert holds({"Null": {key: "true"}}, request) is not holds({"Null": {key: "false"}}, request)


words = st.sampled_from([*VALUES, *ACTION_PATTERNS, *NAMED])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
ELEMENTS = ["Sid", "Effect", "Principal", "NotPrincipal", "Action", "NotAction", "Resource", "NotResource", "Condition"]
loose_statements = st.dictionaries(st.sampled_from(ELEMENTS) | st.text(), json_values | conditions, max_size=6)
loose_policies = st.fixed_dictionaries(
    {"Statement": st.lists(loose_statements | json_values, max_size=2) | loose_statements | json_values},
    optional={"Version": st.sampled_from(["2012-10-17", "2008-10-17"]) | json_values, "Id": json_values},
)
kinds = st.sampled_from(get_args(PolicyType))


@given(json_values | loose_policies, kinds, requests)
def test_any_json_is_a_policy_or_an_invalid_policy(value: Any, kind: PolicyType, request: Request) -> None:
    for document in (value, json.dumps(value)):
        with suppress(InvalidPolicy):
            assert evaluate(request, [Policy.parse(document, kind)]).why


@given(st.text() | st.text(alphabet='{}[]",:\\ae0'), kinds)
def test_any_text_is_a_policy_or_an_invalid_policy(text: str, kind: PolicyType) -> None:
    with pytest.raises(InvalidPolicy):
        Policy.parse(text, kind)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"Statement":' * 100_000, "1" * 10_000], ids=["lists", "objects", "digits"]
)
def test_a_monstrous_text_is_an_invalid_policy(text: str) -> None:
    with pytest.raises(InvalidPolicy):
        Policy.parse(text, "identity")


@pytest.mark.parametrize("value", [10**5_000, float("inf"), float("nan")], ids=["endless", "infinite", "no number"])
def test_a_number_that_json_cannot_write_is_an_invalid_policy(value: float) -> None:
    conditioned = {"Effect": "Allow", "Action": "*", "Resource": "*", "Condition": {"NumericEquals": {"x:y": value}}}
    for statement in (conditioned, {**conditioned, "Effect": value}):
        with pytest.raises(InvalidPolicy) as refusal:
            Policy.parse({"Statement": statement}, "identity")
        assert "set_int_max_str_digits" not in str(refusal.value)


def test_a_number_of_too_many_digits_is_told_in_words_of_ours() -> None:
    with pytest.raises(InvalidPolicy, match=r"^The policy has a number of too many digits\.$"):
        Policy.parse(f'{{"Statement": {"1" * 5_000}}}', "identity")


@given(st.text(), st.text(), st.text(), st.dictionaries(st.text(), st.text() | st.lists(st.text())), policies)
def test_any_request_is_decided(
    principal: str, action: str, resource: str, context: dict[str, Any], given_policies: Policies
) -> None:
    assert decide(Request(principal, action, resource, context), given_policies) in get_args(Outcome)


@given(st.text(alphabet="ab*?", max_size=12), st.text(alphabet="ab", max_size=12))
def test_wildcards_match_as_trying_every_run_of_characters_would(pattern: str, value: str) -> None:
    condition = {"StringLike": {"x:y": pattern}}

    assert holds(condition, Request("*", "s3:GetObject", "*", {"x:y": value})) is like(pattern, value)


def like(pattern: str, value: str) -> bool:
    if not pattern:
        return not value
    if pattern[0] == "*":
        return any(like(pattern[1:], value[start:]) for start in range(len(value) + 1))
    return bool(value) and pattern[0] in ("?", value[0]) and like(pattern[1:], value[1:])


def test_many_wildcards_do_not_take_exponential_time() -> None:
    condition = {"StringLike": {"x:y": "*a" * 40 + "b"}}

    assert not holds(condition, Request("*", "s3:GetObject", "*", {"x:y": "a" * 5_000}))
