"""One invocation: the event on its way to the function, the function's answer, and what Invoke answers."""

from concurrent.futures import Future
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answer:
    """What the function returned, or the error that it raised, as JSON."""

    payload: bytes
    raised: bool = False


@dataclass(frozen=True, kw_only=True)
class Invocation:
    """One event on its way to the function; `deadline` is in epoch milliseconds."""

    request_id: str
    payload: bytes
    deadline: int
    function_arn: str
    trace_id: str
    answer: Future[Answer] = field(default_factory=Future[Answer])


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What an invocation took: milliseconds and MB; None where it does not apply or is not known."""

    duration: float
    init_duration: float | None
    max_memory_used: int | None


@dataclass(frozen=True, kw_only=True)
class InvocationResult:
    """What Invoke answers.

    `function_error` is None after a return, and "Unhandled" after anything else; then the payload is a JSON object with
    `errorMessage`. The rest says where and at what cost it ran.
    """

    request_id: str
    payload: bytes
    function_error: str | None
    log_stream: str
    usage: Usage
    status_code: int = 200

    @property
    def timed_out(self) -> bool:
        """Whether the function was killed at its timeout."""
        return self.function_error is not None and b"Task timed out after " in self.payload
