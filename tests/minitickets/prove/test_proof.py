"""Least privilege, proven on the deployed stack: this is what `minitickets prove` runs."""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import replace

import pytest

from minitickets.prove.ground import ProvingGround, proving_ground
from minitickets.prove.limits import LIMITS
from minitickets.prove.mutants import held_policies, mutants_of
from minitickets.prove.probes import PROBES
from minitickets.prove.proof import Proof, _grants, prove, try_mutant
from pulumicheck.plan.project import find_project
from pulumicheck.plan.statements import statements_of

pytestmark = [pytest.mark.embedded, pytest.mark.long]


@pytest.fixture(scope="module")
def ground() -> Generator[ProvingGround]:
    with proving_ground(find_project(), "dev") as ground:
        yield ground


@pytest.fixture(scope="module")
def proof(ground: ProvingGround) -> Proof:
    return prove(ground, lambda _step: None)


def test_nothing_that_is_needed_is_missing(proof: Proof) -> None:
    assert proof.symptoms == []


def test_nothing_is_granted_that_is_not_used(proof: Proof) -> None:
    assert [(grant.statement.sid, grant.what) for grant in proof.unused] == []


def test_every_change_shows(proof: Proof, record_property: Callable[[str, object], None]) -> None:
    record_property("summary", f"{len(proof.mutants)} mutants of the policies, {len(proof.survivors)} survived")
    assert [(mutant.sid, mutant.change) for mutant in proof.survivors] == []


def test_every_statement_is_tried_and_changed(ground: ProvingGround, proof: Proof) -> None:
    sids = {statement.sid for statement in statements_of(ground.recording)}

    assert set(PROBES) == sids
    assert set(LIMITS) == sids - {"DenyInsecureTransport"}  # a deny lets nothing through
    assert {killed.mutant.sid for killed in proof.mutants} == sids


@pytest.mark.parametrize(
    ("sid", "change", "symptom", "refused"),
    [
        ("ProcessedJobsTable", "without dynamodb:GetItem", "every email job fails; 0 emails sent", "dynamodb:GetItem"),
        ("ProcessedJobsTable", "without dynamodb:PutItem", "1 emails sent and not recorded", "dynamodb:PutItem"),
        (
            "ReadJobsQueue",
            "without sqs:ChangeMessageVisibility",
            "a failed job waits for the queue's visibility timeout",
            "sqs:ChangeMessageVisibility",
        ),
        ("SendBookingEmails", "without its condition", "an email from another sender is let through", None),
        ("TicketsTable", "without dynamodb:UpdateItem", "every tickets job fails; the ticket is reserved", None),
        ("QueryTickets", "without dynamodb:Query", "My tickets: AccessDenied", "dynamodb:Query"),
        ("QueryTickets", "with dynamodb:*", "the api can list all tickets", None),
        ("ProcessedJobsTable", "with dynamodb:*", "the worker can delete records", None),
        ("WriteTicketAssets", "with s3:*", "the tickets function can read QR codes", None),
        ("LambdaPullsImage", "for everyone", "other services can pull the image", None),
    ],
)
def test_a_change_shows_as_the_runbook_says(
    proof: Proof, sid: str, change: str, symptom: str, refused: str | None
) -> None:
    (killed,) = [each for each in proof.mutants if (each.mutant.sid, each.mutant.change) == (sid, change)]

    assert symptom in killed.symptoms
    assert refused is None or refused in killed.refused


def test_a_use_counts_for_the_policy_that_allowed_it(ground: ProvingGround) -> None:
    """The trust policies of both roles have a statement of the same name."""
    arns = {resource.urn: str(resource.outputs.get("arn")) for resource in ground.recording.resources}
    assumed = Counter(each.call.resource for each in ground.calls if each.decision.allowed)
    grants = [grant for grant in _grants(ground) if grant.what == "sts:AssumeRole"]

    assert len(grants) == 2
    for grant in grants:
        assert grant.uses == assumed[arns[grant.statement.attached_to]] > 0


def test_a_narrower_statement_is_noticed_by_its_own_refusals(proof: Proof) -> None:
    """Whatever is refused is what the changed policy is there to allow: no change dies of something else."""
    for killed in proof.mutants:
        allowed = {action.lower() for each in killed.mutant.policy.document["Statement"] for action in each["Action"]}
        if killed.mutant.sid != "DenyInsecureTransport":
            assert {action.lower() for action in killed.refused} <= allowed, killed.mutant.change


def test_the_worker_role_on_another_table_fails_every_email_job_with_access_denied_on_get_item(proof: Proof) -> None:
    (killed,) = [
        each
        for each in proof.mutants
        if each.mutant.sid == "ProcessedJobsTable" and each.mutant.change.endswith("processed-jobs-elsewhere")
    ]

    assert killed.symptoms == ["every email job fails; 0 emails sent"]
    assert killed.refused == ("dynamodb:GetItem",)


def test_the_api_may_do_nothing_but_query(ground: ProvingGround, proof: Proof) -> None:
    assert proof.symptoms == []
    table, dynamodb = ground.output("ticketsTable"), ground.api_clients.dynamodb
    key = {"userId": {"S": "usr_proof"}, "ticketId": {"S": "bkg-1"}}
    for call in (
        lambda: dynamodb.get_item(TableName=table, Key=key),
        lambda: dynamodb.put_item(TableName=table, Item=key),
        lambda: dynamodb.scan(TableName=table),
        lambda: dynamodb.delete_item(TableName=table, Key=key),
        lambda: dynamodb.batch_get_item(RequestItems={table: {"Keys": [key]}}),
        lambda: dynamodb.transact_write_items(TransactItems=[{"Put": {"TableName": table, "Item": key}}]),
        lambda: ground.api_clients.secretsmanager.get_secret_value(SecretId=ground.output("signingSecretArn")),
        lambda: ground.api_clients.sqs.send_message(QueueUrl=ground.output("ticketsQueueUrl"), MessageBody="{}"),
    ):
        with pytest.raises(Exception, match=r"AccessDenied.*is not authorized to perform"):
            call()


def test_the_proof_can_fail(ground: ProvingGround, proof: Proof) -> None:
    """An action too many is a change that nobody notices."""
    assert proof.holds
    policy = next(
        each for each in held_policies(ground.recording) if each.holder.inputs.get("name") == "ProcessedJobsTable"
    )
    statement = policy.document["Statement"][0]
    wide = {**policy.document, "Statement": [{**statement, "Action": [*statement["Action"], "dynamodb:Scan"]}]}

    with ground.with_policy(policy, wide):
        (without_scan,) = [
            mutant for mutant in mutants_of(replace(policy, document=wide)) if mutant.change == "without dynamodb:Scan"
        ]
        assert try_mutant(ground, without_scan).symptoms == []
