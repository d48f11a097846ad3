"""The bookings of a run, by number: their messages, and the number back from what the functions make of them."""

import json

_REJECTED = "rejected."


def body_of(booking: int, quantity: int, *, rejected: bool = False) -> str:
    """The message of a booking."""
    prefix = _REJECTED if rejected else ""
    return (
        f'{{"type":"booking.confirmed","bookingId":"b{booking}","correlationId":"c{booking}",'
        f'"userId":"usr_{booking % 1000}",'
        f'"recipient":{{"email":"{prefix}b{booking}@example.com","name":"Ada Lovelace"}},'
        f'"event":{{"id":"evt_{booking % 7}","title":"Night of Engines","venue":"Hall 2",'
        f'"startsAt":"2026-12-24T19:30:00+05:30"}},"quantity":{quantity}}}'
    )


def is_rejected(address: str) -> bool:
    """Whether SES rejects emails to that address."""
    return address.startswith(_REJECTED)


def of_address(address: str) -> int:
    """The booking whose recipient has that address."""
    return int(address.removeprefix(_REJECTED).partition("@")[0][1:])


def of_id(booking_id: str) -> int:
    """The booking with that id."""
    return int(booking_id[1:])


def of_key(key: str) -> int:
    """The booking of a job key, or of a message id in its place."""
    return of_id(key.rpartition(":")[2].partition("-")[0])


def in_body(body: str) -> int:
    """The booking that a message is about, -1 if it is none of a run."""
    try:
        return of_id(json.loads(body)["bookingId"])
    except (ValueError, LookupError, TypeError):
        return -1
