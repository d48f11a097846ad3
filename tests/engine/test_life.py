"""The life of a stack, by Pulumi's own engine."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.wrappers import Response

from minitickets.stack.bookings import Booking, sample_booking
from pulumicheck.plan.plan import make_plan
from tests.engine.conftest import PulumiStack, pulumi_stack, steps_of

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

SWITCHES = {
    "all off": {"computeEnabled": False, "dataEnabled": False},
    "data on": {"computeEnabled": False, "dataEnabled": True},
    "all on": {"computeEnabled": True, "dataEnabled": True},
}


def _booking(label: str) -> Booking:
    return sample_booking("engine", label, email=f"{label}@example.com", quantity=2)


def _tickets(*labels: str) -> list[str]:
    return [f"bkg_engine_{label}-{number}" for label in labels for number in (1, 2)]


# A random end of a name, or an address on loopback.
MADE_BY_AWS = {"assetsBucket", "signingSecretArn", "jobsDlqUrl", "jobsQueueUrl", "ticketsDlqUrl", "ticketsQueueUrl"}


@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)
def test_a_first_up_makes_what_the_plan_says_and_a_second_changes_nothing(
    stack: PulumiStack, switches: dict[str, bool]
) -> None:
    stack.set(**switches)
    plan = make_plan(stack.project, "dev").recording

    made = stack.up()

    assert made == {"create": len(plan.resources) + 1}  # and the stack itself
    outputs = stack.outputs()
    assert outputs.keys() == plan.outputs.keys()
    assert {name for name in outputs if outputs[name] != plan.outputs[name]} <= MADE_BY_AWS
    assert stack.up() == {"same": len(plan.resources) + 1}
    stack.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    assert stack.up() == {"same": len(plan.resources) + 1}


def test_a_stack_is_switched_off_and_on_again_with_messages_waiting_and_none_is_lost(stack: PulumiStack) -> None:
    stack.up()
    stack.write_key()
    stack.publish(_booking("before"))
    stack.settle()

    assert stack.up(computeEnabled=False)["delete"] > 20
    stack.publish(_booking("between"))
    assert stack.emails() == ["before@example.com"]
    stack.up(computeEnabled=True)
    stack.settle()
    stack.publish(_booking("after"), _booking("before"))
    stack.settle()

    assert stack.emails() == [f"{label}@example.com" for label in ("after", "before", "between")]
    assert stack.tickets() == _tickets("after", "before", "between")
    stack.up(computeEnabled=False, dataEnabled=False)
    stack.up(computeEnabled=True, dataEnabled=True)
    stack.publish(_booking("anew"))
    stack.settle()
    assert "anew@example.com" in stack.emails()
    assert set(stack.up()) == {"same"}


IN_PLACE: dict[str, Any] = {
    "alarmEmail": "oncall@minitickets.theversehub.in",
    "deadLetterRetentionPeriod": 1_000_000,
    "imageDigest": "sha256:" + "2" * 64,
    "jobsVisibilityTimeout": 120,
    "lease": True,
    "maxReceiveCount": 6,
    "messageRetentionPeriod": 300_000,
    "processedJobsPointInTimeRecovery": True,
    "ticketsBatchSize": 5,
    "ticketsMaximumConcurrency": 3,
    "ticketsTimeout": 29,
    "workerMemory": 512,
}


def test_settings_of_every_kind_change_in_place_and_a_booking_goes_through_after(stack: PulumiStack) -> None:
    stack.up()
    stack.write_key()
    stack.publish(_booking("before"))
    stack.settle()
    stack.set(**IN_PLACE)

    steps = steps_of(stack.preview())

    assert set(steps.values()) == {"update", "create"}
    assert [name for name, op in steps.items() if op == "create"] == ["alarms-sends-email"]
    assert set(stack.up()) == {"same", "update", "create"}
    assert set(stack.up()) == {"same"}
    stack.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    aws, names = stack.aws.clients, stack.deployed().names
    worker = aws.lambda_.get_function(FunctionName=names.worker_function)
    assert worker["Configuration"].get("MemorySize") == 512
    assert worker["Code"].get("ImageUri", "").endswith(IN_PLACE["imageDigest"])
    stack.publish(_booking("after"))
    stack.settle()
    assert stack.emails() == ["after@example.com", "before@example.com"]
    assert stack.tickets() == _tickets("after", "before")


def test_a_refresh_finds_what_was_changed_by_hand_and_the_next_up_mends_it(stack: PulumiStack) -> None:
    stack.up()
    names, sqs, iam = stack.deployed().names, stack.aws.clients.sqs, stack.aws.clients.iam
    url = stack.outputs()["jobsQueueUrl"]
    sqs.set_queue_attributes(QueueUrl=url, Attributes={"VisibilityTimeout": "7", "DelaySeconds": "3"})
    iam.delete_role_policy(RoleName=names.worker_role, PolicyName="SendBookingEmails")
    sqs.tag_queue(QueueUrl=url, Tags={"by": "hand"})

    stack.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes", fails=True)
    stack.pulumi("refresh", "--yes", "--skip-preview")

    assert steps_of(stack.preview()) == {"jobs-queue": "update", "SendBookingEmails": "create"}
    stack.up()
    found = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    assert (found["VisibilityTimeout"], found["DelaySeconds"]) == ("60", "0")
    assert "by" not in sqs.list_queue_tags(QueueUrl=url).get("Tags", {})
    iam.get_role_policy(RoleName=names.worker_role, PolicyName="SendBookingEmails")
    assert set(stack.up()) == {"same"}


def test_a_creation_that_fails_in_the_middle_is_gone_on_with(tmp_path: Path) -> None:
    broken = {"lambda"}  # the service that fails

    def disturb(app: "WSGIApplication") -> "WSGIApplication":
        def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
            if (
                "lambda" in broken
                and environ["REQUEST_METHOD"] == "POST"
                and environ["PATH_INFO"].endswith("/functions")
            ):
                headers = {"x-amzn-ErrorType": "ServiceException"}
                return Response("{}", status=500, headers=headers)(environ, start_response)
            return app(environ, start_response)

        return answer

    with pulumi_stack(tmp_path, disturb) as stack:
        whole = len(make_plan(stack.project, "dev").recording.resources) + 1
        said = stack.pulumi("up", "--yes", "--skip-preview", fails=True)
        assert "CreateFunction" in said
        made = stack.last_change()["create"]
        assert made < whole
        broken.clear()

        assert stack.up()["create"] == whole - made
        assert set(stack.up()) == {"same"}
        stack.write_key()
        stack.publish(_booking("after"))
        stack.settle()
        assert (stack.emails(), stack.tickets()) == (["after@example.com"], _tickets("after"))


def test_the_lines_of_teardown_leave_nothing_and_delete_nothing_before_they_can(stack: PulumiStack) -> None:
    made = stack.up()["create"]
    stack.write_key()
    stack.publish(_booking("before"))
    stack.settle()
    clients, bucket = stack.aws.clients, stack.outputs()["assetsBucket"]
    clients.s3.put_object(Bucket=bucket, Key="tickets/bkg_engine_before/1.png", Body=b"another version")
    clients.s3.delete_object(Bucket=bucket, Key="tickets/bkg_engine_before/2.png")
    clients.ecr.put_image(
        repositoryName=stack.deployed().names.worker_repository,
        imageManifest=json.dumps({"schemaVersion": 2, "config": {"digest": "sha256:00"}, "layers": []}),
        imageManifestMediaType="application/vnd.docker.distribution.manifest.v2+json",
        imageTag="1",
    )

    script = stack.shell("minitickets teardown lines --stack dev")
    script = re.sub("^sleep .*$", "", script, flags=re.MULTILINE)
    assert "Made from its state." in script
    with stack.deployed().api():
        assert "detach api-queries-tickets from these first, " in stack.shell(script, fails=True)
        assert stack.up() == {"same": made}
    said = stack.shell(script)

    assert "versions deleted." in said
    assert stack.pulumi("stack", "ls", "--json").strip() == "[]"
    assert not clients.s3.list_buckets().get("Buckets")
    assert not clients.dynamodb.list_tables()["TableNames"]
    assert not clients.ecr.describe_repositories()["repositories"]
    assert not clients.sqs.list_queues().get("QueueUrls")


def test_what_is_protected_refuses_to_go_and_nothing_else_goes(stack: PulumiStack) -> None:
    made = stack.up()["create"]

    said = stack.pulumi("destroy", "--yes", fails=True)

    assert "protected" in said
    assert stack.up() == {"same": made}


WORDS = {"create": "added", "update": "changed", "delete": "removed", "replace": "replaced"}


def test_the_review_says_of_each_resource_what_the_engine_says(stack: PulumiStack) -> None:
    stack.up(computeEnabled=False)
    for settings in (
        {"computeEnabled": True, "dataEnabled": True},
        {"computeEnabled": False, "dataEnabled": False},
        {"dataEnabled": True, "jobsVisibilityTimeout": 90, "testAddress": "new@example.com"},
    ):
        stack.set(**settings)
        preview = stack.preview()
        assert stack.reviewed(preview) == {name: WORDS[op] for name, op in steps_of(preview).items()}
