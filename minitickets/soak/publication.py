"""The bookings of a run: published all at once, some of them twice."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from minitickets.ops.bookings_file import Message
from minitickets.ops.publish import publish_all
from minitickets.simulate.bookings import body_of, of_id
from minitickets.soak.storm import Storm

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient

_LATER = 25  # messages between the two of one booking: near enough that two workers may have them at once


def quantity_of(booking: int) -> int:
    """How many tickets the booking is for: mostly one, and for one booking in five 1 to 4."""
    return 1 + booking // 5 % 4 if booking % 5 == 0 else 1


def booking_in(body: str) -> int:
    """The number of the booking in a message, -1 if it is none of ours."""
    try:
        return of_id(json.loads(body)["bookingId"])
    except (ValueError, LookupError, TypeError):
        return -1


def share_of(bookings: range, booking: int) -> float:
    """How early a booking was published, from 0 for the first up to 1."""
    return bookings.index(booking) / len(bookings)


def messages_of(bookings: range, storm: Storm) -> list[int]:
    """The booking of each message, in the order of publication."""
    order = [(float(booking), booking) for booking in bookings]
    order += [(booking + _LATER + 0.5, booking) for booking in bookings if storm.copied(booking)]
    return [booking for _, booking in sorted(order)]


def publish(sqs: "SQSClient", queue_urls: Sequence[str], messages: Sequence[int]) -> Iterator[int]:
    """Sends a message for each of these bookings to each queue; yields the booking when it is sent."""
    lines = (
        Message(number, body_of(booking, quantity_of(booking)), None, None) for number, booking in enumerate(messages)
    )
    for booking, _ in zip(messages, publish_all(sqs, queue_urls, lines), strict=True):
        yield booking
