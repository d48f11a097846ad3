"""What no other test looks at, and a bad worker had wrong."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from bookings import Booking
from worker.bootstrap import build_ports
from worker.confirmation import Letterhead, confirmation_of
from worker.leases import DynamoLeases
from worker.machine import SystemClock
from worker.mailer import SesMailer


def test_each_environment_holds_leases_in_a_name_of_its_own(aws_environment: dict[str, str]) -> None:
    one, other = (build_ports(aws_environment | {"LEASE_SECONDS": "60"}).leases for _ in range(2))

    assert isinstance(one, DynamoLeases)
    assert isinstance(other, DynamoLeases)
    assert one._owner != other._owner


def test_the_clock_counts_in_seconds_and_waits() -> None:
    clock, before = SystemClock(), time.time()

    clock.sleep(0.02)

    assert before + 0.02 <= clock.now() <= time.time()


def test_a_page_of_tickets_with_any_characters_does_not_leave_its_attribute(booking: Callable[..., Booking]) -> None:
    email = confirmation_of(booking(), Letterhead(my_tickets_url='https://tickets.example/?a=1&b="2"'))

    assert 'href="https://tickets.example/?a=1&amp;b=&quot;2&quot;"' in email.html


def test_a_sender_with_a_name_keeps_the_address(booking: Callable[..., Booking]) -> None:
    asked = dict[str, Any]()

    class Client:
        def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
            asked.update({operation: request})
            return {}

    SesMailer(Client(), "no-reply@example.com", Letterhead(sender_name="Hall 2")).send(booking())

    assert asked["SendEmail"]["FromEmailAddress"] == '"Hall 2" <no-reply@example.com>'
