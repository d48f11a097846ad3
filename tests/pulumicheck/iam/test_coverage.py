from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.iam.coverage import uncovered
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import Statement
from tests.fixtures.examples import examples

ACTIONS = ["x:A", "x:B", "x:*", "x:?", "*"]
RESOURCES = [f"arn:aws:x:::{text}" for text in ("a", "b", "a*", "*", "${x:v}", "a${x:v}", "${x:v}*", "?")]
ASKED = [f"arn:aws:x:::{text}" for text in ("a", "b", "ab", "aab", "bb", "")]
USER = "arn:aws:iam::123456789012:user/ada"


def _statement(action: str, actions: list[str], resource: str, resources: list[str]) -> dict[str, Any]:
    return {"Effect": "Allow", action: actions, resource: resources}


def _some(values: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=2)


statements = st.builds(
    _statement,
    st.sampled_from(["Action", "Action", "NotAction"]),
    _some(ACTIONS),
    st.sampled_from(["Resource", "Resource", "NotResource"]),
    _some(RESOURCES),
)
requests = [
    Request(USER, action, resource, {"x:v": variable} if variable is not None else {})
    for action in ("x:A", "x:B", "x:CC", "y:A")
    for resource in ASKED
    for variable in (None, "a", "b", "ab", "")
]


def _read(*those: dict[str, Any]) -> tuple[Statement, ...]:
    return Policy.parse({"Version": "2012-10-17", "Statement": list(those)}, "identity").statements


@examples(600)
@given(statements, st.lists(statements, min_size=1, max_size=3))
def test_what_is_covered_is_allowed_by_the_others(inner: dict[str, Any], others: list[dict[str, Any]]) -> None:
    (mine,), its = (_read(*those) for those in ([inner], others))
    if uncovered(mine, its):
        return

    assert [each for each in requests if mine.applies(each) and not any(other.applies(each) for other in its)] == []


@pytest.mark.parametrize(
    ("inner", "others", "covered"),
    [
        ((["x:A", "x:B"], ["a"]), [(["x:A"], ["a"]), (["x:B"], ["a"])], True),
        ((["x:A"], ["a", "b"]), [(["x:A"], ["a"]), (["x:A"], ["b"])], True),
        ((["x:A", "x:B"], ["a", "b"]), [(["x:A"], ["a"]), (["x:B"], ["b"])], False),
        ((["x:?"], ["a"]), [(["x:*"], ["*"])], True),
    ],
    ids=["split by action", "split by resource", "a cross product", "wildcards"],
)
def test_several_statements_cover_one_or_not(inner: Any, others: Any, *, covered: bool) -> None:
    def statement(actions: list[str], resources: list[str]) -> dict[str, Any]:
        return _statement("Action", actions, "Resource", [f"arn:aws:x:::{each}" for each in resources])

    (mine,) = _read(statement(*inner))

    assert (not uncovered(mine, _read(*(statement(*other) for other in others)))) is covered
