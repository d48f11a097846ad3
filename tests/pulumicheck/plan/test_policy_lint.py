"""Lints every policy of every stack: by our own model of the grammar, by parliament, and by this project's rules."""

import json
import warnings
from functools import cache
from typing import Any

import pytest

from pulumicheck.iam.policy import Policy
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from pulumicheck.plan.recording import Resource
from pulumicheck.plan.statements import DOCUMENTS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # on import, parliament uses pkg_resources and leaves files open
    import parliament

STACKS = find_project().stacks()


@cache
def _policies(stack: str) -> dict[str, Resource]:
    resources = make_plan(find_project(), stack).resources
    held = [r for r in resources if r.type in DOCUMENTS and r.inputs.get(DOCUMENTS[r.type][0])]
    return {f"{resource.type.rpartition(':')[2]} {resource.name}": resource for resource in held}


def _document(resource: Resource) -> dict[str, Any]:
    return json.loads(resource.inputs[DOCUMENTS[resource.type][0]])


POLICIES = [(stack, name) for stack in STACKS for name in _policies(stack)]


def test_there_are_policies_of_every_kind() -> None:
    assert {DOCUMENTS[_policies(stack)[name].type][1] for stack, name in POLICIES} == {"identity", "resource", "trust"}


@pytest.mark.parametrize(("stack", "name"), POLICIES)
def test_aws_would_take_it(stack: str, name: str) -> None:
    resource = _policies(stack)[name]

    Policy.parse(_document(resource), DOCUMENTS[resource.type][1], name)


@pytest.mark.parametrize(("stack", "name"), POLICIES)
def test_parliament_finds_nothing(stack: str, name: str) -> None:
    document = _document(_policies(stack)[name])
    if any("Resource" not in statement for statement in document["Statement"]):
        pytest.skip("parliament reads no policy without resources: those of trust and of repositories")

    findings = parliament.analyze_policy_string(json.dumps(document)).findings

    assert [(finding.issue, finding.detail) for finding in findings] == []


@pytest.mark.parametrize(("stack", "name"), POLICIES)
def test_what_it_allows_is_named_and_not_a_wildcard(stack: str, name: str) -> None:
    for statement in _document(_policies(stack)[name])["Statement"]:
        assert not {"NotAction", "NotResource", "NotPrincipal"} & set(statement)
        if statement["Effect"] == "Allow":
            assert all("*" not in action for action in statement["Action"])
            assert all(resource.count(":") >= 5 for resource in statement.get("Resource", []))
            assert all(not resource.endswith(":*:*") for resource in statement.get("Resource", []))
            assert statement.get("Principal") != "*"
