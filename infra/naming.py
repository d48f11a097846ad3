from collections.abc import Mapping
from typing import Final

# (The regions' patterns in AWS's `partitions.json`, which every AWS SDK carries.)
_PARTITIONS: Mapping[str, str] = {
    "cn-": "aws-cn",
    "eu-isoe-": "aws-iso-e",
    "eusc-": "aws-eusc",
    "us-gov-": "aws-us-gov",
    "us-iso-": "aws-iso",
    "us-isob-": "aws-iso-b",
    "us-isof-": "aws-iso-f",
}


class Names:
    """Every physical name of one stack: what the consoles, the CLI and the logs show. All begin with the project's.

    The one exception is the assets bucket. Bucket names are shared by all AWS accounts, so a fixed one could be taken
    by anyone; AWS gets a prefix and the provider adds 26 characters.
    """

    def __init__(self, project: str, stack: str, region: str) -> None:
        prefix = f"{project}-{stack}"
        self.project: Final = project
        self.stack: Final = stack
        self.prefix: Final = f"{prefix}-"
        self.region: Final = region
        self.partition: Final = partition_of(region)
        self.tags: Final[Mapping[str, str]] = {"project": project, "stack": stack, "managed-by": "pulumi"}

        self.jobs_queue: Final = f"{prefix}-jobs"
        self.jobs_dlq: Final = f"{prefix}-jobs-dlq"
        self.processed_jobs_table: Final = f"{prefix}-processed-jobs"
        self.worker_function: Final = f"{prefix}-worker"
        self.worker_role: Final = f"{prefix}-worker"
        self.worker_log_group: Final = f"/{project}/{stack}/worker"

        self.tickets_queue: Final = f"{prefix}-tickets"
        self.tickets_dlq: Final = f"{prefix}-tickets-dlq"
        self.tickets_table: Final = f"{prefix}-tickets"
        self.tickets_function: Final = f"{prefix}-tickets"
        self.ticket_role: Final = f"{prefix}-tickets"
        self.tickets_log_group: Final = f"/{project}/{stack}/tickets"
        self.assets_bucket_prefix: Final = f"{prefix}-assets-"
        self.signing_secret: Final = f"{prefix}-ticket-signing-key"
        self.api_policy: Final = f"{prefix}-api-query-tickets"

        self.worker_repository: Final = f"{prefix}-worker"
        self.alarm_topic: Final = f"{prefix}-alarms"


def partition_of(region: str) -> str:
    """The partition of a region, which its ARNs begin with."""
    return next((partition for prefix, partition in _PARTITIONS.items() if region.startswith(prefix)), "aws")
