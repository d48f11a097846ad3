import json
from dataclasses import replace

import pytest

from pulumicheck.plan.recording import Resource
from pulumicheck.review.as_sarif import sarif_of
from pulumicheck.review.consequences import Setting
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.engine import Contradiction
from pulumicheck.review.gate import GateChange
from pulumicheck.review.names import Accepted
from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.places import place_of
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review

STATEMENT = {"Sid": "Read", "Effect": "Allow", "Action": "s3:*", "Resource": "*"}
POLICY = json.dumps({"Version": "2012-10-17", "Statement": STATEMENT})
QUEUE = "aws:sqs/queue:Queue"


def _resource(pulumi_name: str, source: str, type_: str = QUEUE, **inputs: object) -> Resource:
    urn = f"urn:pulumi:dev::shop::{type_}::{pulumi_name}"
    return Resource(type_, pulumi_name, urn, None, True, inputs, {}, "", True, (), "", source=source)


TABLE = _resource("orders", "infra/my table.py:7", "aws:dynamodb/table:Table")
ROLE_POLICY = _resource("ReadAll", "infra/role.py:12", "aws:iam/rolePolicy:RolePolicy", policy=POLICY)
PERMISSION = PermissionChange(
    "role worker", "identity", ("Read",), after=STATEMENT, gains=(Setting("x", is_there=True),)
)
REVIEW = Review(
    project="shop",
    stack="dev",
    before="main",
    after="working tree",
    permissions=[PERMISSION],
    resources=[ResourceChange("replaced", TABLE, TABLE)],
    outputs=[],
    doubts=[Doubt(TABLE.urn, "stream [x](https://example.com)\x1b", "it may")],
    contradictions=[Contradiction("urn:pulumi:dev::shop::aws:x/y:Z::gone", "", "removed")],
    gate=[GateChange("uv.lock", ("uv.lock",))],
    declared=[TABLE, ROLE_POLICY],
)


def _results(review: Review) -> dict[str, dict[str, object]]:
    (run,) = sarif_of(review)["runs"]
    return {result["ruleId"]: result for result in run["results"]}


def _place(result: dict[str, object]) -> tuple[str, int]:
    (location,) = result["locations"]  # pyright: ignore[reportGeneralTypeIssues]
    physical = location["physicalLocation"]
    return physical["artifactLocation"]["uri"], physical["region"]["startLine"]


def test_each_question_stands_at_the_line_that_declares_what_it_is_about() -> None:
    assert {rule: _place(result) for rule, result in _results(REVIEW).items()} == {
        "gate-changed": ("uv.lock", 1),
        "engine-otherwise": ("Pulumi.yaml", 1),
        "not-understood": ("infra/my%20table.py", 7),
        "permission-broader": ("infra/role.py", 12),
        "resource-replaced": ("infra/my%20table.py", 7),
    }


def test_every_result_is_of_a_rule_that_is_there() -> None:
    (run,) = sarif_of(REVIEW)["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]

    assert [rules[result["ruleIndex"]] for result in run["results"]] == [result["ruleId"] for result in run["results"]]
    assert len(set(rules)) == len(rules)
    assert {result["level"] for result in run["results"]} == {"error"}


def test_a_message_has_no_link_and_no_control_character_of_a_name() -> None:
    text = json.dumps(_results(REVIEW)["not-understood"]["message"])

    assert r"stream \\[x\\](https://example.com)\\\\x1b of orders is not understood: it may" in text


def test_what_is_accepted_is_suppressed_and_counts_no_more() -> None:
    review = replace(REVIEW, accepted=Accepted(everything=True))

    assert all(
        each["suppressions"] == [{"kind": "external", "status": "accepted"}] for each in _results(review).values()
    )
    assert not any("suppressions" in each for each in _results(REVIEW).values())


def test_a_fingerprint_stays_when_lines_move_and_is_another_one_for_each_question_and_stack() -> None:
    def prints(review: Review) -> list[object]:
        return [each["partialFingerprints"] for each in _results(review).values()]

    moved = replace(TABLE, source="infra/other.py:99")
    elsewhere = replace(REVIEW, resources=[ResourceChange("replaced", moved, moved)], declared=[moved, ROLE_POLICY])
    assert prints(elsewhere) == prints(REVIEW)
    assert len({str(each) for each in prints(REVIEW) + prints(replace(REVIEW, stack="prod"))}) == 10


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (replace(PERMISSION, after={}, before=STATEMENT), ("infra/role.py", 12)),
        (replace(PERMISSION, after={**STATEMENT, "Sid": "Other"}), ("Pulumi.yaml", 1)),
        (replace(PERMISSION, after={}, names=("orders",)), ("infra/my table.py", 7)),
        (replace(PERMISSION, after={}, who="queue jobs"), ("infra/jobs.py", 3)),
    ],
    ids=["as it was", "nobody knows", "a grant by its name", "by its subject"],
)
def test_a_permission_is_declared_by_what_holds_it(change: PermissionChange, place: tuple[str, int]) -> None:
    queue = _resource("jobs-queue", "infra/jobs.py:3", name="jobs")

    assert place_of(change, [TABLE, ROLE_POLICY, queue]) == place


def test_there_are_no_more_results_than_github_shows() -> None:
    review = replace(REVIEW, doubts=[Doubt(f"urn::{number}", "x", "y") for number in range(6_000)])

    (run,) = sarif_of(review)["runs"]
    assert (len(run["results"]), run["properties"]["questions"]) == (5_000, 6_004)
