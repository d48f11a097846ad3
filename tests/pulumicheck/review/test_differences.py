import json
from typing import Any

import pytest

from pulumicheck.review.differences import ABSENT, Difference, differences
from pulumicheck.review.words import change_of


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [("a", 1, 2)]),
        ({"a": {"b": {"c": "x"}}}, {"a": {"b": {"c": "y"}}}, [("a.b.c", "x", "y")]),
        ({"a": 1}, {"b": 1}, [("a", 1, ABSENT), ("b", ABSENT, 1)]),
        ({"a": 1}, {"a": True}, [("a", 1, True)]),
        ({"a": "[1"}, {"a": "[2"}, [("a", "[1", "[2")]),
        ({"a": ["x"]}, {"a": ["x", "y"]}, [("a", ["x"], ["x", "y"])]),
        ({"a": [{"name": "x", "type": "S"}]}, {"a": [{"name": "x", "type": "N"}]}, [("a[x].type", "S", "N")]),
        ({"a": [{"v": 1}, {"v": 2}]}, {"a": [{"v": 1}, {"v": 3}]}, [("a[1].v", 2, 3)]),
        ({"a": [{"name": "x"}, {"name": "x"}]}, {"a": [{"name": "x"}]}, [("a[1]", {"name": "x"}, ABSENT)]),
    ],
)
def test_differences_are_told_as_deep_as_they_go(before: Any, after: Any, found: list[tuple[str, Any, Any]]) -> None:
    assert list(differences(before, after)) == [Difference(*each) for each in found]


def test_texts_that_hold_json_are_compared_as_what_they_hold() -> None:
    before = {"policy": json.dumps({"Statement": [{"Sid": "A", "Action": "x:Y"}, {"Sid": "B"}]})}
    after = {"policy": json.dumps({"Statement": [{"Sid": "B"}, {"Sid": "A", "Action": "x:Z"}]}, indent=2)}

    assert list(differences(before, after)) == [Difference("policy.Statement[A].Action", "x:Y", "x:Z")]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("a", "b", "a → b"),
        (ABSENT, 1, "+ 1"),
        ({"a": 1}, ABSENT, '- {"a": 1}'),
        (["a", "b"], ["b", "c"], "- a, + c"),
        (["a", "b"], ["b", "a"], "in another order: b, a"),
        ("", " ", '"" → " "'),
    ],
)
def test_a_difference_is_one_line(before: Any, after: Any, shown: str) -> None:
    assert change_of(Difference("x", before, after)) == shown
