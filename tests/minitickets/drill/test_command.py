import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from minitickets.drill import command
from minitickets.drill.drilled import Drilled
from minitickets.drill.runbook.evidence import Evidence
from minitickets.drill.runbook.symptoms import symptoms_of
from pulumicheck.particulars import Symptom
from tests.fixtures.project import DEV

SYMPTOMS = symptoms_of(DEV)
SEEN = Drilled(
    name="poison",
    reproduced=True,
    evidence=("It is [in] the dead-letter queue.",),
    lines=(Evidence("/minitickets/dev/worker", '{"message": "poison_message"}'),),
    find=("aws logs filter-log-events --log-group-name /minitickets/dev/worker " + "x" * 200,),
    left_over=(),
    seconds=1.25,
)


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> dict[str, Drilled]:
    """How drills end; all as SEEN but for those that a test puts in."""
    outcomes: dict[str, Drilled] = {}

    def run(symptoms: tuple[Symptom, ...], *_: object) -> Iterator[tuple[Symptom, Drilled]]:
        for symptom in symptoms:
            yield symptom, replace(outcomes.get(symptom.name, SEEN), name=symptom.name)

    monkeypatch.setattr(command, "drill_each", run)
    return outcomes


def drill(*arguments: str) -> Result:
    return CliRunner().invoke(command.drill, arguments)


@pytest.mark.parametrize("arguments", [(), ("--list",), ("poison", "--list")], ids=["nothing", "--list", "both"])
def test_the_drills_are_listed(arguments: tuple[str, ...]) -> None:
    result = drill(*arguments)

    assert result.exit_code == 0
    assert all(symptom.name in result.output for symptom in SYMPTOMS)


def test_the_list_is_an_object_a_line_for_programs() -> None:
    lines = [json.loads(line) for line in drill("--json").stdout.splitlines()]

    assert [line["name"] for line in lines] == [symptom.name for symptom in SYMPTOMS]
    assert {tuple(line) for line in lines} == {("name", "symptom", "cause")}


@pytest.mark.usefixtures("ended")
def test_one_drill_is_told_for_people_without_folding_what_may_be_copied() -> None:
    result = drill("poison")

    assert result.exit_code == 0
    for text in (*SEEN.evidence, SEEN.lines[0].line, *SEEN.find, *SYMPTOMS[-1].where, SYMPTOMS[-1].cure):
        assert text in result.stdout


@pytest.mark.usefixtures("ended")
def test_one_drill_is_one_object_for_programs() -> None:
    assert json.loads(drill("poison", "--json").stdout) == {
        "name": "poison",
        "reproduced": True,
        "undone": True,
        "evidence": list(SEEN.evidence),
        "logLines": [{"logGroup": "/minitickets/dev/worker", "line": '{"message": "poison_message"}'}],
        "find": list(SEEN.find),
        "leftOver": [],
        "seconds": 1.2,
    }


@pytest.mark.usefixtures("ended")
def test_all_are_an_object_a_line() -> None:
    lines = drill("all", "--json").stdout.splitlines()

    assert [json.loads(line)["name"] for line in lines] == [symptom.name for symptom in SYMPTOMS]


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (replace(SEEN, reproduced=False), "Not reproduced"),
        (replace(SEEN, left_over=("queue q is not as it was.",)), "not undone: queue q is not as it was."),
    ],
    ids=["not reproduced", "not undone"],
)
def test_a_drill_that_fails_is_exit_status_1(ended: dict[str, Drilled], outcome: Drilled, told: str) -> None:
    ended["timed-out"] = outcome

    assert drill("all", "--json").exit_code == 1
    assert drill("timed-out").exit_code == 1
    assert told in drill("timed-out").stdout
    assert drill("poison").exit_code == 0


def test_an_unknown_name_is_bad_usage_that_names_the_known_ones() -> None:
    result = drill("nonsense")

    assert result.exit_code == 2
    assert "wrong-table-arn" in result.output


def test_the_page_is_written_by_another_command_which_is_named() -> None:
    result = drill("--page")

    assert result.exit_code == 2
    assert "`minitickets docs runbook` writes docs/runbook.md" in result.stderr
