"""The rules between settings: each takes a field's value, which is well formed, and refuses it with the other's key.

`info.data` has the well-formed fields above this one: a rule is skipped, and not made up, when the other side of its
comparison was refused already. In what a rule says, {project} stands for the project's name, which SettingsError fills
in.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import ValidationInfo
from pydantic_core import PydanticCustomError

from infra.settings_times import (
    LEASE,
    MARGIN_MEMORY,
    least_receives,
    least_tickets_timeout,
    least_worker_timeout,
    seconds_to_alarm,
    seconds_to_jobs_dlq,
    seconds_to_tickets_dlq,
)
from infra.settings_types import LONGEST_RETENTION, stack_name

Need = tuple[int, str, dict[str, Any]]
"""An age in seconds, what is said of a retention that does not exceed it, and of which values."""

_LEASED = {False: "", True: " while {project}:lease is true"}
_CONSUMERS: Mapping[str, tuple[str, Callable[[int, int, int], int]]] = {
    "jobs": ("worker", seconds_to_jobs_dlq),
    "tickets": ("tickets", seconds_to_tickets_dlq),
}
_TO_DLQ = (
    "must be more than {age}, the seconds until a failing message is in the DLQ with {project}:maxReceiveCount "
    "{receives} and {project}:{queue}VisibilityTimeout {hidden}, or it expires unseen"
)
_TO_ALARM = (
    "must be more than {age}, the seconds until the alarm of a late queue rises with "
    "{project}:{queue}VisibilityTimeout {hidden}, or messages expire unseen"
)
_ENDLESS = (
    "cannot be long enough for {project}:maxReceiveCount {receives} and {project}:{queue}VisibilityTimeout {hidden}: a "
    "failing message takes {age} seconds to the DLQ, and AWS keeps none for more than {most}; lower one of them"
)


def _refused(kind: str, sentence: str, context: dict[str, Any] | None = None) -> PydanticCustomError:
    return PydanticCustomError(kind, sentence, context)  # pyright: ignore[reportArgumentType] - wants literals


def stack_fits_all_names(value: str, info: ValidationInfo) -> str:
    """What is made of the stack's name and the project's has to fit AWS."""
    return stack_name(value, info.data.get("project", ""))


def compute_needs_data(value: bool, info: ValidationInfo) -> bool:  # noqa: FBT001 - pydantic calls it
    """The functions need the queues."""
    if info.data.get("compute_enabled") and not value:
        raise _refused(
            "switches", "must be true while {project}:computeEnabled is true, since the functions need the queues"
        )
    return value


def compute_needs_an_image(value: str, info: ValidationInfo) -> str:
    """The functions need an image."""
    if info.data.get("compute_enabled") and not value:
        raise _refused("image", "must be the digest of a pushed image while {project}:computeEnabled is true")
    return value


def sender_is_in_its_domain(value: str, info: ValidationInfo) -> str:
    """SES lets send from the domain that it verified, and from those below it."""
    domain = info.data.get("sender_domain")
    if domain and not f".{value.rpartition('@')[2]}".lower().endswith(f".{domain}".lower()):
        raise _refused("sender", "must be an address in {project}:senderDomain {domain}", {"domain": domain})
    return value


def worker_has_time_for_a_job(value: int, info: ValidationInfo) -> int:
    """With less than the code's own budget nothing would ever be sent; and a lease has to outlast its holder."""
    lease = info.data.get("lease", False)
    memory = info.data.get("worker_memory", MARGIN_MEMORY)
    least = least_worker_timeout(lease=lease, memory=memory)
    if value < least:
        slow = " with {project}:workerMemory {memory}" if memory < MARGIN_MEMORY else ""
        sentence = f"must be at least {{least}}{slow}{_LEASED[lease]}, or no job ever starts"
        raise _refused("job", sentence, {"least": least, "memory": memory})
    if lease and value > LEASE:
        raise _refused("lease", f"must be at most {{most}}, the lease,{_LEASED[lease]}", {"most": LEASE})
    return value


def tickets_have_time_for_a_batch(value: int, info: ValidationInfo) -> int:
    """With less, no ticket is ever issued, or messages use up their receives behind the others of their batches."""
    size = info.data.get("tickets_batch_size", 1)
    least = least_tickets_timeout(size)
    if value < least:
        raise _refused(
            "batch",
            "must be at least {least} with {project}:ticketsBatchSize {size}, "
            "or messages run out of receives without their tickets",
            {"least": least, "size": size},
        )
    return value


def six_timeouts(value: int, info: ValidationInfo) -> int:
    """AWS's advice for a mapping's queue."""
    function = "worker" if info.field_name == "jobs_visibility_timeout" else "tickets"
    least = 6 * info.data.get(f"{function}_timeout", 0)
    if value < least:
        raise _refused(
            "visibility",
            "must be at least {least}, 6 times {project}:{function}Timeout",
            {"least": least, "function": function},
        )
    return value


def receives_outlast_backoff_and_lease(value: int, info: ValidationInfo) -> int:
    """Fewer dead-letter a message before it was through the backoff, or behind the lease of a worker that died."""
    lease = info.data.get("lease", False)
    least = least_receives(lease=lease)
    if value < least:
        raise _refused(
            "receives",
            f"must be at least {{least}}{_LEASED[lease]}, or outages of a minute end in the DLQ",
            {"least": least},
        )
    return value


def retention_outlasts_retries_and_alarm(value: int, info: ValidationInfo) -> int:
    """A message that expires before it is a dead letter is lost, and nobody is told."""
    needs = [need for queue in ("jobs", "tickets") for need in _ages(queue, info.data)]
    if not needs:
        return value
    age, sentence, context = max(needs, key=lambda need: need[0])
    if age + 1 >= LONGEST_RETENTION:
        raise _refused("endless", _ENDLESS, {**context, "age": age, "most": LONGEST_RETENTION})
    if value <= age:
        raise _refused("retention", sentence, {**context, "age": age})
    return value


def dead_letters_outlast_the_source(value: int, info: ValidationInfo) -> int:
    """A dead letter keeps the age that it had in the queue."""
    source = info.data.get("message_retention_period", 0)
    if value <= source:
        raise _refused(
            "retention",
            "must be more than {source}, {project}:messageRetentionPeriod, since a dead letter keeps its age",
            {"source": source},
        )
    return value


def _ages(queue: str, settings: Mapping[str, Any]) -> Iterator[Need]:
    """The ages that a message of a queue has to reach, as far as the settings that say so are well formed."""
    function, seconds_to_dlq = _CONSUMERS[queue]
    receives, timeout = settings.get("max_receive_count"), settings.get(f"{function}_timeout")
    hidden = settings.get(f"{queue}_visibility_timeout")
    if hidden is None:
        return
    context = {"queue": queue, "hidden": hidden, "receives": receives}
    yield seconds_to_alarm(hidden), _TO_ALARM, context
    if receives is not None and timeout is not None:
        yield seconds_to_dlq(receives, hidden, timeout), _TO_DLQ, context
