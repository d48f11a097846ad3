"""The end of an invocation, so that none is stopped in the middle of a step."""

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

from sqs import MessageFailed

P = ParamSpec("P")
T = TypeVar("T")


class OutOfTime(MessageFailed):
    """The next step might not end before the function's timeout, so it was not started."""


class Deadline(NamedTuple):
    """Starts a call to the outside only if it must end before the function's timeout."""

    seconds_left: Callable[[], float]
    """Seconds until the function is stopped."""
    call_seconds: float
    """The most that one call can take, retries included."""

    def run(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Makes the call and gives its answer.

        Raises:
            OutOfTime: it was not started.
        """
        if self.seconds_left() < self.call_seconds:
            raise OutOfTime("too little of the function's timeout is left for the next step")
        return call(*args, **kwargs)
