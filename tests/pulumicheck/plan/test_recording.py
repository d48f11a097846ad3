import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import Plan, make_plan
from pulumicheck.plan.recording import Registration
from pulumicheck.plan.running import record
from pulumicheck.plan.values import Secret
from tests.fixtures.programs import project_in

Planned = Callable[[str], Plan]


def test_parents_protection_and_dependencies_are_recorded(planned: Planned) -> None:
    resources = planned("""
import pulumi, pulumi_aws as aws
class Pair(pulumi.ComponentResource):
    def __init__(self, name):
        super().__init__("example:index:Pair", name, {"size": 2})
        child = pulumi.ResourceOptions(parent=self, protect=True)
        dlq = aws.sqs.Queue("dlq", name="d", opts=child)
        aws.sqs.Queue("queue", name="q", tags={"dlq": dlq.arn}, opts=pulumi.ResourceOptions(parent=self))
Pair("pair")
""").resources

    pair, dlq, queue = (next(r for r in resources if r.name == name) for name in ("pair", "dlq", "queue"))
    assert pair.urn == "urn:pulumi:dev::example::example:index:Pair::pair"
    assert (pair.parent, pair.custom, pair.inputs) == (None, False, {"size": 2})
    assert dlq.urn == "urn:pulumi:dev::example::example:index:Pair$aws:sqs/queue:Queue::dlq"
    assert (dlq.parent, dlq.custom, dlq.protect) == (pair.urn, True, True)
    assert (queue.protect, queue.dependencies) == (False, (dlq.urn,))
    assert queue.inputs["tags"] == {"dlq": "arn:aws:sqs:ap-south-1:123456789012:d"}


def test_exports_are_recorded(planned: Planned) -> None:
    plan = planned("import pulumi\npulumi.export('answer', pulumi.Output.from_input(42))")

    assert plan.recording.outputs == {"answer": 42}


def test_secrets_are_masked(planned: Planned) -> None:
    recording = planned("""
import pulumi, pulumi_aws as aws
hidden = pulumi.Output.secret("s3cr3t")
aws.sqs.Queue("queue", name="q", tags={"password": hidden})
pulumi.export("password", hidden)
""").recording

    assert recording.resources[0].inputs["tags"] == {"password": Secret("s3cr3t")}
    assert recording.outputs == {"password": Secret("s3cr3t")}
    assert "s3cr3t" not in f"{recording!r} {json.dumps(recording.resources[0].inputs)}"


def test_whole_numbers_stay_whole(planned: Planned) -> None:
    plan = planned("import pulumi_aws as aws\naws.sqs.Queue('q', name='q', delay_seconds=5)")

    assert repr(plan.resources[0].inputs["delaySeconds"]) == "5"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import pulumi\nraise pulumi.RunError('minitickets:x is wrong.')", r"^minitickets:x is wrong\.$"),
        ("1 / 0", r"^the program of stack dev failed: ZeroDivisionError: division by zero$"),
        ("import pulumi\nf'{pulumi.Output.from_input(1)}'", r"failed: .*: Calling __str__ on an Output"),
    ],
    ids=["its own refusal", "a bug", "an Output in an f-string"],
)
def test_a_program_that_fails_gives_one_sentence(planned: Planned, source: str, sentence: str) -> None:
    with pytest.raises(CheckError, match=sentence):
        planned(source)


def test_a_resource_that_fails_takes_those_that_wait_for_it_along_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = """
import pulumi_aws as aws
queue = aws.sqs.Queue("queue", name="q")
for number in range(5):
    aws.sqs.QueuePolicy(f"policy-{number}", queue_url=queue.url, policy=queue.arn)
"""
    project = project_in(tmp_path, program)

    def refuse(registration: Registration) -> tuple[str, dict[str, Any]]:
        raise CheckError(f"no {registration.type} {registration.name} with {len(registration.inputs)} inputs")

    with pytest.raises(CheckError, match="no aws:sqs/queue:Queue queue with 1 inputs"):
        record(project, "dev", project.config("dev"), refuse)
    assert capsys.readouterr().err == ""


def test_a_project_without_a_program_is_refused(tmp_path: Path) -> None:
    project = project_in(tmp_path, "")
    (project.main / "__main__.py").unlink()

    with pytest.raises(CheckError, match=r"there is no program at infra/__main__\.py"):
        make_plan(project, "dev")
