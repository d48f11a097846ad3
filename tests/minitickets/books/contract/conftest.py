from typing import Any

import pytest


@pytest.fixture
def message() -> dict[str, Any]:
    """A booking's message."""
    return {
        "type": "booking.confirmed",
        "bookingId": "bkg_7",
        "correlationId": "c-7",
        "userId": "usr_1",
        "recipient": {"email": "ada@example.com", "name": "Ada O'Hara"},
        "event": {
            "id": "evt_1",
            "title": "Late Jazz & Later <Blues>",
            "venue": "Hall 2",
            "startsAt": "2026-12-04T19:30:00+05:30",
        },
        "quantity": 2,
    }
