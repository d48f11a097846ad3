"""The numbers that the program cannot import are the apps' own, and mean what the rules take them to mean."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import yaml

from bookings import Booking, parse_booking
from fuzz.hostile_messages import good_body
from fuzz.worlds import RING, TicketsWorld
from infra import settings_times as times
from minitickets.scale.assumptions import Assumptions
from minitickets.scale.load import make_model
from minitickets.simulate.scenario import settings_of
from tests.fixtures.project import PROJECT
from tickets import bootstrap as tickets
from tickets.claim import Claim
from tickets.deadline import Deadline, OutOfTime
from tickets.issue import TicketIssuer
from tickets.signing_key import KeyRing
from tickets.ticket import Ticket
from worker.bootstrap import budget
from worker.visibility import BACKOFF_SECONDS


def test_the_worker_s_numbers_are_its_own() -> None:
    assert times.BACKOFF == BACKOFF_SECONDS
    assert budget(leases=False).to_start == times.JOB
    assert budget(leases=True).to_start == times.JOB + times.LEASE_CALL


@pytest.mark.parametrize("memory", [128, 200, 255, 256, 10_240])
@pytest.mark.parametrize("lease", [False, True])
def test_with_its_least_timeout_the_worker_starts_a_job_and_with_less_none(*, lease: bool, memory: int) -> None:
    needed = budget(leases=lease, memory=memory).to_start
    least = times.least_worker_timeout(lease=lease, memory=memory)

    assert least - 1 <= needed < least


def test_the_tickets_function_s_call_is_its_own() -> None:
    assert times.CALL == tickets.CALL_SECONDS


@dataclass
class SlowWorld(TicketsWorld):
    """Every answer takes all of its time."""

    left: float = 0
    issued: list[int] = field(default_factory=list[int])

    def claim(self, claim: Claim) -> bool:
        self.left -= tickets.DYNAMODB.read
        return super().claim(claim)

    def reserve(self, ticket: Ticket) -> bool:
        self.left -= tickets.DYNAMODB.read
        return super().reserve(ticket)

    def put_png(self, key: str, png: bytes) -> None:
        self.left -= tickets.OTHERS.read
        super().put_png(key, png)

    def complete(self, ticket: Ticket, issued_at: str) -> bool:
        self.left -= tickets.DYNAMODB.read
        return super().complete(ticket, issued_at)

    def current(self) -> KeyRing:
        if not self.tickets:
            self.left -= tickets.OTHERS.read
        return RING

    def issue(self, booking: Booking) -> None:
        issuer = TicketIssuer(tickets=self, assets=self, key_rings=self, now=lambda: "now", draw=str.encode)
        issuer.issue(booking, Deadline(lambda: self.left, tickets.CALL_SECONDS), self.issued.append)


def test_with_its_least_timeout_the_slowest_booking_gets_a_ticket_and_with_less_none() -> None:
    booking = parse_booking(good_body("bkg_1"))
    least = times.least_tickets_timeout(1)
    for timeout, issued in ((least, [1]), (least - 1 - 0.01, [])):
        world = SlowWorld(left=timeout)
        with pytest.raises(OutOfTime):
            world.issue(booking)
        assert world.issued == issued


def test_an_ordinary_booking_takes_no_longer_than_the_others_of_a_batch_are_made_to_wait() -> None:
    four = Assumptions.model_validate({"ticketsPerBooking": 4})
    smallest = make_model(settings_of("dev", {"minitickets:ticketsMemory": "128"}), four)

    assert smallest.tickets.duration(1) < times.BOOKING


def test_pulumi_yaml_names_the_same_leasts() -> None:
    declared = yaml.safe_load((PROJECT.root / "Pulumi.yaml").read_text(encoding="utf-8"))["config"]
    told = {key: entry["description"] for key, entry in declared.items()}

    plain, leased = (times.least_worker_timeout(lease=lease) for lease in (False, True))
    assert (
        f"may take, {plain} to 900; with lease {leased} to {times.LEASE}; with workerMemory 128 one more."
        in told["workerTimeout"]
    )
    assert f"{times.least_tickets_timeout(1) - 1} and one for each message" in told["ticketsTimeout"]
    slow = [times.least_worker_timeout(lease=lease, memory=128) for lease in (False, True)]
    assert slow == [plain + 1, leased + 1]
    fewest = [times.least_receives(lease=lease) for lease in (False, True)]
    assert f"{fewest[0]} to 1000; with lease no fewer than {fewest[1]}." in told["maxReceiveCount"]


@pytest.mark.parametrize(
    ("age", "receives", "visibility", "timeout"),
    [
        pytest.param(60 + 60 + 3 * 130 + 60, 5, 60, 10, id="as set"),
        pytest.param(3 * 600 + 40, 3, 600, 10, id="a visibility timeout longer than any backoff"),
        pytest.param(70 + 100 + 180 + 4 * 60, 3, 60, 60, id="a timeout as long as the visibility timeout"),
    ],
)
def test_a_failing_job_is_in_the_dlq_after_its_pauses_and_as_many_waits_for_a_batch(
    age: int, receives: int, visibility: int, timeout: int
) -> None:
    assert times.seconds_to_jobs_dlq(receives, visibility, timeout) == age


def test_the_alarm_of_a_late_queue_is_the_one_that_the_retention_has_to_outlast(dev: Any) -> None:
    alarm = dev.one("MetricAlarm", "tickets-queue-is-late").inputs

    assert alarm["threshold"] + alarm["period"] * alarm["evaluationPeriods"] == times.seconds_to_alarm(180)


def test_the_lease_in_the_worker_s_environment_is_the_one_that_the_rules_know(dev_with: Callable[..., Any]) -> None:
    function = dev_with({"minitickets:lease": "true"}).one("Function", "worker").inputs

    assert json.loads(function["environment"]["variables"]["LEASE_SECONDS"]) == times.LEASE
