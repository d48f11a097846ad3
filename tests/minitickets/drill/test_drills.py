"""Every drill, on one embedded AWS that stays in use between them."""

import json
import re
from collections.abc import Callable, Generator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.embedded_aws import EmbeddedAws
from infra.settings import read_settings
from minitickets.drill import invocations, permissions, waiting
from minitickets.drill.drilled import Drilled
from minitickets.drill.run import DRILLS, run_drill
from minitickets.drill.runbook.page import runbook_page
from minitickets.drill.runbook.symptoms import symptoms_of
from minitickets.drill.scene import Scene
from minitickets.drill.standing import differences, standing_of
from minitickets.errors import CommandError
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from pulumicheck.particulars import Symptom
from tests.fixtures.project import DEV, NAME, PROJECT, as_published
from tickets.signing_key import create_key_ring

pytestmark = pytest.mark.embedded

SYMPTOMS = symptoms_of(DEV)
BY_NAME = {symptom.name: symptom for symptom in SYMPTOMS}
PAGE = Path(__file__).parents[3] / "docs" / "runbook.md"


@dataclass(frozen=True)
class Running:
    """The deployed stack, and the drills that were run on it."""

    stack: DeployedStack
    drilled: dict[str, Drilled]

    def run(self, name: str, tell: Callable[[str], None] = lambda _: None) -> Drilled:
        return run_drill(BY_NAME[name], self.stack, tell)

    def once(self, name: str) -> Drilled:
        if name not in self.drilled:
            self.drilled[name] = self.run(name)
        return self.drilled[name]

    def scene(self) -> Scene:
        return Scene(self.stack, lambda _: None)

    def lines(self, log_group: str) -> list[str]:
        events = self.stack.aws.clients.logs.filter_log_events(logGroupName=log_group, interleaved=True)["events"]
        return [event.get("message", "") for event in events]


@pytest.fixture(scope="module")
def running() -> Generator[Running]:
    with EmbeddedAws(DEV.region, APPS) as aws:
        yield Running(deploy(aws, PROJECT, "dev", ring=create_key_ring()), {})


@pytest.mark.parametrize(
    ("name", "log_group", "text"),
    [
        ("wrong-table-arn", f"/{NAME}/dev/worker", '"reason": "GetItem: AccessDeniedException"'),
        ("sent-not-recorded", f"/{NAME}/dev/worker", '"message": "sent_not_recorded"'),
        ("api-scans", "the api's log", "is not authorized to perform: dynamodb:Scan"),
        ("no-partial-answer", f"/{NAME}/dev/worker", '"message": "job_failed"'),
        ("concurrency-exhausted", f"/{NAME}/dev/worker", '"message": "email_sent"'),
        ("timed-out", f"/{NAME}/dev/worker", "Task timed out after 10.00 seconds"),
        ("key-missing", f"/{NAME}/dev/tickets", '"error": "KeyRingError"'),
        ("handler-misnamed", f"/{NAME}/dev/tickets", "Runtime.ImportModuleError"),
        ("sender-not-verified", f"/{NAME}/dev/worker", '"message": "account_cannot_send"'),
        ("poison", f"/{NAME}/dev/worker", '"receiveCount": 5'),
    ],
)
@pytest.mark.long
def test_a_drill_shows_its_symptom_and_leaves_everything_as_it_was(
    running: Running, name: str, log_group: str, text: str
) -> None:
    drilled = running.once(name)

    assert (drilled.reproduced, drilled.left_over) == (True, ())
    assert any(each.where == log_group and text in each.line for each in drilled.lines)


def test_every_symptom_has_a_drill() -> None:
    assert [*DRILLS] == [*BY_NAME]


@pytest.mark.parametrize("symptom", SYMPTOMS, ids=lambda symptom: symptom.name)
def test_a_symptom_shows_at_resources_of_the_program(running: Running, symptom: Symptom) -> None:
    custom = {resource.name for resource in running.stack.recording.resources if resource.custom}

    assert symptom.involves
    assert set(symptom.involves) <= custom


@pytest.mark.parametrize("symptom", SYMPTOMS, ids=lambda symptom: symptom.name)
def test_every_name_in_where_to_look_is_one_of_the_stack(running: Running, symptom: Symptom) -> None:
    inputs = {str(value) for resource in running.stack.recording.resources for value in resource.inputs.values()}
    names = {name for where in symptom.where for name in re.findall(rf"/?{NAME}[-/][\w/-]+", where)}

    assert names <= inputs


@pytest.mark.parametrize("name", [name for name in DRILLS if name != "api-scans"])
@pytest.mark.long
def test_the_search_of_a_drill_finds_its_lines(running: Running, name: str) -> None:
    drilled = running.once(name)

    for search in drilled.find:
        found = re.fullmatch(
            r"aws logs filter-log-events --log-group-name (\S+) "
            r"--filter-pattern '(?:\{ \$\.(\w+) = \"(.+)\" \}|\"(.+)\")'",
            search,
        )
        assert found is not None
        log_group, field, value, text = found.groups()
        matching = [line for line in running.lines(log_group) if _matches(line, field, value, text)]
        assert {each.line for each in drilled.lines} & set(matching)


