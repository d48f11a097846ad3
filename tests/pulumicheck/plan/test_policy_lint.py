"""Lints every policy of every stack: by our own model of the grammar, by parliament, and by this project's rules."""

import json
import warnings
from typing import Any

import pytest

from pulumicheck.iam.policy import Policy
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from pulumicheck.plan.recording import Resource

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # on import, parliament uses pkg_resources and leaves files open
    import parliament

Policies = dict[str, Resource]


@pytest.fixture(scope="module", params=find_project().stacks())
def policies(request: pytest.FixtureRequest) -> Policies:
    resources = make_plan(find_project(), request.param).resources
    held = [resource for resource in resources if resource.inputs.get(resource.row.document)]
    return {f"{resource.type.rpartition(':')[2]} {resource.name}": resource for resource in held}


def _document(resource: Resource) -> dict[str, Any]:
    return json.loads(resource.inputs[resource.row.document])


def test_there_are_policies_of_every_kind(policies: Policies) -> None:
    assert {each.row.policy_type for each in policies.values()} == {"identity", "resource", "trust"}


def test_aws_would_take_each(policies: Policies) -> None:
    for name, resource in policies.items():
        Policy.parse(_document(resource), resource.row.policy_type, name)


def test_parliament_finds_nothing(policies: Policies) -> None:
    documents = {name: _document(resource) for name, resource in policies.items()}
    # It reads no policy without resources: those of trust and of repositories.
    readable = [name for name, each in documents.items() if all("Resource" in one for one in each["Statement"])]

    found = {name: parliament.analyze_policy_string(json.dumps(documents[name])).findings for name in readable}

    assert len(found) > len(documents) / 2
    assert {name: [(each.issue, each.detail) for each in findings] for name, findings in found.items()} == {
        name: [] for name in readable
    }


def test_what_is_allowed_is_named_and_not_a_wildcard(policies: Policies) -> None:
    for statement in (each for resource in policies.values() for each in _document(resource)["Statement"]):
        assert not {"NotAction", "NotResource", "NotPrincipal"} & set(statement)
        if statement["Effect"] == "Allow":
            assert all("*" not in action for action in statement["Action"])
            assert all(resource.count(":") >= 5 for resource in statement.get("Resource", []))
            assert all(not resource.endswith(":*:*") for resource in statement.get("Resource", []))
            assert statement.get("Principal") != "*"
