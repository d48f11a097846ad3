"""The demo as its user runs it, and what it leaves behind."""

import email
import email.policy
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from bookings import Booking, PoisonMessage, parse_booking
from minitickets.demo.command import SAMPLE

# A duplicate, two that fail, one of them three times, and a poison message are among these.
LINES = SAMPLE.read_text(encoding="utf-8").splitlines()[:15]

pytestmark = [pytest.mark.embedded, pytest.mark.realtime]


def _run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "minitickets", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)


def _bookings() -> dict[str, Booking]:
    bookings: dict[str, Booking] = {}
    for line in LINES:
        try:
            booking = parse_booking(line)
        except PoisonMessage:
            continue
        bookings[booking.booking_id] = booking
    return bookings


class Demo:
    """One run over the first lines of the sample."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "out"
        bookings = folder / "bookings.jsonl"
        bookings.write_text("\n".join(LINES), encoding="utf-8")
        self.process = _run("demo", "--bookings", str(bookings), "--json", "--out", str(self.out), cwd=folder)

    @property
    def report(self) -> dict[str, Any]:
        return json.loads(self.process.stdout)

    def logs(self) -> str:
        return "".join(path.read_text(encoding="utf-8") for path in self.out.glob("logs/*.log"))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    return Demo(tmp_path_factory.mktemp("demo"))


def test_it_succeeds_and_tells_its_steps_without_a_traceback(demo: Demo) -> None:
    assert demo.process.returncode == 0, demo.process.stderr
    assert "Deploying stack dev" in demo.process.stderr
    assert "line 15 is no booking: quantity" in demo.process.stderr
    assert "Traceback" not in demo.process.stderr


def test_every_booking_got_exactly_one_email(demo: Demo) -> None:
    bookings = _bookings()

    assert demo.report["bookings"] == demo.report["emails"] == len(bookings)
    assert demo.report["emailsPerBooking"] == {"1": len(bookings)}
    emails = [
        email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        for path in demo.out.glob("emails/*.eml")
    ]
    assert sorted(str(message["To"]) for message in emails) == sorted(b.recipient.email for b in bookings.values())


def test_duplicates_were_skipped_and_poison_was_dead_lettered(demo: Demo) -> None:
    assert demo.report["messages"] == 2 * len(LINES)
    assert demo.report["duplicatesSkipped"] == len(LINES) - 1 - len(_bookings())
    assert demo.report["deadLetters"] == 2
    assert all("quantity" in reason for reason in demo.report["deadLetterReasons"])


def test_what_ses_refused_came_back_when_its_receive_count_said(demo: Demo) -> None:
    assert demo.report["complaints"] == []  # the judge counts from receive to receive, however busy this machine is
    assert len(demo.report["returnedAfterSeconds"]) >= 4  # two recipients fail, one of them three times


def test_each_qr_code_holds_a_genuine_token_of_its_ticket(demo: Demo) -> None:
    expected = {
        f"{b.booking_id}-{number}": b.event.id for b in _bookings().values() for number in range(1, b.quantity + 1)
    }

    tokens = {path.stem: _decode(path) for path in demo.out.glob("tickets/*.png")}

    assert demo.report["tickets"] == len(expected)
    assert set(tokens) == set(expected)
    for ticket_id, token in list(tokens.items())[:3]:
        verified = _run("verify", "--json", token, cwd=demo.folder)
        found = json.loads(verified.stdout)
        assert (found["valid"], found["ticketId"], found["eventId"]) == (True, ticket_id, expected[ticket_id])
        assert verified.returncode == 0
    assert len({token.rpartition(".")[2] for token in tokens.values()}) == len(expected)


def test_no_personal_data_is_in_any_log_line(demo: Demo) -> None:
    logs = demo.logs()

    assert '"email_sent"' in logs
    assert '"ticket_issued"' in logs
    for booking in _bookings().values():
        for personal in (booking.recipient.email, booking.recipient.name, booking.user_id):
            assert personal not in logs
            assert json.dumps(personal).strip('"') not in logs
    assert "@" not in logs


def test_no_token_and_no_key_is_in_any_log_line(demo: Demo) -> None:
    assert "MT1." not in demo.logs()
    assert not re.search(r"[A-Za-z0-9+/]{43}=", demo.logs())


def _decode(path: Path) -> str:
    with Image.open(path) as image:
        (barcode,) = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return barcode.text
