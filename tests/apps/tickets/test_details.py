"""What no other test looks at, and a bad ticket issuer had wrong."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from aws.calls import Timeouts
from bookings import Booking
from tickets.bootstrap import CALL_SECONDS, THREADS, build_issuer
from tickets.issue import ConflictingBooking
from tickets.ticket import Ticket

if TYPE_CHECKING:
    from conftest import World


class Transport:
    """Keeps how its clients are set up."""

    def __init__(self) -> None:
        self.tries: dict[str, int] = {}
        self.connections: set[int] = set()

    def client(self, service: str, timeouts: Timeouts, *, tries: int = 1, connections: int = 1) -> Any:
        assert timeouts.call <= CALL_SECONDS
        self.tries[service] = tries
        self.connections.add(connections)


def test_a_ticket_that_is_older_than_claims_is_for_its_own_event(world: "World", booking: Booking) -> None:
    old = replace(Ticket.reserve(booking, 1, "k1"), event_id="evt_1", status="reserved")
    world.items["usr_42", old.ticket_id] = old

    with pytest.raises(ConflictingBooking):
        world.issue(booking)

    assert world.objects == {}
    assert list(world.items) == [("usr_42", old.ticket_id)]


def test_each_call_has_a_second_try_and_each_ticket_a_connection() -> None:
    aws = Transport()

    build_issuer(dict.fromkeys(("TICKETS_TABLE", "ASSETS_BUCKET", "SIGNING_SECRET_ARN"), "x"), aws=aws)

    assert aws.tries == {"dynamodb": 2, "s3": 2, "secretsmanager": 2}
    assert aws.connections == {THREADS} == {4}
