"""What the step generator makes of options, dependents, providers, imports and reads; the engine's own tests beside it
are in tests/engine."""

from dataclasses import replace
from typing import Any

import pytest

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import UNKNOWN, Secret
from pulumicheck.review.overlaps import made_and_taken_away
from pulumicheck.review.steps import Step, as_deployed, steps
from tests.fixtures.programs import declared

QUEUE = declared("aws:sqs/queue:Queue", "q", {"name": "jobs", "delaySeconds": 1})
AUTO = declared("aws:sqs/queue:Queue", "q", {"delaySeconds": 1})
POLICY = replace(
    declared("aws:sqs/queuePolicy:QueuePolicy", "p", {"queueUrl": "https://jobs", "policy": "{}"}),
    property_dependencies={"queueUrl": (QUEUE.urn,)},
)
TOPIC = declared("aws:sns/topic:Topic", "t", {})
ROLE = declared("aws:iam/role:Role", "r", {"path": "/"})
PROVIDER = declared("pulumi:providers:aws", "p", {"region": "eu-west-1"})
GROUP = replace(declared("own:x:Group", "g", {}), custom=False)


def _with(resource: Resource, /, **inputs: Any) -> Resource:
    return replace(resource, inputs={**resource.inputs, **inputs})


def _ops(before: list[Resource], after: list[Resource], **more: Any) -> dict[str, str]:
    return {step.resource.name: step.op for step in steps(before, after, **more) if step.resource.custom}


SLOWER = _with(QUEUE, delaySeconds=2)
RENAMED = _with(QUEUE, name="mails")


@pytest.mark.parametrize(
    ("before", "after", "op"),
    [
        (QUEUE, QUEUE, "same"),
        (QUEUE, SLOWER, "update"),
        (QUEUE, RENAMED, "replace"),
        (QUEUE, replace(RENAMED, ignore_changes=("name",)), "same"),
        (replace(QUEUE, ignore_changes=("name",)), RENAMED, "replace"),
        (QUEUE, replace(_with(QUEUE, name="mails", delaySeconds=2), ignore_changes=("name",)), "update"),
        (QUEUE, replace(SLOWER, ignore_changes=("*",)), "same"),
        (QUEUE, replace(SLOWER, replace_on_changes=("delaySeconds",)), "replace"),
        (QUEUE, replace(SLOWER, replace_on_changes=("*",)), "replace"),
        (QUEUE, replace(SLOWER, replace_on_changes=("tags",)), "update"),
        (QUEUE, replace(QUEUE, replace_on_changes=("*",)), "same"),
        (QUEUE, replace(SLOWER, replace_on_changes=("*",), ignore_changes=("delaySeconds",)), "same"),
        (replace(QUEUE, replace_on_changes=("*",)), SLOWER, "update"),
        (QUEUE, replace(QUEUE, replacement_trigger="1"), "same"),
        (replace(QUEUE, replacement_trigger="1"), replace(QUEUE, replacement_trigger="2"), "replace"),
        (replace(QUEUE, replacement_trigger=Secret(1)), replace(QUEUE, replacement_trigger=Secret(2)), "replace"),
        (replace(QUEUE, replacement_trigger="1"), replace(QUEUE, replacement_trigger="1"), "same"),
        (QUEUE, replace(QUEUE, replacement_trigger=UNKNOWN), "replace"),
        (replace(QUEUE, replacement_trigger="1"), QUEUE, "same"),
        (_with(QUEUE, tags=Secret({"a": "1"})), _with(QUEUE, tags=Secret({"a": "2"})), "update"),
        (_with(QUEUE, tags=Secret({"a": "1"})), _with(QUEUE, tags={"a": "1"}), "same"),
        (QUEUE, replace(QUEUE, import_id="there"), "replace"),
        (replace(QUEUE, import_id="there"), replace(QUEUE, import_id="there"), "same"),
        (replace(QUEUE, import_id="there"), QUEUE, "same"),
        (replace(QUEUE, external=True), QUEUE, "replace"),
        (replace(QUEUE, id="one"), replace(QUEUE, id="other", external=True), "replace"),
        (QUEUE, replace(QUEUE, external=True), "read"),
        (QUEUE, _with(QUEUE, name=UNKNOWN), "replace"),
        (QUEUE, _with(QUEUE, delaySeconds=UNKNOWN), "update"),
    ],
)
def test_what_becomes_of_one_resource(before: Resource, after: Resource, op: str) -> None:
    (step,) = steps([before], [after])

    assert step.op == op


def test_what_is_new_is_made_imported_or_read_and_what_is_gone_is_deleted_or_forgotten() -> None:
    assert _ops([], [QUEUE]) == {"q": "create"}
    assert _ops([], [replace(QUEUE, import_id="there")]) == {"q": "import"}
    assert _ops([], [replace(QUEUE, external=True)]) == {"q": "read"}
    assert _ops([QUEUE], []) == {"q": "delete"}
    assert _ops([replace(QUEUE, external=True)], []) == {"q": "discard"}


