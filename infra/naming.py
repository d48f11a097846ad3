from typing import Final


class Names:
    """Every physical name of one stack: what the consoles, the CLI and the logs show.

    The one exception is the assets bucket. Bucket names are shared by all AWS accounts, so a fixed one could be taken
    by anyone; AWS gets a prefix and the provider adds 26 characters.
    """

    def __init__(self, stack: str) -> None:
        prefix = f"minitickets-{stack}"
        self.prefix: Final = f"{prefix}-"

        self.jobs_queue: Final = f"{prefix}-jobs"
        self.jobs_dlq: Final = f"{prefix}-jobs-dlq"
        self.processed_jobs_table: Final = f"{prefix}-processed-jobs"
        self.worker_function: Final = f"{prefix}-worker"
        self.worker_role: Final = f"{prefix}-worker"
        self.worker_log_group: Final = f"/minitickets/{stack}/worker"

        self.tickets_queue: Final = f"{prefix}-tickets"
        self.tickets_dlq: Final = f"{prefix}-tickets-dlq"
        self.tickets_table: Final = f"{prefix}-tickets"
        self.tickets_function: Final = f"{prefix}-tickets"
        self.ticket_role: Final = f"{prefix}-tickets"
        self.tickets_log_group: Final = f"/minitickets/{stack}/tickets"
        self.assets_bucket_prefix: Final = f"{prefix}-assets-"
        self.signing_secret: Final = f"{prefix}-ticket-signing-key"
        self.api_policy: Final = f"{prefix}-api-query-tickets"

        self.worker_repository: Final = f"{prefix}-worker"
        self.alarm_topic: Final = f"{prefix}-alarms"
