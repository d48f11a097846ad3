"""A running system that is none, and the live page of it."""

import copy
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, cast

import httpx
import pytest

from minitickets.local.live_page import MODULES
from minitickets.local.server import LiveServer
from minitickets.local.system import BusyError, InvalidError, UnknownError
from minitickets.ops.bookings_file import BadLine, parse_line
from pulumicheck.map.rendering import render_page
from tickets.qr import draw_qr

TOKEN = "MT1.k1.bkg_1-1.evt_9.AAAAAAAAAAAAAAAAAAAAAA"


class FakeSystem:
    """Shows what a test puts into it, and records what it is told to do."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.looks = 0
        self.fails: Exception | None = None
        self.emails: dict[str, dict[str, Any]] = {}
        self.state: dict[str, Any] = {
            "stack": "dev",
            "startedAt": 1_800_000_000.0,
            "skippedSeconds": 0.0,
            "queues": [self.queue("jobs-queue"), self.queue("jobs-queue-dlq")],
            "functions": [self.function("worker")],
            "processedJobs": {"total": 0, "items": []},
            "emails": {"total": 0, "items": []},
            "deadLetters": {"total": 0, "items": []},
            "users": ["usr_7"],
            "burst": None,
            "drills": [{"name": "poison", "running": False, "result": None, "told": []}],
        }

    @staticmethod
    def queue(id_: str, **others: Any) -> dict[str, Any]:
        figures: dict[str, Any] = {"visible": 0, "inFlight": 0, "hidden": 0, "nextVisibleAt": None, "total": 0}
        return {"id": id_, "name": f"minitickets-dev-{id_}", **figures, "messages": [], **others}

    @staticmethod
    def message(number: int, state: str = "visible", visible_at: float | None = None, **others: Any) -> dict[str, Any]:
        ids = {"messageId": f"m-{number}", "bookingId": f"bkg_{number}", "correlationId": f"c-{number}"}
        return {**ids, "receiveCount": 0, "state": state, "visibleAt": visible_at, **others}

    @staticmethod
    def function(id_: str, **others: Any) -> dict[str, Any]:
        counts = ("invocations", "cold", "warm", "errors", "timeouts", "throttles", "environments", "running")
        return {"id": id_, "name": f"minitickets-dev-{id_}", **dict.fromkeys(counts, 0), "recent": [], **others}

    def add_email(self, id_: str, **others: Any) -> None:
        email = {"id": id_, "sentAt": 1_800_000_100.0, "sender": "no-reply@example.com", "recipient": "a@example.com"}
        email |= {"subject": f"Subject {id_}", "text": f"Text of {id_}", "html": f"<p>Text of {id_}</p>", **others}
        self.emails[id_] = email
        shown = {key: email[key] for key in ("id", "sentAt", "recipient", "subject")}
        self.change(emails={"total": len(self.emails), "items": [shown, *self.state["emails"]["items"]][:50]})

    def change(self, **parts: Any) -> None:
        """Replaces parts of what is seen, at once."""
        self.state = {**self.state, **parts}

    def look(self) -> dict[str, Any]:
        self.looks += 1
        if self.fails:
            raise self.fails
        return copy.deepcopy(self.state)

    def now(self) -> float:
        return time.time()

    def publish(self, body: str) -> Mapping[str, Any]:
        line = parse_line(1, body.encode())
        if isinstance(line, BadLine):
            raise InvalidError(f"Refused: {line.problem}.")
        if line.booking is None or line.problem is not None:
            raise InvalidError(f"Refused: {line.problem}.", line.problems)
        booking = line.booking
        self.told.append(("publish", booking.booking_id))
        return {"bookingId": booking.booking_id, "messages": 2}

    def publish_again(self, booking_id: str | None) -> Mapping[str, Any]:
        if booking_id == "bkg_unknown":
            raise UnknownError("there is no such booking.")
        self.told.append(("duplicates", booking_id))
        return {"bookingId": booking_id or "bkg_new", "messages": 4}

    def publish_poison(self) -> Mapping[str, Any]:
        self.told.append(("poison",))
        return {"bookingId": "bkg_poison", "messages": 2}

    def publish_many(self, count: int) -> Mapping[str, Any]:
        self.told.append(("burst", count))
        return {"count": count}

    def drill(self, name: str) -> Mapping[str, Any]:
        if any(drill["running"] for drill in self.state["drills"]):
            raise BusyError("a drill is running.")
        self.told.append(("drill", name))
        return {"name": name}

    def email(self, email_id: str) -> Mapping[str, Any]:
        if email_id not in self.emails:
            raise UnknownError("there is no such email.")
        return self.emails[email_id]

    def tickets_of(self, user_id: str) -> Sequence[Mapping[str, Any]]:
        ids = {"ticketId": "bkg_1-1", "bookingId": "bkg_1", "eventTitle": "Night", "venue": "Hall 2"}
        rest = {"startsAt": "2026-12-24T19:30:00+05:30", "status": "issued", "qr": "/live/qr/tickets/bkg_1/1.png"}
        return [{**ids, **rest, "userId": user_id}]

    def qr_code(self, asset_key: str) -> bytes:
        if asset_key != "tickets/bkg_1/1.png":
            raise UnknownError("there is no such QR code.")
        return draw_qr(TOKEN)

    def log_lines(self, *words: str) -> Sequence[Mapping[str, Any]]:
        return [{"group": "/minitickets/dev/worker", "at": 1.0, "line": " ".join(words)}]


class Stage:
    """A server whose system changes from test to test; servers and clients are what takes time to make."""

    def __init__(self) -> None:
        self.system: Any = FakeSystem()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.system, name)


@pytest.fixture(scope="session")
def render(dev_document: dict[str, Any]) -> Callable[[str], str]:
    """Renders the live page of the dev stack."""
    return lambda nonce: render_page(dev_document, live=MODULES, nonce=nonce)


@pytest.fixture(scope="session")
def stage() -> Iterator[tuple[Stage, httpx.Client]]:
    stage = Stage()
    with LiveServer(cast("Any", stage), lambda nonce: f"<p>{nonce}</p>") as server:
        headers = {"origin": server.url.rstrip("/")}
        with httpx.Client(base_url=server.url, headers=headers, trust_env=False, verify=False) as client:  # noqa: S501 - loopback
            yield stage, client


@pytest.fixture
def system() -> FakeSystem:
    return FakeSystem()


@pytest.fixture
def client(system: FakeSystem, stage: tuple[Stage, httpx.Client]) -> httpx.Client:
    """A browser on the system's page, as far as headers go."""
    stage[0].system = system
    return stage[1]


@pytest.fixture
def serve() -> Iterator[Callable[..., LiveServer]]:
    """Serves a system on a server of its own until the test is over."""
    with ExitStack() as servers:

        def start(system: Any, page: Callable[[str], str] = lambda _nonce: "", port: int = 0) -> LiveServer:
            return servers.enter_context(LiveServer(system, page, port))

        yield start