def _moved(resource: Resource, **more: Any) -> Resource:
    urn = resource.urn.replace("::aws:", "::own:x:Group$aws:")
    return replace(resource, urn=urn, parent=GROUP.urn, **more)


def test_a_resource_is_its_urn_whatever_it_is_called() -> None:
    other = declared("aws:sqs/queue:Queue", "other", QUEUE.inputs)

    assert _ops([QUEUE], [other]) == {"other": "create", "q": "delete"}
    assert _ops([QUEUE], [replace(other, aliases=(QUEUE.urn,))]) == {"other": "same"}
    assert [step.op for step in steps([QUEUE], [GROUP, _moved(QUEUE)])] == ["create", "create", "delete"]


def test_an_alias_of_a_parent_counts_only_where_the_state_has_the_parent_under_it() -> None:
    old = replace(GROUP, type="own:x:Old", urn=GROUP.urn.replace("own:x:Group", "own:x:Old"))
    child = replace(QUEUE, urn=QUEUE.urn.replace("::aws:", "::own:x:Old$aws:"), parent=old.urn)
    group = replace(GROUP, aliases=(old.urn,))
    moved = _moved(QUEUE, aliases=(child.urn,))

    assert "delete" not in {step.op for step in steps([old, child], [group, moved]) if step.resource.custom}
    # As the state has the parent by its own URN, the engine asks for no other.
    assert "delete" in {step.op for step in steps([GROUP, old, child], [group, moved]) if step.resource.custom}


def test_a_child_called_after_its_parent_is_found_under_the_parent_s_old_name() -> None:
    old = replace(GROUP, name="app", urn=GROUP.urn.replace("::g", "::app"))
    child = _moved(replace(QUEUE, name="app-q", urn=QUEUE.urn.replace("::q", "::app-q")))
    group = replace(GROUP, name="web", urn=GROUP.urn.replace("::g", "::web"), aliases=(old.urn,))
    renamed = replace(child, name="web-q", urn=child.urn.replace("::app-q", "::web-q"), parent=group.urn)

    assert _ops([old, replace(child, parent=old.urn)], [group, renamed]) == {"web-q": "same"}


@pytest.mark.parametrize(
    ("queue", "policy"),
    [
        (QUEUE, "same"),
        (SLOWER, "same"),
        (RENAMED, "replace"),
        (replace(SLOWER, replace_on_changes=("*",)), "replace"),
        (replace(QUEUE, replacement_trigger=UNKNOWN), "replace"),
    ],
)
def test_what_is_made_of_a_resource_goes_with_it_if_it_cannot_be_without(queue: Resource, policy: str) -> None:
    assert _ops([QUEUE, POLICY], [queue, POLICY])["p"] == policy


def test_what_goes_before_its_queue_and_is_not_declared_again_is_deleted() -> None:
    assert _ops([QUEUE, POLICY], [RENAMED]) == {"q": "replace", "p": "delete"}


def test_what_is_made_of_something_new_is_unknown_where_the_program_does_not_tell() -> None:
    updated = replace(_with(TOPIC, policy="{}"), property_dependencies={"policy": (QUEUE.urn,)})

    assert _ops([updated], [QUEUE, updated]) == {"q": "create", "t": "update"}
    assert _ops([updated], [QUEUE, updated], tells_unknowns=True) == {"q": "create", "t": "same"}


def test_unknowns_that_the_program_tells_are_new_only_if_what_they_are_made_of_is() -> None:
    known = replace(_with(TOPIC, policy=UNKNOWN), property_dependencies={"policy": (QUEUE.urn,)})

    assert _ops([QUEUE, known], [QUEUE, known], tells_unknowns=True) == {"q": "same", "t": "same"}
    assert _ops([QUEUE, known], [RENAMED, known], tells_unknowns=True) == {"q": "replace", "t": "update"}
    made = _with(QUEUE, tags=UNKNOWN)
    assert _ops([QUEUE, known], [made, known], tells_unknowns=True) == {"q": "update", "t": "update"}


@pytest.mark.parametrize("tied", [{"replace_with": (QUEUE.urn,)}, {"deleted_with": QUEUE.urn}])
def test_what_is_tied_to_another_is_replaced_with_it(tied: dict[str, Any]) -> None:
    topic = replace(TOPIC, **tied)

    assert _ops([QUEUE, topic], [RENAMED, topic]) == {"q": "replace", "t": "replace"}
    assert _ops([QUEUE, TOPIC], [RENAMED, topic]) == {"q": "replace", "t": "replace"}
    assert _ops([QUEUE, topic], [SLOWER, topic]) == {"q": "update", "t": "same"}


@pytest.mark.parametrize(
    ("provider", "op"),
    [
        (_with(PROVIDER, region="us-east-1"), "replace"),
        (_with(PROVIDER, region=UNKNOWN), "replace"),
        (_with(PROVIDER, maxRetries=3), "same"),
        (_with(PROVIDER, defaultTags='{"tags": {"a": "b"}}'), "update"),
    ],
)
def test_another_region_of_the_provider_makes_a_new_one_of_all(provider: Resource, op: str) -> None:
    queue = replace(QUEUE, provider=PROVIDER.urn)

    assert _ops([PROVIDER, queue], [provider, queue])["q"] == op


