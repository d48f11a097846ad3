import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from bookings import Booking, parse_booking
from fuzz.hostile_messages import BOOKING
from side_by_side import RunAll, in_order
from worker.batch import handle_batch
from worker.ports import Budget, Ports
from worker.visibility import Hidden


def make_booking(booking_id: str = "bkg_1", **changes: Any) -> dict[str, Any]:
    return BOOKING | {"bookingId": booking_id, "correlationId": f"c-{booking_id}"} | changes


def make_record(
    message_id: str = "m1", booking_id: str = "bkg_1", *, received: int = 1, **changes: Any
) -> dict[str, Any]:
    return {
        "messageId": message_id,
        "receiptHandle": f"handle-{message_id}",
        "body": json.dumps(make_booking(booking_id)),
        "attributes": {"ApproximateReceiveCount": str(received)},
        "eventSource": "aws:sqs",
    } | changes


BUDGET = Budget(check=1, lease=1, send=5, record=1, hide=1, margin=0.5)


@dataclass
class World:
    """Everything outside of `handle_batch`: fakes that record, with a clock that only steps and sleeps move."""

    budget: Budget = BUDGET
    run_all: RunAll = in_order
    time_left: float = 10.0  # seconds until the invocation is killed
    faults: dict[str, Iterator[BaseException | None]] = field(default_factory=dict)  # by step, such as "send bkg_1"
    takes: dict[str, float] = field(default_factory=dict)  # seconds, by step
    steps: list[str] = field(default_factory=list)
    done: dict[str, str] = field(default_factory=dict)
    sent: list[Booking] = field(default_factory=list)
    hidden: dict[str, int] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    slept: list[float] = field(default_factory=list)

    def handle(self, *records: Any) -> list[str]:
        answer = handle_batch(records, self.ports, lambda: self.time_left)
        assert list(answer) == ["batchItemFailures"]
        return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]

    @property
    def ports(self) -> Ports:
        return Ports(self, self, self, self, self, self.run_all, self.budget)

    @property
    def sent_ids(self) -> list[str]:
        return [booking.booking_id for booking in self.sent]

    def is_done(self, job_key: str) -> bool:
        self._step("check", job_key)
        return job_key in self.done

    def mark_done(self, job_key: str, email_id: str) -> None:
        self._step("record", job_key)
        self.done.setdefault(job_key, email_id)

    @contextmanager
    def hold(self, job_key: str) -> Generator[None]:
        self._step("hold", job_key)
        self.held.add(job_key)
        try:
            yield
        except Exception:
            self.held.discard(job_key)
            raise

    def send(self, booking: Booking) -> str:
        self._step("send", booking.job_key)
        self.sent.append(booking)
        return f"email-{booking.booking_id}"

    def hide(self, hidden: Sequence[Hidden]) -> None:
        self._step("hide", "")
        self.hidden.update({one.message.message_id: one.seconds for one in hidden})

    def now(self) -> float:
        return 10.0 - self.time_left

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time_left -= seconds

    def _step(self, verb: str, job_key: str) -> None:
        name = f"{verb} {job_key.removeprefix('booking.confirmed:')}".rstrip()
        self.steps.append(name)
        self.time_left -= self.takes.get(name, 0)
        if fault := next(self.faults.get(name, iter(())), None):
            raise fault


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture(scope="session")
def new_world() -> Callable[[], World]:
    return World


@pytest.fixture(scope="session")
def record() -> Callable[..., dict[str, Any]]:
    return make_record


@pytest.fixture(scope="session")
def booking() -> Callable[..., Booking]:
    return lambda booking_id="bkg_1", **changes: parse_booking(json.dumps(make_booking(booking_id, **changes)))


@pytest.fixture
def log_lines(capsys: pytest.CaptureFixture[str]) -> Callable[[], list[dict[str, Any]]]:
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def events(log_lines: Callable[[], list[dict[str, Any]]]) -> Callable[[], list[tuple[str, str]]]:
    """The log so far as pairs of event and message id."""
    return lambda: [(line["message"], line.get("messageId", "")) for line in log_lines()]


@pytest.fixture
def aws_environment(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    environment = {
        "AWS_REGION": "ap-south-1",
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "PROCESSED_JOBS_TABLE": "minitickets-test-processed-jobs",
        "JOBS_QUEUE_URL": "https://sqs.ap-south-1.amazonaws.com/123456789012/minitickets-test-jobs",
        "SENDER": "no-reply@minitickets.theversehub.in",
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return environment
