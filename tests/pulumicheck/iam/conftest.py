from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from pulumicheck.iam.evaluate import Decision, evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import PolicyType

CASES = Path(__file__).parent / "cases"

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
}

Case = Mapping[str, Any]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "cases(table, ...): runs once for each case of these tables in cases/")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that is marked `cases(file, …)` runs once for each case of these tables; its id names the table."""
    marker = metafunc.definition.get_closest_marker("cases")
    if marker is None:
        return
    cases = [(f"{table}: {case['id']}", case) for table in marker.args for case in _cases(table)]
    metafunc.parametrize("case", [case for _, case in cases], ids=[name for name, _ in cases])


def _cases(table: str) -> list[Case]:
    page = yaml.safe_load((CASES / f"{table}.yaml").read_text(encoding="utf-8"))
    return [
        {"source": f"{page['page']}: {section}", **case} for section, rows in page["sections"].items() for case in rows
    ]


@pytest.fixture
def decide() -> Callable[[Case], Decision]:
    """Evaluates a case of the tables, with what it leaves out filled in."""
    return _decide


def _decide(case: Case) -> Decision:
    asked = {**_ASKED, **{key: case[key] for key in _ASKED if key in case}}
    policies = [_policy(case[kind], kind, case.get("version", "2012-10-17")) for kind in _STATEMENTS if kind in case]
    return evaluate(Request(asked["as"], asked["do"], asked["to"], asked["with"]), policies)


def _policy(statements: list[Any], kind: PolicyType, version: str) -> Policy:
    return Policy.parse({"Version": version, "Statement": [_filled(each, kind) for each in statements]}, kind, kind)


def _filled(statement: Mapping[str, Any], kind: PolicyType) -> dict[str, Any]:
    left_out = {key: value for key, value in _STATEMENTS[kind].items() if f"Not{key}" not in statement}
    return {"Effect": "Allow", **left_out, **statement}
