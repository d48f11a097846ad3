"""The evaluator against what AWS documents: tables of cases, each section of which names its source."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pulumicheck.iam.evaluate import Decision
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy

Case = Mapping[str, Any]


@pytest.mark.cases("condition_operators", "several_values", "variables_in_conditions")
def test_a_condition_holds_as_aws_documents(case: Case, decide: Callable[[Case], Decision]) -> None:
    conditioned = {"Condition": case["if"]}
    asked = {"with": case["context"], "version": case.get("version", "2012-10-17")}

    allowed = decide({**asked, "identity": [conditioned]})
    denied = decide({**asked, "identity": [{}, {**conditioned, "Effect": "Deny"}]})

    assert allowed.decision == ("allowed" if case["holds"] else "implicitDeny"), case["source"]
    assert denied.decision == ("explicitDeny" if case["holds"] else "allowed"), case["source"]


@pytest.mark.cases("elements", "principals", "decisions", "examples")
def test_a_request_is_decided_as_aws_documents(case: Case, decide: Callable[[Case], Decision]) -> None:
    decision = decide(case)

    assert decision.decision == case["decision"], f"{decision.why} ({case['source']})"
    assert decision.why
    if "by" in case:
        assert decision.decided_by is not None
        assert decision.decided_by.sid == case["by"]


def parse(case: Case) -> Policy:
    kind = case.get("kind", "identity")
    left_out = {} if kind == "identity" else {"Principal": "*"}
    statement = {"Effect": "Allow", "Action": "s3:*", "Resource": "*", **left_out, **case.get("statement", {})}
    return Policy.parse(case.get("policy", {"Version": "2012-10-17", "Statement": [statement]}), kind)


@pytest.mark.cases("valid")
def test_what_aws_takes_is_a_policy(case: Case) -> None:
    assert parse(case).statements


@pytest.mark.cases("invalid")
def test_what_aws_refuses_is_refused_by_its_place(case: Case) -> None:
    with pytest.raises(InvalidPolicy) as refusal:
        parse(case)

    assert refusal.value.place == case["place"], str(refusal.value)
    assert str(refusal.value).startswith(case["place"] or "The policy")
