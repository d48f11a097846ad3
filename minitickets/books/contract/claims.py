"""What the claim of a booking must be: the item of the tickets table that says whose the booking is.

{"userId": "booking#<bookingId>", "ticketId": "owner", "ownerId": the user, "eventId": the event}
"""

from minitickets.books.contract.message import Item, Message, differs

_PARTITION = "booking#"


def claimed_booking(item: Item) -> str | None:
    """The id of the booking that an item of the tickets table claims; None for a ticket."""
    partition = item.get("userId", {}).get("S", "")
    return partition.removeprefix(_PARTITION) if partition.startswith(_PARTITION) else None


def claim_complaints(message: Message, item: Item) -> list[str]:
    """What is wrong with the claim of a booking that is this message's, in short sentences."""
    attributes = {
        "userId": f"{_PARTITION}{message['bookingId']}",
        "ticketId": "owner",
        "ownerId": message["userId"],
        "eventId": message["event"]["id"],
    }
    return [f"its {name} is another" for name, value in attributes.items() if differs(name, item, value)]
