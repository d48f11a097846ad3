"""How long the retries of a failing job last."""

from itertools import count

from worker.visibility import Verdict
from worker.visibility import hidden_seconds as hidden_once

# The simulator's `ses-outage-15m`: seconds without SES, and seconds over which bookings come in evenly.
OUTAGE = 900
_TRAFFIC = 1200


def hidden_seconds(receives: int) -> int:
    """The seconds between a job's first receive and the end of the pause after so many, if each of them fails."""
    return sum(hidden_once(Verdict.RETRY, receive) for receive in range(1, receives + 1))


def receives_to_outlast(outage: int) -> int:
    """The least maxReceiveCount whose last try comes after an outage of so many seconds."""
    return next(receives for receives in count(1) if hidden_seconds(receives - 1) >= outage)


def dead_letters(bookings: int, receives: int) -> int:
    """How many of the bookings end as dead letters: those whose last try comes before the outage is over."""
    window = max(0, OUTAGE - hidden_seconds(receives - 1))
    return round(bookings * window / _TRAFFIC)
