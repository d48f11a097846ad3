import json
from typing import Any

import pytest

from pulumicheck.plan.recording import Resource
from pulumicheck.review.engine import Contradiction, contradictions, read_engine_changes
from pulumicheck.review.resource_changes import Change, ResourceChange

URN = "urn:pulumi:dev::shop::aws:sqs/queue:Queue::jobs"


def _steps(*ops: str, **state: Any) -> str:
    known = {"urn": URN, "custom": True, **state}
    return json.dumps({"steps": [{"op": op, "urn": URN, "oldState": known, "newState": known} for op in ops]})


def _change(change: Change) -> ResourceChange:
    resource = Resource("aws:sqs/queue:Queue", "jobs", URN, None, True, {}, {}, "", False, (), "")
    return ResourceChange(change, resource)


@pytest.mark.parametrize(
    ("ops", "word"),
    [
        (("same",), ""),
        (("create",), "added"),
        (("update",), "changed"),
        (("delete",), "removed"),
        (("replace",), "replaced"),
        (("create-replacement", "replace", "delete-replaced"), "replaced"),
        (("import",), "import"),
        (("an op of next year",), "an op of next year"),
    ],
)
def test_an_operation_is_told_in_the_review_s_words_and_an_unknown_one_in_its_own(
    ops: tuple[str, ...], word: str
) -> None:
    assert read_engine_changes(_steps(*ops)) == {URN: word}


def test_components_are_no_more_than_their_children() -> None:
    assert read_engine_changes(_steps("update", custom=False)) == {}


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
