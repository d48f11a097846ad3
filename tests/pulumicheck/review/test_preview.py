import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from pulumicheck.errors import CheckError
from pulumicheck.plan.values import UNKNOWN, Secret
from pulumicheck.review.preview import read_preview

RunPlan = Callable[..., Result]
Review = Callable[[Mapping[str, Any]], dict[str, Any]]

NO_PREVIEW = "is not the output of `pulumi preview --json`"
URN = "urn:pulumi:dev::minitickets::minitickets:x:Component$"
UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
STACK = "urn:pulumi:dev::minitickets::pulumi:pulumi:Stack::minitickets-dev"
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


def _whole(*steps: dict[str, Any], **outputs: Any) -> dict[str, Any]:
    """A preview with these steps, and that of the stack itself."""
    states = [{"urn": STACK, "custom": False, "type": "pulumi:pulumi:Stack", **more} for more in (outputs, {})]
    return {"steps": [_step("same", *states), *steps]}


PREVIEW = {
    "config": {"aws:region": "ap-south-1"},
    "steps": [
        *_whole()["steps"],
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
def review(tmp_path: Path, run_plan: RunPlan) -> Review:
    """What `plan --diff-from` says of a preview."""

    def review(preview: Mapping[str, Any]) -> dict[str, Any]:
        file = tmp_path / "preview.json"
        file.write_text(json.dumps(preview), encoding="utf-8")
        result = run_plan("--diff-from", str(file), "--json")
        found = json.loads(result.output)
        assert result.exit_code == found["exitStatus"]
        return found

    return review


def test_the_engine_s_preview_gives_the_same_report(review: Review) -> None:
    found = review(PREVIEW)

    assert (found["exitStatus"], found["project"], found["stack"]) == (3, "minitickets", "dev")
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


def test_what_the_engine_does_not_replace_is_not_replaced(review: Review) -> None:
    (table,) = review(_whole(_step("update", _table("a"), _table("b"))))["resources"]

    assert table["change"] == "changed"


@pytest.mark.parametrize("op", ["delete", "delete-replaced"])
def test_what_an_earlier_deployment_left_to_be_deleted_goes_beside_what_stays(review: Review, op: str) -> None:
    leftover = {**_queue(60), "delete": True}

    (left,) = review(_whole(_step("same", _queue(60), _queue(60)), _step(op, leftover, None)))["resources"]

    assert (left["change"], left["lost"], left["because"]) == (
        "removed",
        "its messages",
        ["an earlier deployment, which replaced it"],
    )


def test_a_replacement_that_deletes_first_is_one(review: Review) -> None:
    gone = {**_table("a"), "delete": True}
    (table,) = review(_whole(_step("replace", gone, _table("a"), replaceReasons=["hashKey"])))["resources"]

    assert (table["change"], table["because"]) == ("replaced", ["hashKey"])


def test_secrets_are_masked_and_what_is_not_known_is_said_to_be() -> None:
    alerts = next(each for each in read_preview(json.dumps(PREVIEW)).after if each.name == "alerts")

    assert alerts.inputs == {"name": UNKNOWN, "secret": Secret(UNKNOWN)}


def test_a_policy_that_is_not_known_yet_is_not_taken_for_equal(review: Review) -> None:
    found = review(_whole(_step("update", _role_policy(_policy("sqs:ReceiveMessage")), _role_policy(UNKNOWN_TEXT))))

    assert {each["verdict"] for each in found["permissions"]} == {"different", "narrower"}
    assert found["exitStatus"] == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Previewing update (dev)", NO_PREVIEW),
        ("[]", NO_PREVIEW),
        ('{"steps": [{"op": "create", "urn": "x"}]}', NO_PREVIEW),
        ('{"steps": [{"urn": "x"}]}', NO_PREVIEW),
        ('{"resources": []}', NO_PREVIEW),
        ('{"diagnostics": [{"severity": "error", "message": "no\\ncredentials"}]}', "itself failed: no credentials"),
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


def _events(preview: Mapping[str, Any], *, result: str = "succeeded") -> list[dict[str, Any]]:
    """The same as the engine's events."""
    told: list[dict[str, Any]] = [{"preludeEvent": {"config": {}}}]
    for step in preview["steps"]:
        renamed = {"oldState": "old", "newState": "new", "replaceReasons": "keys", "diffReasons": "diffs"}
        metadata = {renamed.get(key, key): value for key, value in step.items()}
        told.append({"resourcePreEvent": {"metadata": metadata, "planning": True}})
    told.append({"summaryEvent": {"resourceChanges": {}, "isPreview": True, "result": result}})
    return [{"sequence": number, "timestamp": 1, **event} for number, event in enumerate(told)]


def _lines(events: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(each)}\n" for each in events)


QUEUE_CHANGES = _whole(_step("update", _queue(60), _queue(90), diffReasons=["visibilityTimeoutSeconds"]))


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(QUEUE_CHANGES).encode(),
        json.dumps(QUEUE_CHANGES, indent=4).encode("utf-8-sig"),
        json.dumps(QUEUE_CHANGES).encode("utf-16"),
        b"\xfe\xff" + json.dumps(QUEUE_CHANGES).encode("utf-16-be"),
        f"Installing policy pack x...\n\n{json.dumps(QUEUE_CHANGES, indent=1)}\nUpdate plan written to 'x'\n".encode(),
        f'{{"level": "warn"}}\n  {json.dumps(QUEUE_CHANGES)}'.encode(),
        _lines(_events(QUEUE_CHANGES)).encode(),
        f"Previewing update (dev)\n{_lines(_events(QUEUE_CHANGES))}done\n".encode(),
    ],
    ids=["as it is", "a mark of UTF-8", "UTF-16", "UTF-16, big end first", "text around", "a log", "events", "both"],
)
def test_the_preview_is_found_in_whatever_a_shell_writes(tmp_path: Path, run_plan: RunPlan, data: bytes) -> None:
    file = tmp_path / "preview"
    file.write_bytes(data)

    (change,) = json.loads(run_plan("--diff-from", str(file), "--json").output)["resources"]

    assert (change["name"], change["change"]) == ("jobs", "changed")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"manifest": {}, "config": {}, "resourcePlans": {}}', "a plan file of --save-plan"),
        ('{"steps": [], "changeSummary": {}}', "nothing was looked at"),
        (json.dumps({"steps": [_step("update", _queue(60), _queue(90))]}), "nothing was looked at"),
        (f"{json.dumps(QUEUE_CHANGES)}\n{json.dumps(QUEUE_CHANGES)}", "to the file, once"),
        (json.dumps(QUEUE_CHANGES)[:-30], NO_PREVIEW),
        (_lines(_events(QUEUE_CHANGES)[:-1]), "end before their summary"),
        (_lines(_events(QUEUE_CHANGES, result="failed")), "did not come to its end"),
        (
            _lines(
                [
                    *_events(QUEUE_CHANGES),
                    {"sequence": 9, "timestamp": 1, "diagnosticEvent": {"severity": "error", "message": "no"}},
                ]
            ),
            "itself failed: no",
        ),
    ],
    ids=["a plan file", "no steps", "no stack", "two", "cut off", "events cut off", "events that failed", "an error"],
)
def test_what_is_no_preview_or_looked_at_nothing_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(CheckError, match=sentence):
        read_preview(text)


