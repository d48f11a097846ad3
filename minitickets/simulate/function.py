"""Both functions, each with its mapping's settings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from infra.settings import Settings
from minitickets.simulate.invocation import Handler
from minitickets.simulate.wire import TimedWire

_SETTINGS = ("timeout", "memory", "batch_size", "maximum_concurrency")


@dataclass(frozen=True)
class Environment:
    """An execution environment of a function: what carries its calls, and its code."""

    wire: TimedWire
    handler: Handler


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


def make_function(
    name: Literal["worker", "tickets"], calls: int, settings: Settings, environment: Callable[[], Environment]
) -> Function:
    """A function of that name, as the settings say."""
    own = {what: getattr(settings, f"{name}_{what}") for what in _SETTINGS}
    return Function(name=name, calls=calls, environment=environment, **own)
