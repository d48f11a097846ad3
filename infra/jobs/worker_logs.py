import pulumi

from infra.naming import Names
from infra.settings import Settings
from infra.shared.function_logs import FunctionLogs

_EVENTS = ("email_sent", "job_skipped", "job_failed", "sent_not_recorded", "poison_message")


def create_worker_logs(settings: Settings, opts: pulumi.ResourceOptions) -> FunctionLogs:
    """The worker's log group, and how many jobs ended in which way."""
    return FunctionLogs("worker-logs", Names(settings.stack).worker_log_group, _EVENTS, opts)