def test_to_another_provider_of_the_same_region_nothing_changes() -> None:
    other = declared("pulumi:providers:aws", "o", {"region": "eu-west-1"})
    settings = ({"aws:region": "eu-west-1"}, {"aws:region": "eu-west-1"})
    one, two = (replace(QUEUE, provider=each.urn) for each in (PROVIDER, other))

    assert _ops([PROVIDER, one], [PROVIDER, other, two])["q"] == "same"
    assert _ops([QUEUE], [PROVIDER, one], settings=settings)["q"] == "same"
    assert _ops([QUEUE], [PROVIDER, one], settings=({"aws:region": "us-east-1"}, {}))["q"] == "replace"
    assert _ops([QUEUE], [QUEUE], settings=(settings[0], {"aws:region": "us-east-1"}))["q"] == "replace"


def test_of_a_provider_that_is_not_aws_s_any_setting_may_make_a_new_one() -> None:
    cluster = declared("pulumi:providers:kubernetes", "k", {"kubeconfig": "a"})
    secret = replace(declared("kubernetes:core/v1:Secret", "s", {}), provider=cluster.urn)

    assert _ops([cluster, secret], [_with(cluster, kubeconfig="b"), secret])["s"] == "replace"


@pytest.mark.parametrize(
    ("before", "after", "first"),
    [
        (QUEUE, RENAMED, True),
        (AUTO, replace(_with(AUTO, delaySeconds=2), replace_on_changes=("*",)), False),
        (QUEUE, replace(RENAMED, delete_before_replace=False), False),
        (QUEUE, replace(SLOWER, replace_on_changes=("*",)), False),
        (QUEUE, replace(SLOWER, replace_on_changes=("*",), delete_before_replace=True), True),
        (ROLE, _with(ROLE, path="/x/"), False),
        (_with(ROLE, name="r"), _with(ROLE, name="r", path="/x/"), True),
    ],
)
def test_the_old_one_goes_first_where_the_program_says_so_or_gives_it_a_name(
    before: Resource,
    after: Resource,
    first: bool,  # noqa: FBT001
) -> None:
    (step,) = steps([before], [after])

    assert (step.op, step.deletes_first) == ("replace", first)


def test_what_is_ignored_stays_in_aws_unless_it_is_made_anew() -> None:
    wide = replace(_with(ROLE, assumeRolePolicy="wide"), ignore_changes=("assumeRolePolicy",))
    narrow = _with(ROLE, assumeRolePolicy="narrow")

    for after, policy in ((wide, "narrow"), (_with(wide, path="/x/"), "wide")):
        (deployed,) = as_deployed([after], steps([narrow], [after]))
        assert deployed.inputs["assumeRolePolicy"] == policy


def _overlaps(*made: Step) -> list[str]:
    return [doubt.urn for doubt in made_and_taken_away(made)]


def test_what_is_made_and_then_deleted_under_one_name_is_a_doubt() -> None:
    other = declared("aws:sqs/queue:Queue", "other", QUEUE.inputs)
    policy = declared("aws:sqs/queuePolicy:QueuePolicy", "o", POLICY.inputs)
    prefixed = [declared("aws:s3/bucket:Bucket", name, {"bucketPrefix": "b-"}) for name in ("one", "two")]
    things = [declared("aws:new/thing:Thing", name, {"size": 1}) for name in ("one", "two")]

    assert _overlaps(*steps([QUEUE], [other])) == [other.urn]
    assert _overlaps(*steps([QUEUE, POLICY], [QUEUE, policy])) == [policy.urn]
    assert _overlaps(*steps([things[0]], [things[1]])) == [things[1].urn]
    assert _overlaps(*steps([prefixed[0]], [prefixed[1]])) == []
    assert _overlaps(*steps([AUTO], [_with(other, name=None)])) == []
    assert _overlaps(*steps([replace(QUEUE, retain_on_delete=True)], [other])) == []


def test_what_is_replaced_under_its_own_name_before_it_is_deleted_is_a_doubt() -> None:
    trigger = replace(QUEUE, replacement_trigger=UNKNOWN)

    assert _overlaps(*steps([QUEUE], [trigger])) == [QUEUE.urn]
    assert _overlaps(*steps([QUEUE], [replace(trigger, delete_before_replace=True)])) == []
    assert _overlaps(*steps([AUTO], [replace(AUTO, replacement_trigger=UNKNOWN)])) == []


def test_what_is_ignored_is_read_as_it_was_and_all_else_as_it_is() -> None:
    before = _with(ROLE, assumeRolePolicy="narrow")
    after = replace(_with(ROLE, assumeRolePolicy="broad", description="x"), ignore_changes=("assumeRolePolicy",))

    (deployed,) = as_deployed([after], steps([before], [after]))

    assert deployed.inputs == {"assumeRolePolicy": "narrow", "description": "x", "path": "/"}


def test_what_is_new_ignores_nothing() -> None:
    new = replace(_with(POLICY, policy="broad"), ignore_changes=("policy",))

    assert as_deployed([new], steps([], [new])) == (new,)
