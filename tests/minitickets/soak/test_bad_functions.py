"""Functions with one thing wrong, as real processes under faults: what they log excuses nothing."""

from collections.abc import Callable

import pytest

from minitickets.books.faults import Fault, Faults
from minitickets.soak.outcome import SoakOutcome

pytestmark = [pytest.mark.embedded, pytest.mark.long]

CALM = Faults()
TWICE = Faults(disruptions=[Fault(service="sqs", kind="duplicate", attempts=1)])
REFUSED = Faults(disruptions=[Fault(service="ses", kind="serverError", until=150, attempts=1)])
CUT = Faults(disruptions=[Fault(service="ses", kind="lostAnswer", attempts=1)])

# By name: under which faults it is caught, and what it breaks.
CAUGHT = {
    "no-record": (TWICE, {"record", "order", "too many emails"}),
    "no-email": (CALM, {"lost"}),
    "always-one-ticket": (CALM, {"content"}),
    "answers-nothing-failed": (REFUSED, {"lost"}),
    "token-of-ticket-one": (CALM, {"content"}),
    "no-check": (TWICE, {"order"}),
    "worker-sends-again": (CUT, {"call"}),
    "whole-batch-with-one": (REFUSED, {"cause"}),
}


def test_real_functions_break_nothing(on_edited: Callable[..., SoakOutcome]) -> None:
    assert on_edited([], REFUSED, 11).violation_counts == {}


@pytest.mark.parametrize(("name", "faults", "broken"), [(name, *rest) for name, rest in CAUGHT.items()])
def test_what_is_wrong_with_functions_breaks_an_invariant(
    on_edited: Callable[..., SoakOutcome], name: str, faults: Faults, broken: set[str]
) -> None:
    outcome = on_edited([name], faults, 11)

    assert broken & outcome.violation_counts.keys(), outcome.violations
