"""The load of so many bookings a day: at the daily average, and at the peak."""

from dataclasses import dataclass
from math import ceil

from infra.settings import Settings
from minitickets.scale.assumptions import Assumptions
from minitickets.scale.function_load import FunctionLoad, tickets_load, worker_load
from minitickets.scale.per_booking import PerBooking, count_per_booking
from minitickets.scale.quotas import MAXIMUM_CONCURRENCY, PARTITION_WRITES
from tickets.key_ring_cache import MAX_AGE

DAY = 86_400
"""Seconds."""
KEY_RING_AGE = round(MAX_AGE)
"""Seconds after which an environment of the tickets function reads the key ring again."""


@dataclass(frozen=True)
class Model:
    """All that does not depend on how many bookings there are."""

    settings: Settings
    assumed: Assumptions
    booking: PerBooking
    worker: FunctionLoad
    tickets: FunctionLoad

    @property
    def functions(self) -> tuple[FunctionLoad, FunctionLoad]:
        """Both functions; each gets one message a booking."""
        return self.worker, self.tickets


def make_model(settings: Settings, assumed: Assumptions) -> Model:
    """The model of a stack."""
    booking = count_per_booking(settings, assumed.tickets_per_booking)
    worker, tickets = worker_load(settings, assumed, booking), tickets_load(settings, assumed, booking)
    return Model(settings, assumed, booking, worker, tickets)


@dataclass(frozen=True)
class Load:
    """So many bookings a day, put on a model."""

    model: Model
    bookings: int

    @property
    def average(self) -> float:
        """Bookings a second over the whole day."""
        return self.bookings / DAY

    @property
    def peak(self) -> float:
        """Bookings a second at the peak."""
        return self.average * self.model.assumed.peak

    def concurrency(self, function: FunctionLoad) -> float:
        """Invocations at once at the peak."""
        return function.concurrency(self.peak)

    def to_set_up(self, function: FunctionLoad) -> float:
        """Invocations at once to set up: with headroom, and not fewer than AWS lets one set."""
        return max(2, self.concurrency(function) * self.model.assumed.headroom)

    def pollers(self, function: FunctionLoad) -> int:
        """Provisioned pollers to set up; 0 if maximumConcurrency goes high enough."""
        if ceil(self.to_set_up(function)) <= MAXIMUM_CONCURRENCY:
            return 0
        assumed = self.model.assumed
        return ceil(function.pollers(self.peak * assumed.headroom, assumed.message_bytes))

    @property
    def date_writes(self) -> float:
        """Write units a second that the index takes for the date that most tickets of the peak are for."""
        return self.peak * self.model.booking.table_writes * self.model.assumed.date_share

    @property
    def date_shards(self) -> int:
        """Keys that the date has to be split into, with headroom."""
        return ceil(self.date_writes * self.model.assumed.headroom / PARTITION_WRITES)

    @property
    def invocations(self) -> float:
        """Invocations a second of both functions at the peak, with full batches."""
        return sum(self.peak / function.batch for function in self.model.functions)
