"""Which paths through the functions a run takes, by what the services saw, and which a preset promises.

A path is named after the call that it begins with and what the world did to it, such as `send: no answer`.
"""

from collections import Counter
from collections.abc import Mapping

from minitickets.books.coverage import Promise
from minitickets.books.fates import Attempts
from minitickets.soak.request import FunctionRequest

DEFAULT_BOOKINGS = 10_000
"""With as many, each promised path is taken, whatever the seed."""

_STEPS = {
    "GetItem": "check",
    "PutItem": "record",
    "PutItem (lease)": "lease",
    "SendEmail": "send",
    "PutItem (claim)": "claim",
    "GetItem (claim)": "look up claim",
    "PutItem (ticket)": "reserve",
    "GetItem (ticket)": "find",
    "UpdateItem (ticket)": "issue",
}


def path_of(request: FunctionRequest, what: str) -> str:
    """The path of a call to which that happened: a kind of fault, or an answer."""
    return f"{_STEPS.get(request.operation, request.operation)}: {what}"


def paths_of_end(attempts: Attempts, *, killed: bool) -> Counter[str]:
    """The paths that an invocation of the worker took to its end."""
    sent = [attempt for attempt in attempts.values() if attempt.emails]
    if killed:
        return Counter([f"crash: {'after' if sent else 'before'} an email"])
    return Counter("record: lost" for attempt in sent if attempt.record_failures and not attempt.recorded)


def _all(step: str, *what: str) -> tuple[str, ...]:
    return tuple(f"{step}: {each}" for each in what)


_DYNAMODB = tuple(
    path
    for step in ("check", "record", "claim", "reserve", "issue")
    for path in _all(step, "throttle", "serverError", "lostAnswer", "lostRequest")
)
_SES = _all("send", "throttle", "serverError", "lostAnswer", "lostRequest", "slow")
_CRASHES = ("crash: after an email", "crash: before an email", "send: crashBefore", "send: crashAfter", "window: crash")
_TWICE = ("check: found done", "queue: delivered again")

PROMISES: Mapping[str, Promise] = {
    "duplicates": Promise(always=_TWICE),
    "ses": Promise(always=(*_SES, "window: unclear")),
    "dynamodb": Promise(always=(*_DYNAMODB, "record: lost", "window: not recorded")),
    "crashes": Promise(always=_CRASHES),
    "overlap": Promise(always=("overlap: met",), without=("window: two workers",)),
    "all": Promise(
        always=(*_TWICE, *_SES, *_DYNAMODB, *_CRASHES, "overlap: met", "record: lost", "window: unclear"),
        with_leases=("lease: condition", *_all("lease", "throttle", "lostAnswer")),
        without=("window: two workers", "window: not recorded"),
    ),
}
"""What each preset promises of the default number of bookings."""
