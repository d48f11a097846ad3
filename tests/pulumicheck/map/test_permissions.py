"""What the map says of permissions is what `minitickets access` says, for every resource and in every state."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from minitickets.particulars import PARTICULARS
from pulumicheck.commands.access import access
from pulumicheck.iam.statement import Statement
from pulumicheck.iam.statement_reader import StatementReader
from pulumicheck.map.document import make_document
from pulumicheck.plan.project import Project
from tests.fixtures.programs import project_in

pytestmark = pytest.mark.usefixtures("planned_once")

Document = dict[str, Any]
KEYS = ("principal", "sid", "policyType", "never", "why", "usedBy")
"""Of a grant, what the command and the map call the same."""


@pytest.fixture(params=["compute-and-data", "data-only", "storage-only"])
def state(request: pytest.FixtureRequest, dev_document: Document) -> Document:
    return state_of(dev_document, request.param)


def told(state: Document, *question: str) -> list[Document]:
    """What the command answers in a state."""
    switches = [f"{key}={json.dumps(state[key])}" for key in ("computeEnabled", "dataEnabled")]
    result = CliRunner().invoke(access, [*question, "-c", switches[0], "-c", switches[1], "--json"])
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    return [_comparable(grant) for grant in answer.get("who", answer.get("may"))]


def _comparable(grant: Document) -> Document:
    actions = grant["statement"]["Action"]
    said = {"actions": actions if isinstance(actions, list) else [actions], "conditions": grant["underCondition"]}
    return said | {key: grant[key] for key in KEYS}


def shown(document: Document, grants: list[str]) -> list[Document]:
    """The same of the map's document."""
    return [{key: document["grants"][id_][key] for key in (*KEYS, "actions", "conditions")} for id_ in grants]


def state_of(document: Document, id_: str) -> Document:
    return next(state for state in document["states"] if state["id"] == id_)


def there(document: Document, state: Document) -> list[Document]:
    return [resource for resource in document["resources"] if resource["id"] in state["present"]]


def test_who_can_touch_a_resource_is_what_the_command_answers(dev_document: Document, state: Document) -> None:
    asked = [resource for resource in there(dev_document, state) if resource["arn"]]

    assert len(asked) > 5
    for resource in asked:
        assert shown(dev_document, state["whoCanTouch"][resource["id"]]) == told(state, "who-can", "*", resource["arn"])


def test_what_a_role_may_do_is_what_the_command_answers(dev_document: Document, state: Document) -> None:
    asked = [each for each in there(dev_document, state) if each["kind"] in ("role", "policy") and each["arn"]]

    assert asked
    for resource in asked:
        assert shown(dev_document, state["mayDo"][resource["id"]]) == told(state, "what-can", resource["arn"])


def test_everything_has_an_answer_to_who_can_touch_it(state: Document) -> None:
    assert state["whoCanTouch"].keys() == set(state["present"])


@pytest.mark.parametrize(
    ("sid", "reaches"),
    [
        pytest.param("ReadJobsQueue", {"jobs-queue"}, id="one queue, and not its dead-letter queue"),
        pytest.param("ProcessedJobsTable", {"processed-jobs-table"}, id="one table"),
        pytest.param("SendBookingEmails", {"sender-domain", "test-address"}, id="two identities"),
        pytest.param("WriteTicketAssets", {"assets-bucket"}, id="objects in a bucket"),
        pytest.param("WriteWorkerLogs", {"worker-logs"}, id="streams of a log group"),
        pytest.param("ReadSigningSecret", {"ticket-signing-key"}, id="a secret with AWS's suffix"),
        pytest.param("QueryTickets", {"tickets-table"}, id="a table and its index"),
        pytest.param("LambdaPullsImage", {"worker-repository"}, id="what a policy is attached to"),
    ],
)
def test_a_statement_lights_exactly(dev_document: Document, sid: str, reaches: set[str]) -> None:
    (grant,) = [grant for grant in dev_document["grants"].values() if grant["sid"] == sid]

    assert set(grant["reaches"]) == reaches


@pytest.mark.parametrize(
    ("id_", "sids"),
    [
        pytest.param(
            "worker", ["ProcessedJobsTable", "ReadJobsQueue", "SendBookingEmails", "WriteWorkerLogs"], id="by its role"
        ),
        pytest.param("queue-triggers-worker", ["ReadJobsQueue"], id="a mapping polls with the function's role"),
        pytest.param("SendBookingEmails", ["SendBookingEmails"], id="a policy by itself"),
        pytest.param("api", ["QueryTickets"], id="someone outside by the policy that is for it"),
    ],
)
def test_what_may_do(dev_document: Document, id_: str, sids: list[str]) -> None:
    state = state_of(dev_document, "compute-and-data")

    assert [dev_document["grants"][grant]["sid"] for grant in state["mayDo"][id_]] == sids


