"""How long a message of the batch stays hidden before it comes back."""

from enum import Enum, auto

BACKOFF_SECONDS = (10, 40, 120)  # after the first, the second, and each later receive


class Verdict(Enum):
    """What becomes of a job's messages."""

    DONE = auto()  # deleted by the mapping
    RETRY = auto()  # back after the backoff
    POISON = auto()  # back at once, until SQS moves it to the dead-letter queue


def hidden_seconds(verdict: Verdict, receive_count: int) -> int:
    """The visibility timeout in seconds, from now, of a message that is answered as failed.

    A message whose job was not started waits as long as one that failed: its receive counts towards maxReceiveCount
    all the same, so an earlier return would spend the receives faster and dead-letter it in a short outage.
    """
    if verdict is Verdict.POISON:
        return 0
    return BACKOFF_SECONDS[min(max(receive_count, 1), len(BACKOFF_SECONDS)) - 1]
