"""The life of a stack, by Terraform's AWS provider, which pulumi-aws is built on."""

import re

from minitickets.stack.bookings import Booking, sample_booking
from tests.fixtures.provider_calls import provider_calls
from tests.terraform.changes import change_everything
from tests.terraform.stack import TerraformStack

# The provider looks at each queue that it makes or changes six times, 5 s apart: a queue here, not its dead-letter
# queue too, which would be waited for first.
CHANGED = {
    "alarmEmail": "oncall@minitickets.theversehub.in",
    "imageDigest": "sha256:" + "2" * 64,
    "jobsVisibilityTimeout": 120,
    "lease": True,
    "maxReceiveCount": 6,
    "processedJobsPointInTimeRecovery": True,
    "ticketsBatchSize": 5,
    "ticketsMaximumConcurrency": 3,
    "workerMemory": 512,
}
LABELS = ("after", "before", "last")


def _booking(label: str) -> Booking:
    return sample_booking("terraform", label, email=f"{label}@example.com", quantity=2)


def test_a_stack_is_made_changed_in_place_and_taken_away_and_bookings_go_through_it(stack: TerraformStack) -> None:
    count = stack.declare()
    assert stack.apply() == f"Resources: {count} added, 0 changed, 0 destroyed."
    assert not stack.would_change()
    stack.write_key()
    stack.publish(_booking("before"))
    stack.settle()
    assert "lifecycle.prevent_destroy" in stack.destroy(fails=True)

    assert stack.declare(change_everything, **CHANGED) == count + 1
    assert re.fullmatch(r"Resources: 1 added, [0-9]+ changed, 0 destroyed\.", stack.apply())
    assert not stack.would_change()
    stack.publish(_booking("after"), _booking("before"), _booking("last"))
    stack.settle()
    assert stack.emails() == [f"{label}@example.com" for label in LABELS]
    assert stack.tickets() == [f"bkg_terraform_{label}-{number}" for label in LABELS for number in (1, 2)]

    stack.destroy()
    assert not _left(stack)
    known = {(call.service, call.operation, call.code): set(call.parameters) for call in provider_calls()}
    assert [call for call in stack.calls if not known.get(call.kind, set()) >= call.parameters] == []


def _left(stack: TerraformStack) -> list[object]:
    """What is still in the account."""
    aws = stack.aws.clients
    return [
        *aws.dynamodb.list_tables()["TableNames"],
        *aws.sqs.list_queues().get("QueueUrls", ()),
        *aws.s3.list_buckets().get("Buckets", ()),
        *aws.lambda_.list_functions()["Functions"],
        *aws.lambda_.list_event_source_mappings()["EventSourceMappings"],
        *aws.iam.list_roles()["Roles"],
        *aws.iam.list_policies(Scope="Local")["Policies"],
        *aws.secretsmanager.list_secrets()["SecretList"],
        *aws.sns.list_topics()["Topics"],
        *aws.sesv2.list_email_identities().get("EmailIdentities", ()),
        *aws.ecr.describe_repositories()["repositories"],
        *aws.logs.describe_log_groups()["logGroups"],
        *aws.cloudwatch.describe_alarms()["MetricAlarms"],
    ]