def test_nobody_but_the_tickets_function_reads_the_signing_key(dev_document: Document) -> None:
    for state in dev_document["states"]:
        grants = [dev_document["grants"][id_] for id_ in state["whoCanTouch"].get("ticket-signing-key", [])]
        assert [grant["principalId"] for grant in grants] == (["ticket-role"] if "tickets" in state["present"] else [])


def test_what_is_denied_to_everyone_is_told_of_the_resource(dev_document: Document) -> None:
    (queue,) = [each for each in dev_document["resources"] if each["id"] == "jobs-queue-dlq"]

    assert {
        "name": "Never",
        "value": "sqs:* by anyone if aws:SecureTransport Bool false (DenyInsecureTransport)",
    } in queue["properties"]


def test_a_permission_leads_to_a_resource_of_the_map(dev_document: Document) -> None:
    known = {resource["id"] for resource in dev_document["resources"]}
    for grant in dev_document["grants"].values():
        assert {*grant["reaches"], grant["declaredBy"]} <= known
        assert grant["principalId"] is None or grant["principalId"] in known


BROAD_PROGRAM = """
import json
import pulumi
import pulumi_aws as aws

bucket = aws.s3.Bucket("files", bucket="files")
versioning = aws.s3.BucketVersioning(
    "files-keep-versions", bucket=bucket.id, versioning_configuration={"status": "Enabled"})
queue = aws.sqs.Queue("jobs", name="jobs")
aws.sqs.QueuePolicy("jobs-policy", queue_url=queue.id, policy="{\\"Statement\\": []}")
policy = pulumi.Output.json_dumps({"Statement": [
    {"Sid": "All", "Effect": "Allow", "Action": "s3:*", "Resource": bucket.arn},
    {"Sid": "Send", "Effect": "Allow", "Action": "sqs:SendMessage", "Resource": queue.arn}]})
aws.iam.Policy("operator", name="operator", policy=policy)
"""


@pytest.fixture
def broad_project(tmp_path: Path) -> Project:
    return project_in(tmp_path, BROAD_PROGRAM)


def test_each_statement_is_read_once_in_a_state(broad_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    read = StatementReader.read

    def counted(reader: StatementReader, element: Any, index: int, place: str) -> Statement:
        reads.append(element["Sid"])
        return read(reader, element, index, place)

    monkeypatch.setattr(StatementReader, "read", counted)
    document = make_document(broad_project, "dev", particulars=PARTICULARS)

    drawn = [state for state in document["states"] if state["present"]]
    assert reads == ["All", "Send"] * len(drawn)


def test_whoever_may_change_a_setting_can_touch_it(broad_project: Project) -> None:
    document = make_document(broad_project, "dev", particulars=PARTICULARS)

    touching = document["states"][0]["whoCanTouch"]
    sids = {id_: [document["grants"][grant]["sid"] for grant in grants] for id_, grants in touching.items()}
    assert sids["files-keep-versions"] == ["All"]
    assert (sids["jobs"], sids["jobs-policy"]) == (["Send"], [])


def test_attached_policies_and_what_cannot_be_known_are_told_of_the_role(tmp_path: Path) -> None:
    document = make_document(
        project_in(
            tmp_path,
            """
import json
import pulumi_aws as aws

role = aws.iam.Role("r", name="r", assume_role_policy=json.dumps({"Statement": []}))
queue = aws.sqs.Queue("q", name="q")
said = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sqs:*", "Resource": "*"}]}
policy = aws.iam.Policy("p", name="p", policy=json.dumps(said))
aws.iam.RolePolicyAttachment("own", role=role.name, policy_arn=policy.arn)
aws.iam.RolePolicyAttachment("of-aws", role=role.name, policy_arn="arn:aws:iam::aws:policy/ReadOnlyAccess")
""",
        ),
        "dev",
    )
    (state,) = document["states"]

    assert [document["grants"][id_]["through"] for id_ in state["mayDo"]["r"]] == ["arn:aws:iam::123456789012:policy/p"]
    assert [document["grants"][id_]["principalId"] for id_ in state["whoCanTouch"]["q"]] == ["r"]
    why = "arn:aws:iam::aws:policy/ReadOnlyAccess is attached, whose statements are not known here"
    assert state["cannotBeKnown"]["r"]["mayDo"] == [why]
    assert state["cannotBeKnown"]["q"] == {"mayDo": [], "whoCanTouch": [f"arn:aws:iam::123456789012:role/r: {why}"]}
