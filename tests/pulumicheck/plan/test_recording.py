from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import planned_outputs
from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import Recording, record

Program = Callable[[str], Project]


def _record(project: Project) -> Recording:
    return record(project, "dev", project.config("dev"), planned_outputs("ap-south-1"))


def test_parents_protection_and_dependencies_are_recorded(program: Program) -> None:
    recording = _record(
        program("""
import pulumi, pulumi_aws as aws
class Pair(pulumi.ComponentResource):
    def __init__(self, name):
        super().__init__("example:index:Pair", name, {"size": 2})
        child = pulumi.ResourceOptions(parent=self, protect=True)
        dlq = aws.sqs.Queue("dlq", name="d", opts=child)
        aws.sqs.Queue("queue", name="q", tags={"dlq": dlq.arn}, opts=pulumi.ResourceOptions(parent=self))
Pair("pair")
""")
    )

    pair, dlq, queue = (next(r for r in recording.resources if r.name == name) for name in ("pair", "dlq", "queue"))
    assert pair.urn == "urn:pulumi:dev::example::example:index:Pair::pair"
    assert (pair.parent, pair.custom, pair.inputs) == (None, False, {"size": 2})
    assert dlq.urn == "urn:pulumi:dev::example::example:index:Pair$aws:sqs/queue:Queue::dlq"
    assert (dlq.parent, dlq.custom, dlq.protect) == (pair.urn, True, True)
    assert (queue.protect, queue.dependencies) == (False, (dlq.urn,))
    assert queue.inputs["tags"] == {"dlq": "arn:aws:sqs:ap-south-1:123456789012:d"}


def test_exports_are_recorded(program: Program) -> None:
    recording = _record(program("import pulumi\npulumi.export('answer', pulumi.Output.from_input(42))"))

    assert recording.outputs == {"answer": 42}


def test_secrets_are_masked(program: Program) -> None:
    recording = _record(
        program("""
import pulumi, pulumi_aws as aws
hidden = pulumi.Output.secret("s3cr3t")
aws.sqs.Queue("queue", name="q", tags={"password": hidden})
pulumi.export("password", hidden)
""")
    )

    assert recording.resources[0].inputs["tags"] == "[secret]"
    assert recording.outputs == {"password": "[secret]"}
    assert "s3cr3t" not in repr(recording)


def test_whole_numbers_stay_whole(program: Program) -> None:
    recording = _record(program("import pulumi_aws as aws\naws.sqs.Queue('q', name='q', delay_seconds=5)"))

    assert repr(recording.resources[0].inputs["delaySeconds"]) == "5"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import pulumi\nraise pulumi.RunError('minitickets:x is wrong.')", r"^minitickets:x is wrong\.$"),
        ("1 / 0", r"^the program of stack dev failed: ZeroDivisionError: division by zero$"),
        ("import pulumi_aws as aws\naws.get_caller_identity()", r"asks the provider for aws:index/getCallerIdentity"),
        ("import pulumi_aws as aws\naws.sqs.Queue.get('q', 'id')", r"reads the existing aws:sqs/queue:Queue q"),
        ("import pulumi\nf'{pulumi.Output.from_input(1)}'", r"failed: .*: Calling __str__ on an Output"),
    ],
    ids=["its own refusal", "a bug", "a provider function", "an existing resource", "an Output in an f-string"],
)
def test_a_program_that_fails_gives_one_sentence(program: Program, source: str, sentence: str) -> None:
    with pytest.raises(CheckError, match=sentence):
        _record(program(source))


def test_a_resource_that_fails_takes_those_that_wait_for_it_along_without_a_word(
    program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    project = program("""
import pulumi_aws as aws
queue = aws.sqs.Queue("queue", name="q")
for number in range(5):
    aws.sqs.QueuePolicy(f"policy-{number}", queue_url=queue.url, policy=queue.arn)
""")

    def refuse(type_: str, name: str, inputs: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        raise CheckError(f"no {type_} {name} with {len(inputs)} inputs")

    with pytest.raises(CheckError, match="no aws:sqs/queue:Queue queue with 1 inputs"):
        record(project, "dev", project.config("dev"), refuse)
    assert capsys.readouterr().err == ""


def test_a_project_without_a_program_is_refused(program: Program) -> None:
    project = program("")
    (project.main / "__main__.py").unlink()

    with pytest.raises(CheckError, match=r"there is no program at infra/__main__\.py"):
        _record(project)
