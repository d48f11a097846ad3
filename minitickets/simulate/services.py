"""The services of one world: what is left when every execution environment is gone."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from infra.settings import Settings
from minitickets.books.bookings import expected_of, id_of
from minitickets.books.chance import Chance
from minitickets.books.email_ledger import EmailLedger
from minitickets.books.faults import Faults
from minitickets.books.message_ledger import MessageLedger
from minitickets.books.ticket_ledger import Keys, TicketLedger
from minitickets.books.violations import Violations
from minitickets.simulate.captured_log import CapturedLog
from minitickets.simulate.kernel import EPOCH, SECOND, VirtualClock
from minitickets.simulate.meter import Meter
from minitickets.simulate.queue import QueueSettings, SimulatedQueue
from minitickets.simulate.ses import SimulatedSes, WantedSender
from minitickets.simulate.table import SimulatedTable
from minitickets.simulate.watched_tables import WatchedJobs, WatchedTable, WatchedTickets
from minitickets.simulate.weather import Nature
from tickets.signing_key import KeyRing, create_key_ring, rotate_key_ring, serialize_key_ring

SENDER = "no-reply@minitickets.theversehub.in"
SENDER_NAME = 'Box "Office" & Söhne, Ltd.'
MY_TICKETS_URL = "https://minitickets.example/my-tickets?from=email&lang=en"
JOBS_TABLE, TICKETS_TABLE = "processed-jobs", "tickets"
JOBS_QUEUE_URL, ASSETS_BUCKET, SIGNING_SECRET = "jobs", "assets", "signing-key"

_RING_AGE = 320  # seconds for which a function may hold on to a key ring: five minutes, and the calls of a booking
_BACK_AT = 3  # keys
_STALE = SECOND  # the longest that an eventually consistent read lags behind a write


class RotatingSecret:
    """The signing secret: a key ring, and the value that holds it.

    Args:
        now: microseconds of the run.
    """

    def __init__(self, chance: Chance, now: Callable[[], int]) -> None:
        self._chance = chance
        self._now = now
        self.ring = create_key_ring(self._random_bytes)
        self._active_until: dict[str, int] = {}

    def rotate(self) -> None:
        """Adds a key, which signs from now on; when there are some, goes back to an earlier one for good."""
        if len(self.ring.key_ids) < _BACK_AT:
            self._activate(rotate_key_ring(self.ring, self._random_bytes))
        elif self.ring.active != (earlier := self.ring.key_ids[1]):
            self._activate(KeyRing(earlier, self.ring.keys))

    def _activate(self, ring: KeyRing) -> None:
        self._active_until[self.ring.active] = self._now()
        self.ring = ring

    def value(self) -> str:
        """What GetSecretValue answers."""
        return serialize_key_ring(self.ring)

    def keys(self) -> Keys:
        """The keys, and which of them a function may sign with now."""
        earliest = self._now() - _RING_AGE * SECOND
        lately = {key_id for key_id, until in self._active_until.items() if until >= earliest}
        return Keys(self.ring.keys, frozenset({self.ring.active, *lately}))

    def _random_bytes(self, count: int) -> bytes:
        return bytes(self._chance.between(0, 255) for _ in range(count))


class Services:
    """Tables, queues, SES, the secret and the log, all empty, and the books and the meter on them."""

    def __init__(self, settings: Settings, faults: Faults, nature: Nature) -> None:
        self.kernel = nature.kernel
        self.clock = VirtualClock(self.kernel)
        self.meter = Meter()
        self.paths: Counter[str] = Counter()
        """What happened, counted: the paths through the functions that this world has shown."""
        self.violations = Violations(lambda: self.kernel.now / SECOND)
        self.log = CapturedLog(self.meter.events, self.violations)
        self.secret = RotatingSecret(nature.chance, lambda: self.kernel.now)
        self.versions: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
        """What was published of each booking."""
        self.email_ids: dict[int, list[str]] = defaultdict(list)
        """The ids that SES gave, by booking."""
        self.ledger = EmailLedger(self.violations, leases=settings.lease)
        self.ticket_ledger = TicketLedger(self.violations, self.secret.keys, self.versions.__getitem__, self.clock.now)
        self.ses = SimulatedSes(self, WantedSender(SENDER, SENDER_NAME, MY_TICKETS_URL), faults.ses_per_second)
        self.lease_seconds = settings.lease_seconds  # 0 is off
        self._settings = settings
        self._nature = nature
        self.jobs_table = self._table("jobKey")
        self.jobs_queue = self._queue(self.ledger, settings.jobs_visibility_timeout)
        self.tickets_table = self._table("userId", "ticketId")
        self.tickets_queue = self._queue(self.ticket_ledger, settings.tickets_visibility_timeout)
        self.tables: Mapping[str, WatchedTable] = {
            JOBS_TABLE: WatchedJobs(self),
            TICKETS_TABLE: WatchedTickets(self.tickets_table, self.ticket_ledger),
        }

    @property
    def queues(self) -> tuple[SimulatedQueue, SimulatedQueue]:
        """Both, the worker's first."""
        return self.jobs_queue, self.tickets_queue

    def leave_expired_item(self, booking: int) -> None:
        """Leaves a record of the booking that expired, and that TTL has not deleted yet."""
        item = {"jobKey": {"S": f"booking.confirmed:{id_of(booking)}"}, "expiresAt": {"N": str(EPOCH - 1)}}
        self.jobs_table.put({"Item": item})

    def publish(self, body: str) -> None:
        """Takes down what is published, for the books."""
        expected = expected_of(body)
        if expected.message is not None:
            self.versions[expected.booking].append(expected.message)

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
