import pulumi

from infra.naming import Names
from infra.settings import Settings
from infra.shared.alarm_topic import AlarmTopic
from infra.shared.alarms import (
    Alarms,
    dlq_is_not_empty,
    function_fails,
    function_is_throttled,
    oldest_message_is_old,
)
from infra.shared.image_function import ImageFunction
from infra.shared.queue_with_dlq import QueueWithDlq


def create_tickets_alarms(
    settings: Settings,
    queue: QueueWithDlq,
    function: ImageFunction,
    topic: AlarmTopic,
    opts: pulumi.ResourceOptions,
) -> Alarms:
    """The alarms of the tickets queue and its function."""
    alarms = [
        dlq_is_not_empty("tickets-dlq-is-not-empty", queue),
        oldest_message_is_old("tickets-queue-is-late", queue, settings.tickets_visibility_timeout),
        function_fails("tickets-fails", function),
        function_is_throttled("tickets-is-throttled", function),
    ]
    return Alarms("tickets-alarms", Names(settings.stack).prefix, alarms, topic, opts)
