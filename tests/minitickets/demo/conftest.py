from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minitickets.demo.report import DemoReport
from minitickets.ops.bookings_file import BadLine, GoodLine
from minitickets.ops.publish import Published


@pytest.fixture
def report() -> Callable[..., DemoReport]:
    """A demo of three bookings, all well, but for what is said otherwise."""

    def make(**figures: Any) -> DemoReport:
        published = Published(
            [GoodLine(number, "{}", None, None) for number in range(4)], [BadLine(5, "it is not JSON")]
        )
        usual: dict[str, Any] = {
            "published": published,
            "emails_per_booking": {"booking.confirmed:a": 1, "booking.confirmed:b": 1, "booking.confirmed:c": 1},
            "emails": 3,
            "duplicates_skipped": 1,
            "tickets": frozenset(f"{booking}-{number}" for booking in "abc" for number in (1, 2)),
            "dead_letters": [],
            "returned_after": [],
            "complaints": [],
            "seconds": 12.345,
            "skipped_seconds": 160.04,
            "out": Path("demo-out"),
        }
        return DemoReport(**{**usual, **figures})

    return make
