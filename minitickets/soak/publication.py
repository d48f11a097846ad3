"""The bookings of a run: published all at once, some of them twice."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from minitickets.books.bookings import body_of
from minitickets.ops.bookings_file import GoodLine
from minitickets.ops.publish import publish_all
from minitickets.soak.storm import Storm

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient

_LATER = 25  # messages between the two of one booking: near enough that two workers may have them at once


def quantity_of(booking: int) -> int:
    """How many tickets the booking is for: mostly one, and for one booking in five 1 to 4."""
    return 1 + booking // 5 % 4 if booking % 5 == 0 else 1


def messages_of(storm: Storm) -> list[int]:
    """The booking of each message, in the order of publication."""
    order = [(float(booking), booking) for booking in storm.bookings]
    order += [(booking + _LATER + 0.5, booking) for booking in storm.bookings if storm.copied(booking)]
    return [booking for _, booking in sorted(order)]


def publish(sqs: "SQSClient", queue_urls: Sequence[str], messages: Sequence[int]) -> Iterator[int]:
    """Sends a message for each of these bookings to each queue; yields the booking when it is sent."""
    lines = (
        GoodLine(number, body_of(booking, quantity_of(booking)), None, None) for number, booking in enumerate(messages)
    )
    for booking, _ in zip(messages, publish_all(sqs, queue_urls, lines), strict=True):
        yield booking
