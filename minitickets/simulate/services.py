"""The services of one world: what is left when every execution environment is gone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from infra.settings import Settings
from minitickets.books.chance import Chance
from minitickets.books.email_ledger import EmailLedger
from minitickets.books.faults import Faults
from minitickets.books.message_ledger import MessageLedger
from minitickets.books.ticket_ledger import TicketLedger
from minitickets.books.violations import Violations
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.queue import QueueSettings, SimulatedQueue
from minitickets.simulate.ses import Rate, SimulatedSes
from minitickets.simulate.table import SimulatedTable
from minitickets.simulate.weather import Nature
from tickets.signing_key import create_key_ring, rotate_key_ring, serialize_key_ring

_STALE = SECOND  # the longest that an eventually consistent read lags behind a write


@dataclass(frozen=True, kw_only=True)
class Services:
    """Tables, queues, SES and the secret, and the books on them.

    Args:
        now: microseconds of the run.
        lease_seconds: 0 is off.
    """

    now: Callable[[], int]
    jobs_table: SimulatedTable
    jobs_queue: SimulatedQueue
    ses: SimulatedSes
    ledger: EmailLedger
    tickets_table: SimulatedTable
    tickets_queue: SimulatedQueue
    ticket_ledger: TicketLedger
    secret: "RotatingSecret"
    lease_seconds: int

    @property
    def queues(self) -> tuple[SimulatedQueue, SimulatedQueue]:
        """Both, the worker's first."""
        return self.jobs_queue, self.tickets_queue


class RotatingSecret:
    """The signing secret: a key ring, and the value that holds it."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.ring = create_key_ring(self._random_bytes)

    def rotate(self) -> None:
        """Adds a key, which signs from now on."""
        self.ring = rotate_key_ring(self.ring, self._random_bytes)

    def value(self) -> str:
        """What GetSecretValue answers."""
        return serialize_key_ring(self.ring)

    def _random_bytes(self, count: int) -> bytes:
        return bytes(self._chance.between(0, 255) for _ in range(count))


def make_services(
    settings: Settings, faults: Faults, nature: Nature, violations: Violations, why: Mapping[str, str]
) -> Services:
    """The services of a world, all empty; `why` tells the reason of each message's last failure, by message id."""
    kernel, chance = nature.kernel, nature.chance
    secret = RotatingSecret(chance)
    ledger = EmailLedger(violations, leases=settings.lease)
    ticket_ledger = TicketLedger(violations, lambda: secret.ring)

    def table(*key: str) -> SimulatedTable:
        def stale(written_at: int) -> bool:
            return kernel.now - written_at < _STALE and chance.falls(0.5)

        return SimulatedTable(*key, stale=stale, now=lambda: kernel.now)

    def queue(ledger: MessageLedger[Any], visibility_timeout: int) -> SimulatedQueue:
        own = QueueSettings(
            visibility_timeout=visibility_timeout,
            max_receive_count=settings.max_receive_count,
            retention=settings.message_retention_period,
        )
        return SimulatedQueue(own, chance, ledger, why, nature.weather.duplicates)

    return Services(
        now=lambda: kernel.now,
        jobs_table=table("jobKey"),
        jobs_queue=queue(ledger, settings.jobs_visibility_timeout),
        ses=SimulatedSes(ledger, Rate(faults.ses_per_second, kernel)),
        ledger=ledger,
        tickets_table=table("userId", "ticketId"),
        tickets_queue=queue(ticket_ledger, settings.tickets_visibility_timeout),
        ticket_ledger=ticket_ledger,
        secret=secret,
        lease_seconds=settings.lease_seconds,
    )
