import json
from dataclasses import replace
from typing import Any

import pytest

from pulumicheck.plan.recording import Resource
from pulumicheck.review.permissions import permission_changes
from pulumicheck.review.resource_changes import ResourceChange, resource_changes
from pulumicheck.review.rows import warnings
from pulumicheck.review.steps import steps
from tests.fixtures.programs import declared


def _resource(type_: str, name: str = "it", **inputs: Any) -> Resource:
    return declared(type_, name, inputs)


def _changes(before: list[Resource], after: list[Resource]) -> list[ResourceChange]:
    return resource_changes(steps(before, after))


QUEUE = _resource("aws:sqs/queue:Queue", visibilityTimeoutSeconds=60)
THING = _resource("aws:new/thing:Thing")


def _with(resource: Resource, **inputs: Any) -> Resource:
    return replace(resource, inputs={**resource.inputs, **inputs})


@pytest.mark.parametrize(
    ("before", "after", "change", "because"),
    [
        (QUEUE, _with(QUEUE, visibilityTimeoutSeconds=90), "changed", ()),
        (QUEUE, _with(QUEUE, fifoQueue=True), "replaced", ("fifoQueue",)),
        (QUEUE, _with(QUEUE, region="eu-west-1"), "replaced", ("region",)),
        (_with(THING, name="a"), _with(THING, name="b"), "replaced", ("name",)),
        (_with(THING, size=1), _with(THING, size=2), "changed", ()),
        (QUEUE, replace(QUEUE, protect=True), "changed", ()),
    ],
    ids=["in place", "a forcing property", "its region", "a name of an unknown type", "an unknown type", "protection"],
)
def test_what_a_changed_property_comes_to(
    before: Resource, after: Resource, change: str, because: tuple[str, ...]
) -> None:
    (found,) = _changes([before], [after])

    assert (found.change, found.because) == (change, because)


def test_a_moved_resource_goes_unless_an_alias_keeps_it() -> None:
    moved = declared("aws:sqs/queue:Queue", "it", QUEUE.inputs, above="a:b:C$")

    lost, made = _changes([QUEUE], [moved])
    (kept,) = _changes([QUEUE], [replace(moved, aliases=(QUEUE.urn,))])

    assert (lost.change, lost.lost, made.change) == ("removed", "its messages", "added")
    assert (kept.change, kept.is_dangerous) == ("moved", False)


def test_what_stays_in_aws_is_not_lost() -> None:
    (gone,) = _changes([QUEUE], [])
    (kept,) = _changes([replace(QUEUE, retain_on_delete=True)], [])

    assert (gone.lost, gone.is_dangerous) == ("its messages", True)
    assert (kept.lost, kept.is_dangerous) == ("", False)
    assert [warning[:12] for warning in warnings(kept)] == ["stays in AWS"]


def test_another_region_of_the_provider_replaces_it_and_all_that_it_manages() -> None:
    provider = _resource("pulumi:providers:aws", "aws", region="a")
    queue = replace(QUEUE, provider=provider.urn)
    role = replace(_resource("aws:iam/role:Role"), provider=provider.urn)

    changes = _changes([provider, queue, role], [_with(provider, region="b"), queue, role])

    assert {each.resource.name: each.change for each in changes} == {"aws": "replaced", "it": "replaced"}


def test_protect_that_is_taken_away_is_told_and_a_protected_removal_is_refused() -> None:
    protected = replace(QUEUE, protect=True)

    (unprotected,) = _changes([protected], [QUEUE])
    (removed,) = _changes([protected], [])

    assert (unprotected.protection, unprotected.is_dangerous) == ("removed", False)
    assert removed.is_refused


def test_a_policy_that_goes_while_its_queue_stays_denies_no_longer() -> None:
    deny = (
        '{"Version": "2012-10-17", "Statement": {"Sid": "No", "Effect": "Deny", "Principal": "*", "Action": "sqs:*"}}'
    )
    policy = _resource("aws:sqs/queuePolicy:QueuePolicy", "policy", queueUrl="it", policy=deny)

    (alone,) = permission_changes([QUEUE, policy], [QUEUE])
    (together,) = permission_changes([QUEUE, policy], [])

    assert (alone.verdict, together.verdict) == ("broader", "narrower")


def test_a_policy_of_a_type_that_is_not_known_is_found_by_what_it_holds() -> None:
    allow = '{"Version": "2012-10-17", "Statement": {"Sid": "S", "Effect": "Allow", "Principal": "*", "Action": "x:Y"}}'

    for policy in (allow, json.loads(allow)):
        (change,) = permission_changes([], [_with(THING, policy=policy)])

        assert (change.who, change.kind, change.verdict) == ("thing it", "resource", "broader")
