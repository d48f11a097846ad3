"""A function with its mapping's settings, and who watches its invocations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from minitickets.simulate.environment import Handler, Invocation
from minitickets.simulate.message import Received


class Environment(Protocol):
    """An execution environment of the function."""

    handler: Handler

    def begin(self, invocation: Invocation) -> None:
        """Calls from now on belong to that invocation."""
        ...


@dataclass(frozen=True, kw_only=True)
class Function:
    """A function and its mapping.

    Args:
        name: the function's.
        timeout: seconds.
        memory: MB.
        batch_size: messages in an invocation at most.
        maximum_concurrency: invocations at the same time at most.
        calls: outside calls that one message takes at most, roughly: crashes fall within them.
        environment: makes an execution environment.
    """

    name: str
    timeout: int
    memory: int
    batch_size: int
    maximum_concurrency: int
    calls: int
    environment: Callable[[], Environment]


class MappingWatch(Protocol):
    """Is told what happens."""

    def invoked(self, function: Function, batch: Sequence[Received]) -> None:
        """An invocation begins, and the batch is delivered."""
        ...

    def ended(self, function: Function, batch: Sequence[Received], invocation: Invocation, duration: int) -> None:
        """An invocation is over, after so many microseconds."""
        ...

    def unseen(self, function: Function, batch: Sequence[Received], why: str) -> None:
        """Messages were received and never reached the function."""
        ...

    def polled(self, function: Function) -> None:
        """A request went to the queue."""
        ...

    def throttled(self, function: Function) -> None:
        """Lambda refused an invocation."""
        ...

    def settled(self) -> None:
        """A poll is done with: its batch was handled, or there was none."""
        ...
