"""What a day uses and costs, by the meter that a simulated world fills, and what keeping a month of them costs."""

from collections import Counter
from dataclasses import dataclass
from math import ceil

from minitickets.scale.function_load import FunctionLoad
from minitickets.scale.load import DAY, KEY_RING_AGE, Load
from minitickets.scale.per_booking import claim_bytes, png_bytes, stored_bytes, ticket_bytes
from minitickets.scale.quotas import IDLE_POLLERS, LONG_POLL
from minitickets.simulate.meter import Meter
from pulumicheck.types.prices import (
    BACKUP_GIGABYTE_MONTH,
    BUCKET_GIGABYTE_MONTH,
    LOG_GIGABYTE,
    POLLER_HOUR,
    TABLE_GIGABYTE_MONTH,
)

GIGABYTE = 1e9
MONTH = 30
"""Days."""
_LINE_OVERHEAD = 26  # bytes that CloudWatch Logs adds to each log event
_LINES_OF_LAMBDA = 3  # START, END, REPORT


@dataclass(frozen=True)
class Day:
    """One day of a load, with as many invocations at once as it needs; nothing fails and nothing comes twice."""

    load: Load

    def invocations(self, function: FunctionLoad) -> float:
        """Invocations of a function in the day."""
        return self.load.bookings / function.found_batch(self.load.average)

    def busy(self, function: FunctionLoad) -> float:
        """Seconds of all invocations of a function together."""
        return self.invocations(function) * function.duration(function.found_batch(self.load.average))

    @property
    def log_bytes(self) -> float:
        """Bytes that CloudWatch Logs takes in."""
        booking, assumed = self.load.model.booking, self.load.model.assumed
        lines = self.load.bookings * sum(booking.lines.values())
        invocations = sum(self.invocations(function) for function in self.load.model.functions)
        of_lambda = assumed.log_invocation_bytes + _LINES_OF_LAMBDA * _LINE_OVERHEAD
        return lines * (assumed.log_line_bytes + _LINE_OVERHEAD) + invocations * of_lambda

    def _queue_requests(self) -> float:
        """The publisher's sends, one message each, and the mappings' receives and deletes, a batch each."""
        functions = self.load.model.functions
        handled = sum(self.invocations(function) for function in functions)
        return len(functions) * self.load.bookings + 2 * handled + sum(map(self._empty_polls, functions))

    def costs(self) -> dict[str, float]:
        """Dollars by service."""
        emails = round(self.load.bookings * self.load.model.booking.calls["SendEmail"])
        shown = self._meter().dollars(emails)
        costs = {name: float(text) for name, text in shown.items() if name not in {"total", "region"}}
        costs["logs"] = self.log_bytes / GIGABYTE * LOG_GIGABYTE
        costs["pollers"] = sum(map(self.load.pollers, self.load.model.functions)) * POLLER_HOUR * 24
        return costs

    def _meter(self) -> Meter:
        functions, bookings = self.load.model.functions, self.load.bookings
        calls = {name: round(share * bookings) for name, share in self.load.model.booking.calls.items()}
        environments = ceil(self.busy(self.load.model.tickets) / DAY)
        return Meter(
            calls=Counter(calls | {"GetSecretValue": environments * DAY // KEY_RING_AGE}),
            queue_requests=round(self._queue_requests()),
            invocations=round(sum(map(self.invocations, functions))),
            megabyte_milliseconds=round(sum(self.busy(function) * function.memory * 1000 for function in functions)),
        )

    def _empty_polls(self, function: FunctionLoad) -> float:
        idle = max(0, min(IDLE_POLLERS, function.allowed) - self.busy(function) / DAY)
        return idle * DAY / LONG_POLL


def storage_dollars(load: Load) -> float:
    """What keeping a month's tickets costs a month: nothing deletes them.

    The table's index holds every attribute of a ticket again, and is not in the point-in-time recovery. Processed jobs
    expire, and a month of them is what the table holds.
    """
    tickets = load.bookings * load.model.booking.tickets * MONTH
    items = tickets * stored_bytes(ticket_bytes()) / GIGABYTE
    claims = load.bookings * MONTH * stored_bytes(claim_bytes()) / GIGABYTE
    table, bucket = 2 * items + claims, tickets * png_bytes() / GIGABYTE
    backup = (items + claims) * BACKUP_GIGABYTE_MONTH
    return table * TABLE_GIGABYTE_MONTH + backup + bucket * BUCKET_GIGABYTE_MONTH
