from collections.abc import Callable
from typing import Any

import pytest

from bookings import Booking, PoisonMessage, Problem
from worker.address import check_address

NewBooking = Callable[..., Booking]


def to(email: str) -> dict[str, Any]:
    return {"recipient": {"email": email, "name": "Ada Lovelace"}}


@pytest.mark.parametrize(
    "email", ["ada@example.com", "a.b+tag@mail.example.co.in", "o'neil@xn--bcher-kva.example"], ids=ascii
)
def test_one_plain_address_is_taken_as_it_is(booking: NewBooking, email: str) -> None:
    assert check_address(booking(**to(email))).recipient.email == email


@pytest.mark.parametrize(
    "email",
    [
        "",
        "ada@example.com,eve@example.com",
        "ada@example.com eve@example.com",
        "ada@example.com;eve@example.com",
        "Ada <ada@example.com>",
        "ada@example.com\r\nBcc: eve@example.com",
        "ada@example.com\n",
        "ada",
        "@example.com",
        "ada@",
        "ada@localhost",
        "ada@@example.com",
        "ädä@example.com",
        "a" * 65 + "@example.com",
        "a@" + "b" * 60 + ("." + "c" * 60) * 4,
    ],
    ids=ascii,
)
def test_what_is_not_one_plain_address_is_poison_and_not_shown(booking: NewBooking, email: str) -> None:
    with pytest.raises(PoisonMessage) as raised:
        check_address(booking(**to(email)))
    assert str(raised.value) == "recipient.email: is not one plain email address"
    assert raised.value.problems == (Problem("recipient.email", "is not one plain email address"),)
