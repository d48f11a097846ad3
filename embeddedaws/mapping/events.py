"""What happens in a mapping, for those who watch: the live page and the tests."""

from collections.abc import Callable
from dataclasses import dataclass

from embeddedaws.functions.invocation import Usage


@dataclass(frozen=True, kw_only=True)
class MappingEvent:
    """Something happened in the mapping with that UUID to the messages with these ids."""

    mapping: str
    function_name: str
    message_ids: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Received(MappingEvent):
    """A batch was received; it is invoked next."""


@dataclass(frozen=True, kw_only=True)
class InvocationThrottled(MappingEvent):
    """The account's concurrency is used up; the invocation is tried again in a while."""


@dataclass(frozen=True, kw_only=True)
class Invoked(MappingEvent):
    """The function has answered, or was killed."""

    request_id: str
    function_error: str | None
    timed_out: bool
    """Whether the function was killed at its timeout."""
    usage: Usage
    log_stream: str = ""
    """The execution environment's, which tells environments apart."""


@dataclass(frozen=True, kw_only=True)
class Succeeded(MappingEvent):
    """The messages were deleted."""


@dataclass(frozen=True, kw_only=True)
class Failed(MappingEvent):
    """The messages stay in the queue, and return when their visibility timeout ends."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class QueueRefused(MappingEvent):
    """The queue could not be polled, or did not delete the messages; it is tried again."""

    error: Exception


SETTLED = Succeeded, Failed, QueueRefused
"""After these a mapping has nothing more to do with the messages; what was not deleted returns as what failed does."""

Observer = Callable[[MappingEvent], None]
"""Is called from the mapping's threads; it must not block, and must not raise."""
