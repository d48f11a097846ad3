"""When a call that may be repeated is tried again, and when it is not: the SDKs' standard mode, as botocore has it."""

import random
import threading

from aws.calls import CallFailed, IllFormed, Refused

_THROTTLES = frozenset(
    {
        "BandwidthLimitExceeded",
        "LimitExceededException",
        "PriorRequestNotComplete",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "RequestThrottled",
        "RequestThrottledException",
        "SlowDown",
        "ThrottledException",
        "Throttling",
        "ThrottlingException",
        "TooManyRequestsException",
        "TransactionInProgressException",
    }
)
_PASSING = frozenset({"ReplicatedWriteConflictException", "RequestTimeout", "RequestTimeoutException"})
_PASSING_STATUSES = frozenset({429, 500, 502, 503, 504})
_TOO_MANY = 429

_THROTTLED_PAUSE = 1.0  # seconds, at most
_PAUSE = 0.05  # seconds, at most; for DynamoDB half of that in botocore, which nobody would notice
_CAPACITY = 500  # of a client: what its further tries may cost before one succeeds
_COST, _THROTTLED_COST = 14, 5


class Retries:
    """Decides on further tries of one client's calls: in an outage it stops trying twice after a while."""

    def __init__(self) -> None:
        self._left = _CAPACITY
        self._lock = threading.Lock()

    def pause(self, error: CallFailed) -> float | None:
        """The seconds before the next try of a call that failed; None if there shall be none."""
        throttled = _is_throttle(error)
        if not (throttled or _may_pass(error)) or not self._spend(_THROTTLED_COST if throttled else _COST):
            return None
        return random.random() * (_THROTTLED_PAUSE if throttled else _PAUSE)  # noqa: S311 # no secret

    def succeeded(self, error: CallFailed | None) -> None:
        """A call succeeded: at once, or after this failure."""
        if error is None:
            self._earn(1)
        else:
            self._earn(_THROTTLED_COST if _is_throttle(error) else _COST)

    def _spend(self, cost: int) -> bool:
        with self._lock:
            if self._left < cost:
                return False
            self._left -= cost
            return True

    def _earn(self, gain: int) -> None:
        if self._left < _CAPACITY:
            with self._lock:
                self._left = min(self._left + gain, _CAPACITY)


def _is_throttle(error: CallFailed) -> bool:
    return isinstance(error, Refused) and (error.code in _THROTTLES or error.status == _TOO_MANY)


def _may_pass(error: CallFailed) -> bool:
    if isinstance(error, Refused):
        return error.code in _PASSING or error.status in _PASSING_STATUSES
    return not isinstance(error, IllFormed)
