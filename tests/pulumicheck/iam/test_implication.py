from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.iam.conditions import read_conditions
from pulumicheck.iam.implication import Conditions, alternatives, implies
from tests.fixtures.examples import examples

Element = dict[str, Any]

ARNS = ["arn:aws:s3:::a", "arn:aws:s3:*:*:*", "arn:*"]
TEXTS = ["a", "A", "b", "a*", "*", "?", "", "${x:v}", "${x:v}*", "a${x:v}", *ARNS]
NUMBERS = ["1", "2", "2.0", "3", "none"]
STEMS = {
    **{f"String{name}": TEXTS for name in ("Equals", "NotEquals", "Like", "NotLike")},
    **{f"String{name}IgnoreCase": TEXTS for name in ("Equals", "NotEquals")},
    **{f"Arn{name}": TEXTS for name in ("Like", "NotLike")},
    **{f"Numeric{name}": NUMBERS for name in ("Equals", "NotEquals", "LessThan", "LessThanEquals")},
    **{f"Numeric{name}": NUMBERS for name in ("GreaterThan", "GreaterThanEquals")},
    "DateLessThan": ["1", "2", "2026-01-01"],
    "Bool": ["true", "false", "TRUE"],
    "BinaryEquals": ["YQ==", "YQ", "Yg=="],
    **{name: ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.3", "::1"] for name in ("IpAddress", "NotIpAddress")},
}
FACTS = ["a", "A", "b", "ab", "", "*", "1", "2", "3", "true", "10.1.2.3", "10.2.0.0", "arn:aws:s3:::a", "YQ==", "v"]


@st.composite
def operators(draw: st.DrawFn, stems: list[str]) -> tuple[str, list[str]]:
    stem = draw(st.sampled_from(stems))
    values = draw(st.lists(st.sampled_from(STEMS[stem]), max_size=3))
    quantifier = draw(st.sampled_from(["", "", "ForAnyValue:", "ForAllValues:"]))
    return f"{quantifier}{stem}{draw(st.sampled_from(['', '', 'IfExists']))}", values


nulls = st.tuples(st.just("Null"), st.lists(st.sampled_from(["true", "false"]), min_size=1, max_size=2))
one = st.one_of(operators(list(STEMS)), nulls)
# Operators of one kind, so that they often say something about each other.
kinds = [[stem for stem in STEMS if stem.startswith(kind)] for kind in ("String", "Numeric")]
related = st.sampled_from([list(STEMS), *kinds]).flatmap(
    lambda stems: st.tuples(st.lists(st.one_of(operators(stems), nulls), min_size=1, max_size=2), operators(stems))
)
values = st.lists(st.sampled_from(FACTS), max_size=2)


def _conditions(*elements: tuple[str, list[str]]) -> Conditions:
    found = [read_conditions({operator: {"x:k": texts}}, "", variables=True) for operator, texts in elements]
    return tuple(condition for each in found for condition in each)


def _hold(conditions: Conditions, facts: dict[str, tuple[str, ...]]) -> bool:
    return all(condition.holds(facts) for condition in conditions)


@pytest.mark.long
@examples(1000)
@given(related, st.lists(values, min_size=4, max_size=8), st.sampled_from(["", *FACTS]))
def test_what_is_implied_holds_whenever_what_implies_it_does(
    pair: tuple[list[tuple[str, list[str]]], tuple[str, list[str]]], known: list[list[str]], variable: str
) -> None:
    strong, weak = _conditions(*pair[0]), _conditions(pair[1])
    facts = [{"x:k": tuple(each)} | ({"x:v": (variable,)} if variable else {}) for each in [[], *known]]

    if implies(strong, weak):
        assert [each for each in facts if _hold(strong, each) and not _hold(weak, each)] == []


@examples(300)
@given(st.lists(one, min_size=1, max_size=2), values)
def test_conditions_hold_when_one_of_their_alternatives_does(
    elements: list[tuple[str, list[str]]], known: list[str]
) -> None:
    conditions = _conditions(*elements)
    facts = {"x:k": tuple(known)}

    assert any(_hold(each, facts) for each in alternatives(conditions)) is _hold(conditions, facts)


@pytest.mark.parametrize(
    ("given_", "wanted", "implied"),
    [
        ({"StringEquals": "a"}, {"StringEquals": ["a", "b"]}, True),
        ({"StringEquals": ["a", "b"]}, {"StringEquals": "a"}, False),
        ({"StringEquals": "ab"}, {"StringLike": "a*"}, True),
        ({"StringEquals": "a"}, {"StringEqualsIgnoreCase": "A"}, True),
        ({"StringEqualsIgnoreCase": "A"}, {"StringEquals": "A"}, False),
        ({"StringEquals": "a"}, {"StringEqualsIfExists": "a"}, True),
        ({"StringEqualsIfExists": "a"}, {"StringEquals": "a"}, False),
        ({"StringEqualsIfExists": "a", "Null": "false"}, {"StringEquals": "a"}, True),
        ({"StringEquals": "a"}, {"Null": "false"}, True),
        ({"StringNotEquals": ["a", "b"]}, {"StringNotEquals": "a"}, True),
        ({"StringNotEquals": "a"}, {"StringNotEquals": ["a", "b"]}, False),
        ({"StringNotLike": "a*"}, {"StringNotEquals": "ab"}, True),
        ({"StringNotLike": "a*"}, {"StringNotEquals": "a${x:v}"}, False),
        ({"StringEquals": "a"}, {"StringNotEquals": "b"}, False),
        ({"ArnLike": "arn:aws:s3:::a"}, {"ArnLike": "arn:aws:s3:*:*:*"}, True),
        ({"ArnLike": "arn:aws:s3:::a*"}, {"StringLike": "arn:aws:s3:*"}, True),
        ({"StringLike": "arn:aws:s3:*"}, {"ArnLike": "arn:aws:s3:*:*:*"}, False),
        ({"NumericLessThan": "1"}, {"NumericLessThanEquals": "1"}, True),
        ({"NumericLessThanEquals": "1"}, {"NumericLessThan": "1"}, False),
        ({"NumericEquals": "2"}, {"NumericGreaterThan": "1"}, True),
        ({"NumericEquals": "1"}, {"NumericEquals": "1.0"}, True),
        ({"IpAddress": "10.1.0.0/16"}, {"IpAddress": "10.0.0.0/8"}, True),
        ({"NotIpAddress": "10.0.0.0/8"}, {"NotIpAddress": "10.1.0.0/16"}, True),
        ({"ForAllValues:StringEquals": "a"}, {"ForAllValues:StringEquals": ["a", "b"]}, True),
        ({"StringEquals": "a"}, {"ForAllValues:StringEquals": "a"}, False),
        ({"ForAllValues:StringEquals": "a"}, {"ForAnyValue:StringEquals": "a"}, False),
    ],
    ids=str,
)
def test_conditions_imply_others_or_not(given_: Element, wanted: Element, *, implied: bool) -> None:
    def conditions(element: Element) -> Conditions:
        return _conditions(*((name, [texts] if isinstance(texts, str) else texts) for name, texts in element.items()))

    assert implies(conditions(given_), conditions(wanted)) is implied
