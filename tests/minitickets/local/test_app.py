"""What the live page's routes answer."""

import json
from typing import Any

import httpx
import pytest

from minitickets.stack.bookings import sample_booking

BOOKING: dict[str, Any] = {**sample_booking("test", "1"), "bookingId": "bkg_1"}
NONSENSE = {
    "no UTF-8": ("bookings", b"\xff", 422),
    "nested": ("bookings", b"[" * 100_000, 422),
    "too long": ("bookings", b'"' + b"x" * 1_100_000, 413),
    "a list": ("burst", b"[]", 422),
    "no JSON": ("burst", b"{", 422),
    "count is a text": ("burst", b'{"count": "5"}', 422),
    "id is a number": ("duplicates", b'{"bookingId": 1}', 422),
    "unknown id": ("duplicates", b'{"bookingId": "bkg_unknown"}', 404),
    "no such route": ("nothing", b"{}", 404),
}


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("bookings", BOOKING, ("publish", "bkg_1")),
        ("duplicates", {"bookingId": "bkg_1"}, ("duplicates", "bkg_1")),
        ("duplicates", {}, ("duplicates", None)),
        ("duplicates", {"bookingId": ""}, ("duplicates", None)),
        ("poison", {}, ("poison",)),
        ("burst", {"count": 7}, ("burst", 7)),
        ("drills/poison", {}, ("drill", "poison")),
    ],
    ids=["booking", "duplicate of one", "new duplicates", "empty id", "poison", "burst", "drill"],
)
def test_the_system_is_told(
    client: httpx.Client, system: Any, path: str, body: dict[str, Any], told: tuple[Any, ...]
) -> None:
    answer = client.post(f"/live/{path}", json=body)

    assert (answer.status_code, system.told) == (202, [told])


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"quantity": 9, "userId": "two words"}, ["userId", "quantity"]),
        ({"recipient": {**BOOKING["recipient"], "email": "two@a.example, b@c.example"}}, ["recipient.email"]),
    ],
    ids=["what is no booking", "what the worker alone refuses"],
)
def test_what_is_wrong_with_a_booking_is_told_field_by_field(
    client: httpx.Client, system: Any, changes: dict[str, Any], fields: list[str]
) -> None:
    booking = {**BOOKING, **changes}

    answer = client.post("/live/bookings", json=booking)

    assert answer.status_code == 422
    assert [problem["field"] for problem in answer.json()["problems"]] == fields
    assert system.told == []


@pytest.mark.parametrize(("path", "content", "status"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_answered_with_a_sentence(client: httpx.Client, path: str, content: bytes, status: int) -> None:
    answer = client.post(f"/live/{path}", content=content, headers={"content-type": "application/json"})

    assert answer.status_code == status
    assert answer.json()["error"]
    assert "Traceback" not in answer.text


def test_a_second_drill_has_to_wait(client: httpx.Client, system: Any) -> None:
    system.change(drills=[{"name": "poison", "running": True, "result": None, "told": []}])

    assert client.post("/live/drills/poison", json={}).status_code == 409


def test_a_fault_of_ours_shows_no_traceback(client: httpx.Client, system: Any) -> None:
    def fail() -> None:
        raise ZeroDivisionError("a secret")

    system.publish_poison = fail

    answer = client.post("/live/poison", json={})

    assert answer.status_code == 500
    assert "ZeroDivisionError" in answer.json()["error"]
    assert "a secret" not in answer.text


def test_emails_tickets_qr_codes_and_log_lines_are_there(client: httpx.Client, system: Any) -> None:
    system.add_email("e1", html="<b>Ḧello</b>")

    assert client.get("/live/emails/e1").json()["text"] == "Text of e1"
    assert client.get("/live/emails/e1/html").text == "<b>Ḧello</b>"
    (ticket,) = client.get("/live/tickets", params={"userId": "usr_7"}).json()["tickets"]
    assert client.get(ticket["qr"]).headers["content-type"] == "image/png"
    (line,) = client.get("/live/logs", params={"correlationId": "c-1", "messageId": "m-1"}).json()["lines"]
    assert line["line"] == "c-1 m-1"


@pytest.mark.parametrize("path", ["emails/none", "emails/none/html", "qr/tickets/../secret", "qr/none"])
def test_what_is_not_there_is_said_to_be_missing(client: httpx.Client, path: str) -> None:
    answer = client.get(f"/live/{path}")

    assert answer.status_code == 404
    assert json.loads(answer.text)["error"]