def test_a_preview_that_says_nothing_of_outputs_says_nothing_is_gone(review: Review) -> None:
    assert review(_whole(outputs={"url": "x"}))["outputs"] == []


def test_what_is_imported_loses_nothing_and_what_is_only_read_changes_nothing(review: Review) -> None:
    bucket = _state("aws:s3/bucket:Bucket", "posters", {"bucket": "posters"}, external=True)
    steps = [_step("import", None, _queue(60)), _step("read", None, {**bucket, "urn": f"{bucket['urn']}2"})]

    found = review(_whole(*steps, _step("discard", bucket, None)))

    assert ([each["change"] for each in found["resources"]], found["exitStatus"]) == (["imported"], 0)


def test_what_a_stack_no_longer_manages_leaves_it_and_stays(review: Review) -> None:
    (change,) = review(_whole(_step("read", _queue(60), {**_queue(60), "external": True})))["resources"]

    assert (change["change"], change["lost"]) == ("removed", None)


@pytest.mark.parametrize(
    "tells",
    [
        {"diffReasons": ["policy"]},
        {"detailedDiff": {"policy": {"kind": "update"}}},
        {"diffReasons": ["policy"], "detailedDiff": None},
    ],
)
def test_a_secret_policy_that_changes_has_to_be_accepted(review: Review, tells: dict[str, Any]) -> None:
    secret = _role_policy("[secret]")

    found = review(_whole(_step("update", secret, secret, **tells)))

    assert [each["path"] for each in found["resources"][0]["properties"]] == ["policy"]
    assert found["exitStatus"] == 3


def test_a_secret_that_changes_and_gives_no_access_is_told(review: Review) -> None:
    secret = _state("aws:sqs/queue:Queue", "jobs", {"name": "jobs", "tags": {"a": "[secret]", "b": "1"}})

    (change,) = review(_whole(_step("update", secret, secret, detailedDiff={"tags.a": {"kind": "update"}})))[
        "resources"
    ]

    assert [each["path"] for each in change["properties"]] == ["tags.a"]


def test_what_stays_keeps_the_outputs_that_a_preview_leaves_out() -> None:
    old = {**_queue(60), "outputs": {"arn": "arn:aws:sqs:eu-west-1:1:jobs", "visibilityTimeoutSeconds": 60}}

    for op, seconds in (("same", 60), ("update", 90)):
        (queue,) = read_preview(json.dumps(_whole(_step(op, old, _queue(seconds))))).after
        assert (queue.outputs["arn"], queue.outputs["visibilityTimeoutSeconds"]) == (old["outputs"]["arn"], seconds)


def test_what_is_made_under_another_urn_with_the_same_name_has_to_be_accepted_twice(review: Review) -> None:
    policy = _role_policy(_policy("sqs:*"))
    policy["inputs"] = {**policy["inputs"], "name": "Read"}
    moved = {**policy, "urn": policy["urn"].replace("::Read", "::Other")}

    found = review(_whole(_step("create", None, moved), _step("delete", policy, None)))

    assert {each["name"]: each["change"] for each in found["resources"]} == {"Other": "added", "Read": "removed"}
    assert found["exitStatus"] == 3


def test_how_many_are_left_out_is_said(tmp_path: Path, run_plan: RunPlan) -> None:
    file = tmp_path / "preview.json"
    file.write_text(json.dumps({**QUEUE_CHANGES, "changeSummary": {"same": 13, "update": 1}}))

    result = run_plan("--diff-from", str(file))

    assert "12 resources stay the same and are not in this preview" in result.output


def test_what_is_left_out_is_said_in_each_report(tmp_path: Path, run_plan: RunPlan) -> None:
    file = tmp_path / "preview.json"
    file.write_text(json.dumps({**QUEUE_CHANGES, "changeSummary": {"same": 13, "update": 1}}))

    for form in ("--json", "--markdown"):
        assert "--show-sames" in run_plan("--diff-from", str(file), form).stdout
