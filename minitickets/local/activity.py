"""What the event source mappings and the functions did, in figures."""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from threading import Lock
from typing import Any

from embeddedaws.mapping.events import (
    Failed,
    InvocationThrottled,
    Invoked,
    MappingEvent,
    QueueRefused,
    Received,
    Succeeded,
)

_RECENT = 50  # invocations kept of each function
_REASONS = 10_000  # failures whose reason is kept


_Invocation = dict[str, Any]
"""As the page is told of it; `at` is in epoch seconds, `initMs` None where it was warm."""


@dataclass
class _Counts:
    """`cold` and `warm` add up to `invocations`; a timeout is one of the errors, as in Lambda's own metrics."""

    invocations: int = 0
    cold: int = 0
    warm: int = 0
    errors: int = 0
    timeouts: int = 0
    throttles: int = 0


@dataclass
class _Function:
    counts: _Counts = field(default_factory=_Counts)
    recent: deque[_Invocation] = field(default_factory=lambda: deque(maxlen=_RECENT))


class Activity:
    """An observer of mappings: which messages are in flight, what each function did, why a message failed last."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Takes the queues' clock, in epoch seconds."""
        self._clock = clock
        self._lock = Lock()
        self._in_flight: dict[str, _Invocation | None] = {}
        self._functions: dict[str, _Function] = {}
        self._reasons: OrderedDict[str, str] = OrderedDict()

    def __call__(self, event: MappingEvent) -> None:
        """Takes an event down."""
        with self._lock:
            function = self._functions.setdefault(event.function_name, _Function())
            if isinstance(event, Received):
                self._in_flight |= dict.fromkeys(event.message_ids)
            elif isinstance(event, InvocationThrottled):
                function.counts.throttles += 1
            elif isinstance(event, Invoked):
                self._invoked(event, function)
            elif isinstance(event, Failed):
                self._failed(event)
            elif isinstance(event, Succeeded | QueueRefused):
                self._settle(event.message_ids)

    def has_failed(self, message_id: str) -> bool:
        """Whether the message failed, and no mapping has received it since."""
        with self._lock:
            return message_id in self._reasons and message_id not in self._in_flight

    def reason(self, message_id: str) -> str | None:
        """Why the message failed last."""
        with self._lock:
            return self._reasons.get(message_id)

    def of(self, function_name: str) -> dict[str, Any]:
        """A function's figures and its latest invocations, the newest first."""
        with self._lock:
            function = self._functions.get(function_name, _Function())
            return {**asdict(function.counts), "recent": [dict(each) for each in reversed(function.recent)]}

    def _invoked(self, event: Invoked, function: _Function) -> None:
        cold = event.usage.init_duration is not None
        function.counts.invocations += 1
        function.counts.cold += cold
        function.counts.warm += not cold
        function.counts.errors += event.function_error is not None
        function.counts.timeouts += event.timed_out
        invocation: _Invocation = {
            "requestId": event.request_id,
            "at": round(self._clock(), 1),
            "durationMs": round(event.usage.duration, 1),
            "initMs": round(event.usage.init_duration, 1) if event.usage.init_duration is not None else None,
            "messages": len(event.message_ids),
            "failed": 0,
            "outcome": _outcome(event),
        }
        function.recent.append(invocation)
        self._in_flight |= dict.fromkeys(event.message_ids, invocation)

    def _failed(self, event: Failed) -> None:
        for message_id, invocation in self._settle(event.message_ids):
            if invocation is not None:
                invocation["failed"] += 1
                if invocation["outcome"] == "succeeded":
                    invocation["outcome"] = "some failed"
            self._reasons[message_id] = invocation["outcome"] if invocation else event.reason
            self._reasons.move_to_end(message_id)
        while len(self._reasons) > _REASONS:
            self._reasons.popitem(last=False)

    def _settle(self, message_ids: tuple[str, ...]) -> list[tuple[str, _Invocation | None]]:
        return [(message_id, self._in_flight.pop(message_id, None)) for message_id in message_ids]


def _outcome(event: Invoked) -> str:
    if event.timed_out:
        return "timed out"
    return "succeeded" if event.function_error is None else "failed"
