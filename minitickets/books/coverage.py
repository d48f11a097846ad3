"""Which paths a preset promises to take, so that a run that never came by one does not pass for a proof of it.

A path is named after the call that it begins with and what the world did to it, such as `send: no answer`, or after who
met it, such as `worker: lease held`. What is promised was seen in each of 20 runs of the default size, seeds 1 to 20.
"""

from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_BOOKINGS = 1000
"""With as many, each promised path is taken, whatever the seed."""


@dataclass(frozen=True)
class Promise:
    """The paths of one preset.

    Args:
        always: with leases or without.
        with_leases: only with them.
        without: only without them.
    """

    always: tuple[str, ...] = ()
    with_leases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def missed(self, paths: Mapping[str, int], *, leases: bool) -> list[str]:
        """Those that a run did not take."""
        promised = (*self.always, *(self.with_leases if leases else self.without))
        return sorted(path for path in promised if not paths.get(path))


def _failing(step: str) -> tuple[str, ...]:
    return f"{step}: no answer", f"{step}: ThrottlingException"


_BROWNOUT = (
    *_failing("check"),
    *_failing("record"),
    *_failing("claim"),
    *_failing("reserve"),
    *_failing("issue"),
    "check: tried again",
    "claim: done after more than one try",
    "issue: condition",
    "issue: done after more than one try",
    "record: condition",
    "record: tried again",
    "reserve: done after more than one try",
)

SIMULATED_PROMISES: Mapping[str, Promise] = {
    "duplicates": Promise(always=("check: found done", "find: done")),
    "crashes": Promise(
        always=("check: found done", "crash: after an email", "crash: before an email", "find: done", "window: crash"),
        with_leases=("lease: over an expired lease", "worker: lease held"),
    ),
    "ses-outage-15m": Promise(
        always=("queue: dead letter", "send: InternalServerError"),
        with_leases=("give back: done", "lease: over an expired lease"),
    ),
    "dynamodb-brownout": Promise(
        always=_BROWNOUT, with_leases=(*_failing("lease"), *_failing("give back"), "worker: lease held")
    ),
    "thundering-herd": Promise(always=("send: TooManyRequestsException",), with_leases=("give back: done",)),
    "all": Promise(
        always=(
            *_BROWNOUT,
            "check: found done",
            "crash: after an email",
            "crash: before an email",
            "draw: InternalServerError",
            "draw: done after more than one try",
            "find: done",
            "hide: ThrottlingException",
            "hide: no answer",
            "key: read again for another key",
            "mapping: it was handled, and could not be deleted",
            "mapping: it was received, and the queue's answer got lost",
            "queue: dead letter",
            "queue: redriven",
            "record: lost",
            "send: AccountSuspendedException",
            "send: InternalServerError",
            "send: LimitExceededException",
            "send: MessageRejected",
            "send: SendingPausedException",
            "send: ServiceUnavailable",
            "send: SomethingNewException",
            "send: TooManyRequestsException",
            "send: no answer",
            "tickets: contradiction",
            "tickets: no time",
            "tickets: poison, no booking",
            "window: crash",
            "window: not recorded",
            "window: unclear",
            "worker: not started: no time",
            "worker: not started: stopped",
            "worker: one booking twice in a batch",
            "worker: poison, no address",
            "worker: poison, no booking",
            "worker: rejected",
        ),
        with_leases=(
            *_failing("lease"),
            *_failing("give back"),
            "give back: condition",
            "give back: done",
            "lease: over an expired lease",
            "lease: over an expired record",
            "worker: lease held",
        ),
        without=("record: over an expired record", "window: two workers"),
    ),
}
