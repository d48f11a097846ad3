import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from pulumicheck.errors import CheckError
from pulumicheck.review.preview import UNKNOWN, read_preview

RunPlan = Callable[..., Result]

URN = "urn:pulumi:dev::minitickets::minitickets:x:Component$"
UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
SECRET = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "s3cr3t"}


def _state(type_: str, name: str, inputs: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"urn": f"{URN}{type_}::{name}", "custom": True, "type": type_, "inputs": inputs, **more}


def _step(op: str, old: dict[str, Any] | None, new: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    states = {key: state for key, state in (("oldState", old), ("newState", new)) if state}
    return {"op": op, "urn": (new or old or {})["urn"], **states, **more}


def _policy(*actions: str) -> str:
    statement = {"Sid": "Read", "Effect": "Allow", "Action": list(actions), "Resource": "arn:aws:sqs:eu-west-1:1:q"}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


def _role_policy(policy: str, **more: Any) -> dict[str, Any]:
    return _state(
        "aws:iam/rolePolicy:RolePolicy", "Read", {"role": "worker", "policy": policy, "__defaults": []}, **more
    )


def _table(key: str, **more: Any) -> dict[str, Any]:
    return _state("aws:dynamodb/table:Table", "tickets", {"name": "tickets", "hashKey": key}, **more)


def _queue(seconds: int) -> dict[str, Any]:
    return _state("aws:sqs/queue:Queue", "jobs", {"name": "jobs", "visibilityTimeoutSeconds": seconds})


PREVIEW = {
    "config": {"aws:region": "ap-south-1"},
    "steps": [
        _step("update", _role_policy(_policy("sqs:ReceiveMessage")), _role_policy(_policy("sqs:*"))),
        _step("replace", _table("a", protect=True), _table("b", protect=True), replaceReasons=["hashKey"]),
        _step("create-replacement", _table("a", protect=True), _table("b", protect=True), replaceReasons=["hashKey"]),
        _step("delete-replaced", _table("a", protect=True), None),
        _step("update", _queue(60), _queue(90), detailedDiff={"visibilityTimeoutSeconds": {"kind": "update"}}),
        _step("delete", _state("aws:sns/topic:Topic", "alarms", {"name": "alarms"}), None),
        _step("create", None, _state("aws:sns/topic:Topic", "alerts", {"name": UNKNOWN_TEXT, "secret": SECRET})),
    ],
    "changeSummary": {"create": 1, "delete": 1, "replace": 1, "update": 2},
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "preview.json"
    path.write_text(json.dumps(PREVIEW), encoding="utf-8")
    return path


def test_the_engine_s_preview_gives_the_same_report(file: Path, run_plan: RunPlan) -> None:
    result = run_plan("--diff-from", str(file), "--json")

    found = json.loads(result.output)
    assert (result.exit_code, found["project"], found["stack"]) == (3, "minitickets", "dev")
    assert [(each["sid"], each["verdict"]) for each in found["permissions"]] == [("Read", "broader")]
    assert {each["name"]: each["change"] for each in found["resources"]} == {
        "Read": "changed",
        "tickets": "replaced",
        "jobs": "changed",
        "alarms": "removed",
        "alerts": "added",
    }
    table = next(each for each in found["resources"] if each["name"] == "tickets")
    assert (table["because"], table["refused"], table["lost"]) == (["hashKey"], True, "its items")


def test_what_the_engine_does_not_replace_is_not_replaced(file: Path, run_plan: RunPlan) -> None:
    preview = json.loads(file.read_text())
    preview["steps"] = [_step("update", _table("a"), _table("b"))]
    file.write_text(json.dumps(preview))

    (table,) = json.loads(run_plan("--diff-from", str(file), "--json").output)["resources"]

    assert table["change"] == "changed"


def test_what_an_earlier_deployment_left_to_be_deleted_is_no_removal(file: Path, run_plan: RunPlan) -> None:
    leftover = {**_queue(60), "delete": True}
    file.write_text(json.dumps({"steps": [_step("same", _queue(60), _queue(60)), _step("delete", leftover, None)]}))

    assert json.loads(run_plan("--diff-from", str(file), "--json").output)["resources"] == []


def test_secrets_are_masked_and_what_is_not_known_is_said_to_be() -> None:
    alerts = next(each for each in read_preview(json.dumps(PREVIEW)).after if each.name == "alerts")

    assert alerts.inputs == {"name": UNKNOWN, "secret": "[secret]"}


def test_a_policy_that_is_not_known_yet_is_not_taken_for_equal(file: Path, run_plan: RunPlan) -> None:
    steps = [_step("update", _role_policy(_policy("sqs:ReceiveMessage")), _role_policy(UNKNOWN_TEXT))]
    file.write_text(json.dumps({"steps": steps}))

    result = run_plan("--diff-from", str(file), "--json")

    assert {each["verdict"] for each in json.loads(result.output)["permissions"]} == {"different", "narrower"}
    assert result.exit_code == 3


def test_a_preview_without_steps_changes_nothing(file: Path, run_plan: RunPlan) -> None:
    file.write_text('{"duration": 1, "changeSummary": {"same": 85}}')

    result = run_plan("--diff-from", str(file))

    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "nothing changes")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Previewing update (dev)", "is not the output of `pulumi preview --json`"),
        ("[]", "is not the output of `pulumi preview --json`"),
        ('{"steps": [{"op": "create", "urn": "x"}]}', "is not the output of `pulumi preview --json`"),
        ('{"steps": [{"urn": "x"}]}', "is not the output of `pulumi preview --json`"),
        ('{"resources": []}', "is not the output of `pulumi preview --json`"),
        (
            '{"diagnostics": [{"severity": "error", "message": "no\\ncredentials"}]}',
            "preview itself failed: no credent",
        ),
    ],
    ids=["text", "a list", "no URN", "no operation", "something else", "a failed preview"],
)
def test_another_text_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(CheckError, match=sentence):
        read_preview(text)


def test_a_file_that_cannot_be_read_is_one_sentence(run_plan: RunPlan, tmp_path: Path) -> None:
    result = run_plan("--diff-from", str(tmp_path / "missing.json"))

    assert result.exit_code == 1
    assert "missing.json cannot be read" in result.output
