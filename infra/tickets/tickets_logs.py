import pulumi

from infra.naming import Names
from infra.settings import Settings
from infra.shared.function_logs import FunctionLogs

_EVENTS = ("ticket_issued", "poison_message")


def create_tickets_logs(settings: Settings, opts: pulumi.ResourceOptions) -> FunctionLogs:
    """The tickets function's log group, and how many tickets were issued and messages were beyond help."""
    return FunctionLogs("tickets-logs", Names(settings.stack).tickets_log_group, _EVENTS, opts)
