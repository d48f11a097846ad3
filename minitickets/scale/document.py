"""The figures of scale for programs."""

from collections.abc import Iterable
from typing import Any

from minitickets.scale.ceilings import ceilings
from minitickets.scale.costs import Day, storage_dollars
from minitickets.scale.function_load import FunctionLoad
from minitickets.scale.load import Load, Model


def scale_document(model: Model, bookings: Iterable[int]) -> dict[str, Any]:
    """All figures, unrounded; rates are per second, at the peak unless they say otherwise."""
    return {
        "assumptions": model.assumed.model_dump(by_alias=True),
        "callsPerBooking": dict(sorted(model.booking.calls.items())),
        "limits": [
            {"name": c.what, "kind": c.kind, "limit": c.limit, "perBooking": c.need, "bookingsPerDay": c.reached}
            for c in ceilings(model)
        ],
        "loads": [_load(Load(model, number)) for number in sorted(set(bookings))],
    }


def _load(load: Load) -> dict[str, Any]:
    return {
        "bookingsPerDay": load.bookings,
        "average": load.average,
        "peak": load.peak,
        "functions": {function.name: _function(load, function) for function in load.model.functions},
        "indexWritesOfOneDate": load.date_writes,
        "indexKeysOfOneDate": load.date_shards,
        "limitsExceeded": [ceiling.what for ceiling in ceilings(load.model) if ceiling.stops(load)],
        "dollarsPerDay": Day(load).costs(),
        "storageDollarsPerMonth": storage_dollars(load),
    }


def _function(load: Load, function: FunctionLoad) -> dict[str, float]:
    return {
        "seconds": function.duration(function.batch),
        "concurrency": load.concurrency(function),
        "toSetUp": load.to_set_up(function),
        "pollers": load.pollers(function),
    }
