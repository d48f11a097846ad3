"""The evaluator against what AWS documents: tables of cases, each section of which names its source."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from pulumicheck.iam.evaluate import Decision, evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import OF_IDENTITIES, PolicyType

Case = Mapping[str, Any]

_ASKED: dict[str, Any] = {
    "as": "arn:aws:iam::123456789012:user/ada",
    "do": "s3:GetObject",
    "to": "arn:aws:s3:::bucket/key",
    "with": {},
}
_STATEMENTS: dict[PolicyType, dict[str, Any]] = {
    "identity": {"Action": "*", "Resource": "*"},
    "resource": {"Action": "*", "Resource": "*", "Principal": "*"},
    "trust": {"Principal": "*"},
    "boundary": {"Action": "*", "Resource": "*"},
    "session": {"Action": "*", "Resource": "*"},
}


def cases(*tables: str) -> pytest.MarkDecorator:
    """Runs a test once for each case of these tables in cases/; its id names the table."""
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=f"{table}: {case['id']}") for table in tables for case in _cases(table)]
    )


def _cases(table: str) -> list[Case]:
    page = yaml.safe_load((Path(__file__).parent / "cases" / f"{table}.yaml").read_text(encoding="utf-8"))
    return [
        {"source": f"{page['page']}: {section}", **case} for section, rows in page["sections"].items() for case in rows
    ]


def decide(case: Case) -> Decision:
    """Evaluates a case, with what it leaves out filled in."""
    asked = {**_ASKED, **{key: case[key] for key in _ASKED if key in case}}
    policies = [_policy(case[kind], kind, case.get("version", "2012-10-17")) for kind in _STATEMENTS if kind in case]
    return evaluate(Request(asked["as"], asked["do"], asked["to"], asked["with"]), policies)


def _policy(statements: list[Any], kind: PolicyType, version: str) -> Policy:
    return Policy.parse({"Version": version, "Statement": [_filled(each, kind) for each in statements]}, kind, kind)


def _filled(statement: Mapping[str, Any], kind: PolicyType) -> dict[str, Any]:
    left_out = {key: value for key, value in _STATEMENTS[kind].items() if f"Not{key}" not in statement}
    return {"Effect": "Allow", **left_out, **statement}


@cases("condition_operators", "several_values", "variables_in_conditions")
def test_a_condition_holds_as_aws_documents(case: Case) -> None:
    conditioned = {"Condition": case["if"]}
    asked = {"with": case["context"], "version": case.get("version", "2012-10-17")}

    allowed = decide({**asked, "identity": [conditioned]})
    denied = decide({**asked, "identity": [{}, {**conditioned, "Effect": "Deny"}]})

    assert allowed.decision == ("allowed" if case["holds"] else "implicitDeny"), case["source"]
    assert denied.decision == ("explicitDeny" if case["holds"] else "allowed"), case["source"]


@cases("elements", "principals", "decisions", "limits", "examples", "exceptions")
def test_a_request_is_decided_as_aws_documents(case: Case) -> None:
    decision = decide(case)

    assert decision.decision == case["decision"], f"{decision.why} ({case['source']})"
    assert decision.why
    if "by" in case:
        assert decision.decided_by is not None
        assert decision.decided_by.sid == case["by"]
    assert decision.limit == case.get("limit")


def parse(case: Case) -> Policy:
    kind = case.get("kind", "identity")
    left_out = {} if kind in OF_IDENTITIES else {"Principal": "*"}
    statement = {"Effect": "Allow", "Action": "s3:*", "Resource": "*", **left_out, **case.get("statement", {})}
    return Policy.parse(case.get("policy", {"Version": "2012-10-17", "Statement": [statement]}), kind)


@cases("valid")
def test_what_aws_takes_is_a_policy(case: Case) -> None:
    assert parse(case).statements


@cases("invalid")
def test_what_aws_refuses_is_refused_by_its_place(case: Case) -> None:
    with pytest.raises(InvalidPolicy) as refusal:
        parse(case)

    assert refusal.value.place == case["place"], str(refusal.value)
    assert str(refusal.value).startswith(case["place"] or "The policy")
