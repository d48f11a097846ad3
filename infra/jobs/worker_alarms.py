import pulumi

from infra.naming import Names
from infra.settings import Settings
from infra.shared.alarm_topic import AlarmTopic
from infra.shared.alarms import (
    Alarms,
    dlq_is_not_empty,
    event_was_logged,
    function_fails,
    function_is_throttled,
    oldest_message_is_old,
)
from infra.shared.image_function import ImageFunction
from infra.shared.queue_with_dlq import QueueWithDlq


def create_worker_alarms(
    settings: Settings,
    queue: QueueWithDlq,
    function: ImageFunction,
    topic: AlarmTopic,
    opts: pulumi.ResourceOptions,
) -> Alarms:
    """The alarms of the jobs queue and the worker."""
    alarms = [
        dlq_is_not_empty("jobs-dlq-is-not-empty", queue),
        oldest_message_is_old("jobs-queue-is-late", queue, settings.jobs_visibility_timeout),
        function_fails("worker-fails", function),
        function_is_throttled("worker-is-throttled", function),
        event_was_logged(
            "worker-sent-not-recorded",
            function.logs,
            "sent_not_recorded",
            "An email was sent but could not be recorded: the same booking, if published again, is sent again.",
        ),
    ]
    return Alarms("worker-alarms", Names(settings.stack).prefix, alarms, topic, opts)
