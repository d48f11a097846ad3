"""The drill of each symptom."""

from collections.abc import Callable, Mapping

from minitickets.drill import invocations, permissions, services
from minitickets.drill.scene import Scene

Drill = Callable[[Scene], None]
"""Makes the cause, notes what is seen, and undoes the cause; raises NotSeen where the symptom does not show."""

DRILLS: Mapping[str, Drill] = {
    "wrong-table-arn": permissions.wrong_table_arn,
    "sent-not-recorded": permissions.sent_not_recorded,
    "api-scans": permissions.api_scans,
    "no-partial-answer": invocations.no_partial_answer,
    "concurrency-exhausted": invocations.concurrency_exhausted,
    "timed-out": invocations.timed_out,
    "key-missing": services.key_missing,
    "handler-misnamed": invocations.handler_misnamed,
    "sender-not-verified": services.sender_unknown,
    "poison": services.poison,
}
