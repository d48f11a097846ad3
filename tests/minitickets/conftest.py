from collections.abc import Callable
from typing import Any

import pytest

from infra.settings import Settings, read_settings
from minitickets.simulate.faults import Faults
from minitickets.simulate.presets import PRESETS
from minitickets.simulate.scenario import Outcome, Scenario
from minitickets.simulate.world import simulate

MakeSettings = Callable[..., Settings]


def make_settings(**changes: str) -> Settings:
    return read_settings(
        "minitickets",
        "test",
        {
            "aws:region": "ap-south-1",
            "minitickets:senderDomain": "minitickets.theversehub.in",
            "minitickets:sender": "no-reply@minitickets.theversehub.in",
            "minitickets:testAddress": "test@theversehub.in",
        }
        | {f"minitickets:{key}": value for key, value in changes.items()},
    )


@pytest.fixture(scope="session")
def settings() -> MakeSettings:
    """A stack's settings: those that Pulumi.yaml's defaults make, and the changes given, as text."""
    return make_settings


@pytest.fixture(scope="session")
def run() -> Callable[..., Outcome]:
    """Simulates one world."""

    def run(
        faults: str | Faults, *, bookings: int = 300, seed: str = "1", variant: str = "real", **changes: Any
    ) -> Outcome:
        faults = PRESETS[faults] if isinstance(faults, str) else faults
        return simulate(
            Scenario(seed=seed, bookings=bookings, faults=faults, settings=make_settings(**changes), variant=variant)
        )

    return run
