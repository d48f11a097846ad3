import re
import shlex
from pathlib import Path

import botocore.session
import pytest
from botocore import xform_name

from infra.naming import Names
from minitickets.drill.runbook.symptoms import symptoms_of
from pulumicheck.plan.project import find_project

PROJECT = find_project(Path(__file__).parent)
NAMES = [
    "wrong-table-arn",
    "sent-not-recorded",
    "api-scans",
    "no-partial-answer",
    "concurrency-exhausted",
    "timed-out",
    "key-missing",
    "handler-misnamed",
    "sender-not-verified",
    "poison",
]
SYMPTOMS = symptoms_of(Names("minitickets", "dev", "ap-south-1"))
COMMANDS = [where for symptom in SYMPTOMS for where in symptom.where if where.startswith("aws ")]


def test_the_symptoms_are_these_in_this_order() -> None:
    assert [symptom.name for symptom in SYMPTOMS] == NAMES


def test_another_stack_has_names_of_its_own() -> None:
    prod = symptoms_of(Names("acme-tix", "prod", "eu-west-1"))

    assert "acme-tix-prod-worker" in prod[0].where[0]
    for other in ("-dev-", "/dev/", "minitickets-", "/minitickets"):
        assert not any(other in where for symptom in prod for where in symptom.where)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_line_for_the_aws_cli_is_an_operation_with_these_options(command: str) -> None:
    _, service, operation, *options = shlex.split(command)
    model = botocore.session.get_session().get_service_model(service)
    operations = {xform_name(name, "-"): name for name in model.operation_names}
    shape = model.operation_model(operations[operation]).input_shape
    known = {f"--{xform_name(member, '-')}" for member in (shape.members if shape else {})} | {"--query"}

    assert {option for option in options if option.startswith("--")} <= known


def test_an_event_to_search_for_is_one_that_the_functions_log() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (PROJECT.root / "apps").rglob("*.py"))
    events = {event for command in COMMANDS for event in re.findall(r'\$\.message = "(\w+)"', command)}

    assert events
    assert {event for event in events if f'"{event}"' not in code} == set()
