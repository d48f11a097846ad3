"""Policies are compared right, and within a number of steps that take less than two seconds."""

from collections.abc import Callable, Mapping

import pytest

from pulumicheck.iam.effort import STEPS
from tests.pulumicheck.review.comparisons import (
    MANAGED,
    REWRITTEN,
    Statements,
    allows_the_new,
    compare,
    one_action_less,
    one_statement_more,
)
from tests.pulumicheck.review.hard_comparisons import HARD

FEW = 20_000
"""Steps, some twenty milliseconds: what is enough for a small change of any of AWS's own policies."""
MONSTER = "letters and question marks"
LONG = [pytest.param(1, marks=pytest.mark.long), 100]


def _some(step: int) -> Mapping[str, Statements]:
    return dict(list(MANAGED.items())[::step])


@pytest.mark.parametrize("step", LONG, ids=["all", "some"])
@pytest.mark.parametrize("rewritten", REWRITTEN.values(), ids=REWRITTEN)
def test_an_aws_managed_policy_rewritten_is_equal(rewritten: Callable[[Statements], Statements], step: int) -> None:
    found = {name: compare(before, rewritten(before)) for name, before in _some(step).items()}

    assert {name: each for name, each in found.items() if each.verdict != "equal"} == {}
    assert max(each.steps for each in found.values()) < STEPS // 5


@pytest.mark.parametrize("step", LONG, ids=["all", "some"])
def test_an_aws_managed_policy_with_one_statement_more_is_broader(step: int) -> None:
    found = {name: compare(before, one_statement_more(before)) for name, before in _some(step).items()}

    assert {found[name].verdict for name, before in _some(step).items() if not allows_the_new(before)} == {"broader"}
    assert {each.verdict for each in found.values()} <= {"broader", "equal"}
    assert max(each.steps for each in found.values()) < FEW


@pytest.mark.parametrize("step", LONG, ids=["all", "some"])
def test_an_aws_managed_policy_with_one_action_less_is_narrower(step: int) -> None:
    changed = {
        name: (before, after) for name, before in _some(step).items() if (after := one_action_less(before)) != before
    }
    found = {name: compare(*sides) for name, sides in changed.items()}

    assert {name: each for name, each in found.items() if each.verdict != "narrower"} == {}
    assert max(each.steps for each in found.values()) < FEW


def test_there_are_enough_of_them() -> None:
    assert len(MANAGED) > 1_000


@pytest.mark.parametrize("name", sorted(HARD.keys() - {MONSTER}))
def test_a_hard_pair_of_policies_is_compared_within_the_steps(name: str) -> None:
    found = compare(*HARD[name]())

    assert found.steps < STEPS
    assert not found.too_complex


def test_what_is_too_complex_is_taken_as_broader_and_asked_once() -> None:
    before, after, kind = HARD[MONSTER]()
    again = {"Sid": "Again"}

    found = compare([*before, before[0] | again], [*after, after[0] | again], kind)

    assert (found.verdict, found.too_complex) == ("broader", True)
    assert found.steps < STEPS * 3 // 2
