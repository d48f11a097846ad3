import pytest

from pulumicheck.plan.planned import planned_outputs
from pulumicheck.plan.recording import Resource
from pulumicheck.plan.running import record
from tests.fixtures.project import DEV, NAME, PROJECT

QUEUE = "minitickets:shared:QueueWithDlq$minitickets:shared:QueuePolicy", "aws:sqs/queuePolicy:QueuePolicy"
REPOSITORY = (
    "minitickets:shared:WorkerRepository$minitickets:shared:RepositoryPolicy",
    "aws:ecr/repositoryPolicy:RepositoryPolicy",
)
BUCKET = (
    "minitickets:tickets:TicketStorage$minitickets:tickets:AssetsBucket$minitickets:tickets:BucketPolicy",
    "aws:s3/bucketPolicy:BucketPolicy",
)


@pytest.fixture(scope="module")
def resources() -> tuple[Resource, ...]:
    """The dev stack's, with their aliases."""
    return record(PROJECT, "dev", PROJECT.config("dev"), planned_outputs(DEV.region)).resources


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("jobs-queue-policy", QUEUE),
        ("jobs-queue-dlq-policy", QUEUE),
        ("tickets-queue-policy", QUEUE),
        ("tickets-queue-dlq-policy", QUEUE),
        ("worker-repository-policy", REPOSITORY),
        ("assets-bucket-policy", BUCKET),
    ],
)
def test_a_policy_is_found_under_the_urn_that_it_was_deployed_under(
    resources: tuple[Resource, ...], name: str, types: tuple[str, str]
) -> None:
    component, policy = (each for each in resources if each.name == name)
    parents, child = types
    former = f"urn:pulumi:dev::{NAME}::{parents}"

    assert component.type == "minitickets:shared:ResourcePolicy"
    assert f"{former}::{name}" in component.aliases
    assert f"{former}${child}::{name}" in policy.aliases
