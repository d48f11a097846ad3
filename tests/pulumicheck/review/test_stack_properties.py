"""The verdict against the access model, with all at once: attachments, groups, boundaries, policies of resources."""

import pytest
from hypothesis import given

from pulumicheck.iam.request import Request
from pulumicheck.review.permissions import permission_changes
from tests.fixtures.examples import examples
from tests.pulumicheck.review.stacks import Stack, changed, requests, stacks


def _check(change: tuple[Stack, Stack], asked: list[Request]) -> None:
    before, after = change
    told = permission_changes(before.resources(), after.resources())

    if not any(each.gains for each in told):
        assert [request for request in asked if after.allows(request) and not before.allows(request)] == []
    if not any(each.losses for each in told):
        assert [request for request in asked if before.allows(request) and not after.allows(request)] == []


@examples(40)
@given(changed(), requests)
def test_nothing_more_is_allowed_unless_something_is_called_broader(
    change: tuple[Stack, Stack], asked: list[Request]
) -> None:
    _check(change, asked)


@pytest.mark.long
@examples(400)
@given(changed(), requests)
def test_nothing_more_is_ever_allowed_unless_something_is_called_broader(
    change: tuple[Stack, Stack], asked: list[Request]
) -> None:
    _check(change, asked)


@examples(40)
@given(stacks)
def test_a_stack_is_no_change_of_itself(stack: Stack) -> None:
    assert permission_changes(stack.resources(), stack.resources()) == []
