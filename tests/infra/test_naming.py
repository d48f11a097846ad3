import json
from pathlib import Path
from typing import Any

import botocore
import pytest

from infra.naming import Names, partition_of

PARTITIONS = json.loads((Path(botocore.__file__).parent / "data" / "partitions.json").read_text())["partitions"]


def test_every_physical_name_of_dev_is_this() -> None:
    assert vars(Names("minitickets", "dev", "ap-south-1")) == {
        "project": "minitickets",
        "stack": "dev",
        "prefix": "minitickets-dev-",
        "region": "ap-south-1",
        "partition": "aws",
        "tags": {"project": "minitickets", "stack": "dev", "managed-by": "pulumi"},
        "jobs_queue": "minitickets-dev-jobs",
        "jobs_dlq": "minitickets-dev-jobs-dlq",
        "processed_jobs_table": "minitickets-dev-processed-jobs",
        "worker_function": "minitickets-dev-worker",
        "worker_role": "minitickets-dev-worker",
        "worker_log_group": "/minitickets/dev/worker",
        "tickets_queue": "minitickets-dev-tickets",
        "tickets_dlq": "minitickets-dev-tickets-dlq",
        "tickets_table": "minitickets-dev-tickets",
        "tickets_function": "minitickets-dev-tickets",
        "ticket_role": "minitickets-dev-tickets",
        "tickets_log_group": "/minitickets/dev/tickets",
        "assets_bucket_prefix": "minitickets-dev-assets-",
        "signing_secret": "minitickets-dev-ticket-signing-key",
        "api_policy": "minitickets-dev-api-query-tickets",
        "worker_repository": "minitickets-dev-worker",
        "alarm_topic": "minitickets-dev-alarms",
    }


@pytest.mark.parametrize("project", ["minitickets", "a" * 24])
def test_the_longest_stack_name_fits_aws(project: str) -> None:
    names = vars(Names(project, "a" * (28 - len(project)), "ap-south-1"))

    assert max(len(name) for name in names.values() if isinstance(name, str)) <= 64  # IAM role and Lambda function
    assert len(names["assets_bucket_prefix"]) <= 37  # 63 less the 26 characters that the provider adds


@pytest.mark.parametrize("partition", PARTITIONS, ids=[each["id"] for each in PARTITIONS])
def test_the_partition_of_a_region_is_aws_s(partition: dict[str, Any]) -> None:
    regions = [region for region in partition["regions"] if not region.endswith("-global")]

    assert regions
    assert {partition_of(region) for region in regions} == {partition["id"]}