def _matches(line: str, field: str | None, value: str | None, text: str | None) -> bool:
    if text is not None:
        return text in line
    return line.startswith("{") and json.loads(line).get(field) == value


@pytest.mark.long
def test_the_page_is_what_the_drills_show(running: Running) -> None:
    settings = read_settings(NAME, "dev", PROJECT.config("dev"))
    page = runbook_page(settings, SYMPTOMS, {name: running.once(name).lines for name in DRILLS})

    assert PAGE.read_text(encoding="utf-8") == as_published(page), "write it anew: minitickets docs runbook"


@pytest.mark.long
def test_messages_of_others_are_not_lost_while_lambda_ignores_failures(running: Running) -> None:
    others = [running.scene().failing_booking("fails-once") for _ in range(5)]

    def publish(sentence: str) -> None:
        if sentence.startswith("The mapping is now"):
            for booking in others:
                running.stack.aws.clients.sqs.send_message(
                    QueueUrl=running.stack.output("jobsQueueUrl"), MessageBody=json.dumps(booking)
                )

    drilled = running.run("no-partial-answer", publish)

    assert drilled.reproduced
    scene = running.scene()
    for booking in others:
        scene.skip_to_return(scene.worker, booking)  # at the queue's entrance
        waiting.until(lambda booking=booking: _receives(scene, booking) or scene.emails(booking), "a receive")
        with suppress(waiting.NotSeen):  # it has come back already
            scene.skip_to_return(scene.worker, booking)  # after it failed
    for booking in others:
        scene.wait_until_deleted(scene.worker, booking)
    assert [len(scene.emails(booking)) for booking in others] == [1] * len(others)


def _receives(scene: Scene, booking: dict[str, Any]) -> int:
    message = scene.message(scene.worker, booking)
    return message.receive_count if message else 0


@pytest.mark.parametrize(
    "name",
    [
        "wrong-table-arn",
        "api-scans",
        "no-partial-answer",
        "concurrency-exhausted",
        "key-missing",
        "sender-not-verified",
    ],
)
def test_an_interrupted_drill_undoes_its_cause(running: Running, name: str) -> None:
    before = standing_of(running.scene())

    def interrupt(_sentence: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        running.run(name, interrupt)

    assert differences(before, standing_of(running.scene())) == []


@pytest.mark.parametrize(
    ("name", "module", "cause"),
    [
        ("wrong-table-arn", permissions, "statement_changed"),
        ("no-partial-answer", invocations, "no_partial_answers"),
        ("concurrency-exhausted", invocations, "no_concurrency"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.long
def test_without_its_cause_a_symptom_does_not_show(
    running: Running, monkeypatch: pytest.MonkeyPatch, name: str, module: Any, cause: str
) -> None:
    monkeypatch.setattr(module, cause, lambda *_: nullcontext())
    monkeypatch.setattr(waiting, "PATIENCE", 2.0)

    drilled = running.run(name)

    assert not drilled.reproduced
    assert drilled.evidence[-1].startswith("Not seen")
    running.stack.aws.clock.skip(10)  # what failed comes back now, and no other drill has to wait for it


@pytest.mark.long
def test_with_leases_an_email_is_sent_twice_for_the_same_reason(running: Running) -> None:
    functions = running.stack.aws.lambda_service.functions
    before = functions.get(running.stack.output("workerFunction"))
    functions.update(replace(before, environment={**before.environment, "LEASE_SECONDS": "60"}))
    try:
        drilled = running.run("sent-not-recorded")
    finally:
        functions.update(before)

    assert (drilled.reproduced, drilled.left_over) == (True, ())


def test_what_a_drill_leaves_changed_is_told(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    concurrency = running.stack.aws.lambda_service.functions.concurrency
    before = concurrency.limit
    monkeypatch.setitem(DRILLS, "poison", lambda _: setattr(concurrency, "limit", before + 1))  # pyright: ignore[reportArgumentType] - a Mapping to others
    try:
        drilled = running.run("poison")
    finally:
        concurrency.limit = before

    assert drilled.left_over == ("the account's concurrency is not as it was.",)
    assert not drilled.undone


def test_there_is_one_drill_at_a_time(running: Running) -> None:
    def another(_sentence: str) -> None:
        running.run("api-scans")

    with pytest.raises(CommandError, match="another drill is running"):
        running.run("api-scans", another)


@pytest.mark.long
def test_dead_letters_of_others_stay(running: Running) -> None:
    url = running.stack.output("jobsDlqUrl")
    running.stack.aws.clients.sqs.send_message(QueueUrl=url, MessageBody='{"bookingId": "bkg_of_another"}')

    assert running.run("poison").undone

    (letter,) = running.stack.aws.contents.messages_in(running.stack.pipelines.worker.dlq)
    assert "bkg_of_another" in letter.body
    assert letter.visible_at <= running.stack.aws.clock.now()
