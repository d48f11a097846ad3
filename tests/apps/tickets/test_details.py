"""What no other test looks at, and a bad ticket issuer had wrong."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bookings import Booking
from tickets import bootstrap
from tickets.issue import ConflictingBooking
from tickets.ticket import Ticket

if TYPE_CHECKING:
    from conftest import World


class Session:
    """Keeps how its clients are set up."""

    def __init__(self) -> None:
        self.tries: dict[str, Any] = {}
        self.connections: set[int] = set()

    def create_client(self, service: str, *, config: Any) -> object:
        self.tries[service] = config.retries
        self.connections.add(config.max_pool_connections)
        return object()


def test_a_ticket_that_is_older_than_claims_is_for_its_own_event(world: "World", booking: Booking) -> None:
    old = replace(Ticket.reserve(booking, 1, "k1"), event_id="evt_1", status="reserved")
    world.items["usr_42", old.ticket_id] = old

    with pytest.raises(ConflictingBooking):
        world.issue(booking)

    assert world.objects == {}
    assert list(world.items) == [("usr_42", old.ticket_id)]


def test_each_call_has_a_second_try_and_each_ticket_a_connection() -> None:
    session: Any = Session()

    bootstrap.build_issuer(
        dict.fromkeys(("TICKETS_TABLE", "ASSETS_BUCKET", "SIGNING_SECRET_ARN"), "x"), session=session
    )

    assert session.tries.keys() == {"dynamodb", "s3", "secretsmanager"}
    assert all(each == {"mode": "standard", "total_max_attempts": 2} for each in session.tries.values())
    assert session.connections == {bootstrap.THREADS} == {4}
