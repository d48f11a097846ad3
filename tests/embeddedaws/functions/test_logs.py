from collections.abc import Sequence

import pytest

from embeddedaws.functions import logs as logs_module
from embeddedaws.functions.logs import LogEvent, LogStream, LogWriter
from tests.fixtures.lambdas import GROUP, ROLE, MemoryLogSink
from tests.fixtures.servers import wait_until

STREAM, OTHER = LogStream(ROLE, GROUP, "one"), LogStream(ROLE, GROUP, "other")
NEVER = 3600.0  # seconds between two batches, so that only flush and close hand lines over


class Batches:
    """Records each call, and refuses those for one stream."""

    def __init__(self, refused: LogStream | None = None) -> None:
        self.calls: list[tuple[LogStream, list[str]]] = []
        self._refused = refused

    def put(self, stream: LogStream, events: Sequence[LogEvent]) -> None:
        if stream == self._refused:
            raise PermissionError("logs:PutLogEvents")
        self.calls.append((stream, [event.message for event in events]))


def test_lines_are_stamped_when_written_and_kept_in_order_until_closed() -> None:
    sink = MemoryLogSink()
    seconds = iter([1.0, 2.5])
    writer = LogWriter(sink, lambda: next(seconds), interval=NEVER)

    writer.write(STREAM, "first")
    writer.write(STREAM, "second")
    writer.close()

    assert sink.events[STREAM] == [LogEvent(1000, "first"), LogEvent(2500, "second")]


def test_lines_reach_the_sink_without_being_asked_for() -> None:
    sink = Batches()
    writer = LogWriter(sink, lambda: 0.0, interval=0.01)

    writer.write(STREAM, "line")
    wait_until(lambda: sink.calls)
    writer.close()

    assert sink.calls == [(STREAM, ["line"])]


def test_an_empty_line_is_dropped() -> None:
    sink = Batches()
    writer = LogWriter(sink, lambda: 0.0, interval=NEVER)

    writer.write(STREAM, "")
    writer.close()

    assert sink.calls == []


@pytest.mark.parametrize(
    ("limit", "value"), [("_BATCH_EVENTS", 2), ("_BATCH_BYTES", 2 * (26 + 2))], ids=["events", "bytes"]
)
def test_a_batch_stays_within_what_one_call_may_carry(monkeypatch: pytest.MonkeyPatch, limit: str, value: int) -> None:
    monkeypatch.setattr(logs_module, limit, value)
    sink = Batches()
    writer = LogWriter(sink, lambda: 0.0, interval=NEVER)

    for line in ("é", "b1", "c1", "d1", "e1"):
        writer.write(STREAM, line)
    writer.close()

    assert [lines for _, lines in sink.calls] == [["é", "b1"], ["c1", "d1"], ["e1"]]


def test_a_stream_that_is_refused_is_told_and_does_not_stop_the_others() -> None:
    sink = Batches(refused=STREAM)
    lost: list[tuple[LogStream, int, str]] = []
    writer = LogWriter(
        sink,
        lambda: 0.0,
        interval=NEVER,
        on_lost=lambda stream, count, error: lost.append((stream, count, type(error).__name__)),
    )

    writer.write(STREAM, "refused")
    writer.write(OTHER, "taken")
    writer.close()

    assert lost == [(STREAM, 1, "PermissionError")]
    assert sink.calls == [(OTHER, ["taken"])]
