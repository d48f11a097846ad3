"""Times that settings have to fit: what the code needs, and how old a message gets. All are in seconds.

The program imports neither app, so their numbers stand here once more; a test holds them against the apps' own.
"""

from math import floor

BACKOFF = (10, 40, 120)
"""How long the worker hides a failed message at its first, second and every later receive."""

LEASE = 60
"""How long a worker has a job for itself, where leases are on."""

JOB = 8.5
"""The longest that one job of the worker takes, with the answer after it: with less left, none is started."""

MARGIN = 0.5
MARGIN_MEMORY = 256
"""What of that is for a slow processor, with so many MB; with less memory it is more, in proportion."""

LEASE_CALL = 1.0
"""What a lease adds to that."""

CALL = 7.0
"""The longest that one call of the tickets function takes, tries and pauses included: with less left, none is made."""

TICKET = 7.0
"""What comes before the last call of a booking's first ticket, if each answer takes all of its time."""

BOOKING = 1.0
"""More than the tickets of an ordinary booking take at the least memory: the others of a batch wait that long."""

LATE = 600
ALARM_PERIOD = 300
"""How long a message waits at the least before the alarm of a late queue may rise, and how often that is looked at."""


def least_worker_timeout(*, lease: bool, memory: int = MARGIN_MEMORY) -> int:
    """The least timeout with which the worker starts a job; a little of it is gone before the code looks."""
    margin = MARGIN * max(1, MARGIN_MEMORY / memory)
    return floor(JOB - MARGIN + margin + (LEASE_CALL if lease else 0)) + 1


def least_tickets_timeout(batch_size: int) -> int:
    """The least timeout with which each message of a batch gets a ticket, however slow the answers to it are."""
    return floor(TICKET + CALL + (batch_size - 1) * BOOKING) + 1


def least_receives(*, lease: bool) -> int:
    """The fewest receives that go through the whole backoff, and with leases outlast the lease of one that crashed."""
    receives = len(BACKOFF)
    while lease and sum(map(_backoff, range(1, receives))) <= LEASE:
        receives += 1
    return receives


def late_after(visibility_timeout: int) -> int:
    """The age of the oldest message above which a queue is late.

    More where a message that merely retries could get that old. SQS leaves messages out of this metric from their third
    receive on. Until then a retry has waited two visibility timeouts at most; three leave room for a batch.
    """
    return max(LATE, 3 * visibility_timeout)


def seconds_to_alarm(visibility_timeout: int) -> int:
    """The age at which a message has been late for a whole period of the alarm."""
    return late_after(visibility_timeout) + ALARM_PERIOD


def seconds_to_jobs_dlq(receives: int, visibility_timeout: int, timeout: int) -> int:
    """The age at which a message of the jobs queue is in the DLQ, if all its receives fail.

    Each receive ends in the backoff after the worker's answer; or, if the worker or its answer got lost, or Lambda
    refused the invocation until then, at the visibility timeout. Then the message waits for a running invocation's end.
    """
    pauses = [max(visibility_timeout, timeout + _backoff(receive)) for receive in range(1, receives + 1)]
    return sum(pauses) + (receives + 1) * timeout


def seconds_to_tickets_dlq(receives: int, visibility_timeout: int, timeout: int) -> int:
    """The same for the tickets queue, where each receive that fails ends at the visibility timeout."""
    return receives * visibility_timeout + (receives + 1) * timeout


def _backoff(receive: int) -> int:
    return BACKOFF[min(receive, len(BACKOFF)) - 1]
