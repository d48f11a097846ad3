"""The services of one world: what is left when every execution environment is gone."""

from typing import Any

from infra.settings import Settings
from minitickets.books.chance import Chance
from minitickets.books.email_ledger import EmailLedger
from minitickets.books.faults import Faults
from minitickets.books.message_ledger import MessageLedger
from minitickets.books.ticket_ledger import TicketLedger
from minitickets.books.violations import Violations
from minitickets.simulate.captured_log import CapturedLog
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.meter import Meter
from minitickets.simulate.queue import QueueSettings, SimulatedQueue
from minitickets.simulate.ses import SimulatedSes
from minitickets.simulate.table import SimulatedTable
from minitickets.simulate.weather import Nature
from tickets.signing_key import create_key_ring, rotate_key_ring, serialize_key_ring

_STALE = SECOND  # the longest that an eventually consistent read lags behind a write


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


class Services:
    """Tables, queues, SES, the secret and the log, all empty, and the books and the meter on them."""

    def __init__(self, settings: Settings, faults: Faults, nature: Nature) -> None:
        self.kernel = nature.kernel
        self.meter = Meter()
        self.violations = Violations(lambda: self.kernel.now / SECOND)
        self.log = CapturedLog(self.meter.events, self.violations)
        self.secret = RotatingSecret(nature.chance)
        self.ledger = EmailLedger(self.violations, leases=settings.lease)
        self.ticket_ledger = TicketLedger(self.violations, lambda: self.secret.ring)
        self.ses = SimulatedSes(self.ledger, self.kernel, faults.ses_per_second)
        self.lease_seconds = settings.lease_seconds  # 0 is off
        self._settings = settings
        self._nature = nature
        self.jobs_table = self._table("jobKey")
        self.jobs_queue = self._queue(self.ledger, settings.jobs_visibility_timeout)
        self.tickets_table = self._table("userId", "ticketId")
        self.tickets_queue = self._queue(self.ticket_ledger, settings.tickets_visibility_timeout)

    @property
    def queues(self) -> tuple[SimulatedQueue, SimulatedQueue]:
        """Both, the worker's first."""
        return self.jobs_queue, self.tickets_queue

    def _table(self, *key: str) -> SimulatedTable:
        def stale(written_at: int) -> bool:
            return self.kernel.now - written_at < _STALE and self._nature.chance.falls(0.5)

        return SimulatedTable(*key, stale=stale, now=lambda: self.kernel.now)

    def _queue(self, ledger: MessageLedger[Any], visibility_timeout: int) -> SimulatedQueue:
        own = QueueSettings(
            visibility_timeout=visibility_timeout,
            max_receive_count=self._settings.max_receive_count,
            retention=self._settings.message_retention_period,
        )
        return SimulatedQueue(own, self._nature.chance, ledger, self.log.why, self._nature.weather.duplicates)
