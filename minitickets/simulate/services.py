"""The services of one world: what is left when every execution environment is gone."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from infra.settings import Settings
from minitickets.simulate import bookings
from minitickets.simulate.chance import Chance
from minitickets.simulate.kernel import SECOND, Kernel
from minitickets.simulate.ledger import Ledger, Names
from minitickets.simulate.message import Message
from minitickets.simulate.queue import Queue, QueueSettings, QueueWatch
from minitickets.simulate.rate import Rate
from minitickets.simulate.scenario import Scenario
from minitickets.simulate.secret import RotatingSecret
from minitickets.simulate.table import Table
from minitickets.simulate.ticket_ledger import TicketLedger
from minitickets.simulate.violations import Violations
from minitickets.simulate.weather import Weather
from minitickets.simulate.worker_clients import Mailbox

_STALE = SECOND  # the longest that an eventually consistent read lags behind a write


@dataclass(frozen=True, kw_only=True)
class Services:
    """Tables, queues, mailbox and secret, and the books on them.

    Args:
        now: microseconds of the run.
        key_ring: the signing secret's value.
        lease_seconds: 0 is off.
        reasons: why messages were dead-lettered, counted.
    """

    now: Callable[[], int]
    jobs_table: Table
    jobs_queue: Queue
    mailbox: Mailbox
    ledger: Ledger
    tickets_table: Table
    tickets_queue: Queue
    ticket_ledger: TicketLedger
    key_ring: Callable[[], str]
    lease_seconds: int
    reasons: Counter[str] = field(default_factory=Counter[str])


@dataclass(frozen=True, kw_only=True)
class Reports:
    """What the services of a world depend on.

    Args:
        why: the reason of each message's last failure, by message id.
    """

    kernel: Kernel
    chance: Chance
    weather: Weather
    violations: Violations
    secret: RotatingSecret
    why: dict[str, str]


def make_services(scenario: Scenario, reports: Reports) -> Services:
    """The services of a world, all empty."""
    kernel, chance, settings = reports.kernel, reports.chance, scenario.settings
    ledger = Ledger(Names(bookings.of_key, bookings.of_address), reports.violations, leases=settings.lease)
    ticket_ledger = TicketLedger(bookings.of_id, reports.violations, lambda: reports.secret.ring)
    rate = Rate(scenario.faults.ses_per_second, kernel)
    reasons: Counter[str] = Counter()

    def stale(written_at: int) -> bool:
        return kernel.now - written_at < _STALE and chance.falls(0.5)

    def queue(books: Ledger | TicketLedger, visibility_timeout: int) -> Queue:
        return Queue(
            _queue_settings(settings, visibility_timeout),
            chance,
            _watch(books, reports.why, reasons),
            reports.weather.duplicates,
        )

    return Services(
        now=lambda: kernel.now,
        jobs_table=Table("jobKey", stale=stale, now=lambda: kernel.now),
        jobs_queue=queue(ledger, settings.jobs_visibility_timeout),
        mailbox=Mailbox(ledger, bookings.is_rejected, rate.is_over),
        ledger=ledger,
        tickets_table=Table("userId", "ticketId", stale=stale, now=lambda: kernel.now),
        tickets_queue=queue(ticket_ledger, settings.tickets_visibility_timeout),
        ticket_ledger=ticket_ledger,
        key_ring=reports.secret.value,
        lease_seconds=settings.lease_seconds,
        reasons=reasons,
    )


def _queue_settings(settings: Settings, visibility_timeout: int) -> QueueSettings:
    return QueueSettings(
        visibility_timeout=visibility_timeout,
        max_receive_count=settings.max_receive_count,
        retention=settings.message_retention_period,
    )


def _watch(books: Ledger | TicketLedger, why: dict[str, str], reasons: Counter[str]) -> QueueWatch:
    def dead(message: Message) -> None:
        reason = why.get(message.id)
        reasons[reason or "none"] += 1
        books.dead_lettered(message.booking, reason)

    return QueueWatch(
        sent=lambda message: books.published(message.booking),
        deleted=lambda message: books.deleted(message.booking),
        expired=lambda message: books.expired(message.booking),
        dead=dead,
    )
