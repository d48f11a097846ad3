import json
from typing import Any

import pytest

from pulumicheck.plan.recording import Resource
from pulumicheck.review.engine import Contradiction, contradictions, engine_changes
from pulumicheck.review.preview import Preview, read_preview
from pulumicheck.review.resource_changes import Change, ResourceChange

URN = "urn:pulumi:dev::shop::aws:sqs/queue:Queue::jobs"


STACK = {"urn": "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", "type": "pulumi:pulumi:Stack"}


def _preview(*ops: str, **state: Any) -> Preview:
    known = {"urn": URN, "type": "aws:sqs/queue:Queue", "custom": True, **state}
    steps = [{"op": op, "urn": URN, "oldState": known, "newState": known} for op in ops]
    whole = {"op": "same", "urn": STACK["urn"], "oldState": STACK, "newState": STACK}
    return read_preview(json.dumps({"steps": [whole, *steps]}))


def _change(change: Change) -> ResourceChange:
    resource = Resource("aws:sqs/queue:Queue", "jobs", URN, None, True, {}, {}, "", False, (), "")
    return ResourceChange(change, resource)


@pytest.mark.parametrize(
    ("ops", "word"),
    [
        (("same",), None),
        (("create",), "added"),
        (("update",), "changed"),
        (("delete",), "removed"),
        (("replace",), "replaced"),
        (("create-replacement", "replace", "delete-replaced"), "replaced"),
        (("import-replacement", "replace"), "replaced"),
        (("read-replacement", "replace", "delete-replaced"), "replaced"),
        (("create", "delete"), "replaced"),
        (("import",), "imported"),
        (("import", "update"), "imported"),
        (("discard",), None),
        (("refresh",), None),
        (("refresh", "update"), "changed"),
        (("an op of next year",), "changed"),
    ],
)
def test_an_operation_is_told_in_the_review_s_words(ops: tuple[str, ...], word: str | None) -> None:
    assert engine_changes(_preview(*ops)) == ({URN: word} if word else {})


def test_what_is_only_read_is_no_change_and_what_is_no_longer_managed_leaves_the_stack() -> None:
    assert engine_changes(_preview("read", external=True)) == {}
    assert engine_changes(_preview("read")) == {URN: "removed"}


def test_an_operation_that_is_not_known_is_a_doubt() -> None:
    assert [doubt.what for doubt in _preview("an op of next year").doubts] == ["the operation an op of next year"]


def test_components_are_no_more_than_their_children() -> None:
    assert engine_changes(_preview("update", custom=False)) == {}


@pytest.mark.parametrize(
    ("ours", "engines", "agree"),
    [
        ("changed", "changed", True),
        ("moved", "", True),
        ("moved", "changed", True),
        ("changed", "replaced", False),
        ("added", "import", False),
        ("removed", "", False),
    ],
)
def test_both_say_the_same_or_it_is_told(ours: Change, engines: str, agree: bool) -> None:  # noqa: FBT001
    found = contradictions([_change(ours)], {URN: engines})

    assert found == ([] if agree else [Contradiction(URN, ours, engines)])


def test_what_only_the_engine_knows_of_is_told() -> None:
    assert contradictions([], {URN: "replaced"}) == [Contradiction(URN, "", "replaced")]
