"""The email as a phone shows it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from bookings import Booking
from worker.confirmation import Letterhead, confirmation_of

PageAt = Callable[..., Page]
LINK = "https://tickets.example/mine"


@pytest.fixture
def shown(page_at: PageAt, booking: Callable[..., Booking]) -> Callable[..., Page]:
    def show(scheme: str = "light", *, sender: str = "", **changes: Any) -> Page:
        page = page_at("phone", scheme)
        page.set_content(confirmation_of(booking(**changes), Letterhead(sender, LINK)).html)
        return page

    return show


@pytest.mark.parametrize("letter", ["W", "\u5f35"], ids=ascii)
def test_no_text_makes_it_wider_than_the_phone(shown: Callable[..., Page], letter: str) -> None:
    event = {"id": "e", "title": letter * 300, "venue": letter * 500, "startsAt": "2026-12-24T19:30:00+05:30"}
    recipient = {"email": "ada@example.com", "name": letter * 100}
    page = shown(bookingId="b" * 64, sender=letter * 64, event=event, recipient=recipient)
    page.set_viewport_size({"width": 320, "height": 700})

    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_button_leads_to_the_tickets_and_is_large_enough_for_a_thumb(
    shown: Callable[..., Page], scheme: str
) -> None:
    button = shown(scheme).get_by_role("link", name="Open My tickets")

    assert button.get_attribute("href") == LINK
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    colours = button.evaluate("e => [getComputedStyle(e).color, getComputedStyle(e.parentElement).backgroundColor]")
    assert colours == ["rgb(255, 255, 255)", "rgb(67, 56, 202)"]


def test_a_text_from_right_to_left_leaves_its_neighbours_where_they_are(shown: Callable[..., Page]) -> None:
    page = shown(recipient={"email": "ada@example.com", "name": "\u0641\u0627\u0637\u0645\u0629"})
    name = page.locator("bdi", has_text="\u0641").bounding_box()
    hello = page.get_by_text("Hello").bounding_box()

    assert name is not None
    assert hello is not None
    assert name["x"] > hello["x"]
    assert page.locator("bdi", has_text="\u0641").evaluate("e => getComputedStyle(e).direction") == "rtl"
