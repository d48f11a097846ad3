"""Log lines on their way to CloudWatch Logs, sent in batches by a thread of their own."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

# PutLogEvents, API reference: at most 10,000 events and 1,048,576 bytes a batch, where each event counts 26 bytes more.
_BATCH_EVENTS = 10_000
_BATCH_BYTES = 1_048_576
_EVENT_OVERHEAD = 26


@dataclass(frozen=True)
class LogStream:
    """Where lines go, and the role that is to write them there."""

    role_arn: str
    group: str
    name: str


@dataclass(frozen=True)
class LogEvent:
    """One line, without its newline; `timestamp` is in epoch milliseconds."""

    timestamp: int
    message: str

    @property
    def size(self) -> int:
        """Bytes, as PutLogEvents counts them."""
        return len(self.message.encode()) + _EVENT_OVERHEAD


class LogSink(Protocol):
    """Takes what CloudWatch Logs would be sent."""

    def put(self, stream: LogStream, events: Sequence[LogEvent]) -> None:
        """Stores the events, which fit in one PutLogEvents call. Any error means that they are lost, as on AWS."""
        ...


LostLogs = Callable[[LogStream, int, Exception], None]
"""Is told of lines that did not reach their stream: how many, and why."""


class LogWriter:
    """Collects lines of all streams and hands them to the sink, a few times a second and at last when closed.

    Args:
        sink: where the lines go.
        clock: epoch seconds.
        interval: real seconds between two batches.
        on_lost: is told of each batch that the sink refused.
    """

    def __init__(
        self,
        sink: LogSink,
        clock: Callable[[], float],
        *,
        interval: float = 0.2,
        on_lost: LostLogs = lambda *_: None,  # in silence, as AWS does when a role may not write its logs
    ) -> None:
        self._sink = sink
        self._clock = clock
        self._interval = interval
        self._on_lost = on_lost
        self._lock = threading.Lock()
        self._flushing = threading.Lock()
        self._pending: dict[LogStream, list[LogEvent]] = defaultdict(list)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)
        self._thread.start()

    def write(self, stream: LogStream, line: str) -> None:
        """Takes one line and stamps it now; an empty one is dropped, since CloudWatch Logs refuses it."""
        if not line:
            return
        with self._lock:
            self._pending[stream].append(LogEvent(int(self._clock() * 1000), line))

    def flush(self) -> None:
        """Hands over all that was written before this call."""
        with self._flushing:
            with self._lock:
                pending, self._pending = self._pending, defaultdict(list)
            for stream, events in pending.items():
                for batch in _batches(events):
                    self._put(stream, batch)

    def close(self) -> None:
        """Hands over the rest and ends the thread."""
        self._closing.set()
        self._thread.join()
        self.flush()

    def _run(self) -> None:
        while not self._closing.wait(self._interval):
            self.flush()

    def _put(self, stream: LogStream, events: Sequence[LogEvent]) -> None:
        try:
            self._sink.put(stream, events)
        except Exception as error:  # noqa: BLE001 - whatever the sink met, the streams after this one go on
            self._on_lost(stream, len(events), error)


def _batches(events: Sequence[LogEvent]) -> Iterator[Sequence[LogEvent]]:
    start = size = 0
    for index, event in enumerate(events):
        full = index - start == _BATCH_EVENTS or size + event.size > _BATCH_BYTES
        if full and index > start:
            yield events[start:index]
            start, size = index, 0
        size += event.size
    if start < len(events):
        yield events[start:]
