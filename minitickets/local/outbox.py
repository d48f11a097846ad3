"""Publishes bookings to both queues, as the api's outbox does, and remembers the latest."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bookings import Problem
from minitickets.local.system import LONGEST_BURST, BusyError, InvalidError, UnknownError
from minitickets.ops.bookings_file import BadLine, GoodLine, parse_line
from minitickets.ops.publish import publish_all
from minitickets.stack.bookings import Booking, as_body, make_bookings, make_poison

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient

_REMEMBERED = 200  # bookings that can be published again


class Outbox:
    """Sends from any thread; a burst goes in a thread of its own.

    Args:
        sqs: a client that may send.
        queue_urls: the queues that each booking goes to.
    """

    def __init__(self, sqs: "SQSClient", queue_urls: Sequence[str]) -> None:
        self._sqs = sqs
        self._queue_urls = queue_urls
        self._lock = threading.Lock()
        self._sent: OrderedDict[str, str] = OrderedDict()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._burst: dict[str, Any] | None = None

    def burst(self) -> dict[str, Any] | None:
        """How far the latest burst is: `{"count", "sent", "running"}`."""
        with self._lock:
            return self._burst and dict(self._burst)

    def publish(self, body: str) -> dict[str, Any]:
        """Sends one message that a person has written.

        Raises:
            InvalidError: it is no booking, or no queue can carry it.
        """
        line = parse_line(1, body.encode(errors="replace"))
        if isinstance(line, BadLine):
            raise InvalidError(f"This is no message: {line.problem}.")
        if line.booking is None or line.problem is not None:
            raise InvalidError(f"The functions would refuse it: {line.problem}.", line.problems)
        return self._copies(line.booking.booking_id, [line])

    def publish_again(self, booking_id: str | None) -> dict[str, Any]:
        """Sends a booking once more, as an outbox may do; without an id, a new booking twice.

        Raises:
            UnknownError: none of the latest bookings has that id.
        """
        if booking_id is None:
            (booking,) = make_bookings(1)
            return self._copies(booking["bookingId"], [_line(booking)] * 2)
        with self._lock:
            body = self._sent.get(booking_id)
        if body is None:
            raise UnknownError(f"none of the last {_REMEMBERED} bookings that were published here has that id.")
        return self._copies(booking_id, [parse_line(1, body.encode())])

    def publish_poison(self) -> dict[str, Any]:
        """Sends what the functions will refuse."""
        poison = make_poison()
        return self._copies(poison["bookingId"], [_line(poison)])

    def publish_many(self, count: int) -> dict[str, Any]:
        """Begins to send that many new bookings.

        Raises:
            InvalidError: the count is out of bounds.
            BusyError: the last burst is not over.
        """
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= LONGEST_BURST:
            raise InvalidError(
                f"A burst has 1 to {LONGEST_BURST:,} bookings.", [Problem("count", f"is not 1 to {LONGEST_BURST:,}")]
            )
        with self._lock:
            if self._burst and self._burst["running"]:
                raise BusyError("the last burst is still being sent: wait until it is out.")
            self._burst = {"count": count, "sent": 0, "running": True}
            self._thread = threading.Thread(target=self._run_burst, args=(count,), name="burst", daemon=True)
            self._thread.start()
        return {"count": count}

    def close(self) -> None:
        """Sends no more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run_burst(self, count: int) -> None:
        try:
            for sent in self._send(map(_line, make_bookings(count))):
                self._note(sent=sent)
                if self._stopping.is_set():
                    return
        finally:
            self._note(running=False)

    def _note(self, **figures: Any) -> None:
        with self._lock:
            if self._burst is not None:
                self._burst |= figures

    def _copies(self, booking_id: str, lines: Sequence[GoodLine | BadLine]) -> dict[str, Any]:
        sent = max(self._send(lines))
        return {"bookingId": booking_id, "messages": sent * len(self._queue_urls)}

    def _send(self, lines: Iterable[GoodLine | BadLine]) -> Iterator[int]:
        """Yields, after each line, how many were sent."""
        for sent, line in enumerate(publish_all(self._sqs, self._queue_urls, lines), start=1):
            if isinstance(line, GoodLine) and line.booking is not None:
                self._remember(line.booking.booking_id, line.body)
            yield sent

    def _remember(self, booking_id: str, body: str) -> None:
        with self._lock:
            self._sent[booking_id] = body
            self._sent.move_to_end(booking_id)
            while len(self._sent) > _REMEMBERED:
                self._sent.popitem(last=False)


def _line(booking: Booking) -> GoodLine | BadLine:
    return parse_line(1, as_body(booking).encode())
