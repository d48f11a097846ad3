"""How many bookings a day each limit lets through: the least of them is the first bottleneck.

Every need here grows in proportion to the bookings, so that a limit is reached at

    bookings a day = limit / need of one booking a second at the peak x seconds of a day / peak factor
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from minitickets.books.outage import hidden_seconds
from minitickets.scale import quotas
from minitickets.scale.load import DAY, KEY_RING_AGE, Load, Model

Kind = Literal["setting", "quota", "grows", "fixed"]
"""Whose limit: the stack's; or AWS's, until one asks for more, until it has grown with the load, or for good."""

SANDBOX = "SES sandbox: emails a day"


@dataclass(frozen=True)
class Ceiling:
    """One limit.

    Args:
        need: what one booking a second needs at the peak, in the limit's unit.
        reached: bookings a day.
    """

    what: str
    kind: Kind
    limit: float
    need: float
    reached: float

    def stops(self, load: Load) -> bool:
        """Whether a load is more than the limit lets through."""
        return load.bookings > self.reached


def ceilings(model: Model) -> list[Ceiling]:
    """All limits, the one that is reached first in front."""
    rates = [_at_the_peak(model, *limit) for limit in _rates(model)]
    return sorted([*rates, *_days(model)], key=lambda ceiling: ceiling.reached)


def outage_seconds(model: Model) -> int:
    """Seconds that a message spends hidden until its receives are used up, when every attempt fails."""
    return hidden_seconds(model.settings.max_receive_count)


def _at_the_peak(model: Model, what: str, kind: Kind, limit: float, need: float) -> Ceiling:
    return Ceiling(what, kind, limit, need, limit / need * DAY / model.assumed.peak)


def _days(model: Model) -> Iterator[Ceiling]:
    for what, limit in ((SANDBOX, quotas.SANDBOX_EMAILS), ("SES: emails a day", model.assumed.ses_per_day)):
        emails = model.booking.calls["SendEmail"]
        yield Ceiling(what, "quota", limit, emails, limit / emails)


def _rates(model: Model) -> Iterator[tuple[str, Kind, float, float]]:
    booking, worker, tickets = model.booking, model.worker, model.tickets
    yield "SES: emails a second", "quota", model.assumed.ses_per_second, booking.calls["SendEmail"]
    for function in (worker, tickets):
        needed, pollers = function.concurrency(1), function.pollers(1, model.assumed.message_bytes)
        yield f"{function.name}: maximumConcurrency as set", "setting", function.allowed, needed
        yield f"{function.name}: greatest maximumConcurrency", "fixed", quotas.MAXIMUM_CONCURRENCY, needed
        yield f"{function.name}: provisioned pollers", "fixed", quotas.MAXIMUM_POLLERS, pollers
    both = worker.concurrency(1) + tickets.concurrency(1)
    yield "account: invocations at once", "quota", quotas.ACCOUNT_CONCURRENCY, both
    yield from _tables(model)
    yield "S3: PutObject a second under tickets/", "grows", quotas.PREFIX_PUTS, booking.calls["PutObject"]
    yield "jobs queue: messages in flight while SES is down", "quota", quotas.IN_FLIGHT, outage_seconds(model)
    yield "CloudWatch Logs: PutLogEvents a second", "quota", quotas.LOG_CALLS, 1 / worker.batch + 1 / tickets.batch
    yield "Secrets Manager: reads a second", "fixed", quotas.SECRET_READS, tickets.concurrency(1) / KEY_RING_AGE


def _tables(model: Model) -> Iterator[tuple[str, Kind, float, float]]:
    tickets, jobs = model.booking.table_writes, model.booking.job_writes
    one_date = tickets * model.assumed.date_share
    yield "by-event-date: writes a second for one date", "fixed", quotas.PARTITION_WRITES, one_date
    for name, writes in (("tickets", tickets + model.booking.claim_writes), ("processed-jobs", jobs)):
        yield f"{name} table: writes a second at first", "grows", quotas.TABLE_WRITES_AT_FIRST, writes
        yield f"{name} table: writes a second", "quota", quotas.TABLE_WRITES, writes
