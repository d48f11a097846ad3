"""The way from a client in an execution environment to a service and back.

    client                        service
      |--- half of the latency ---->|
      |                             | the call is carried out
      |<--- the rest of it ---------|

The client waits no longer than its timeouts. What was under way then is carried out all the same.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn, TypeVar

from botocore.exceptions import ClientError, ReadTimeoutError

from minitickets.books.faults import Fault, Service
from minitickets.simulate.invocation import SimulatedInvocation
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.line import TOO_MANY, Line, is_throttle, refusal
from minitickets.simulate.meter import Meter
from minitickets.simulate.weather import Nature

T = TypeVar("T")

_LATENCY: dict[Service, tuple[int, int]] = {  # microseconds; orders of magnitude, for order and deadlines to matter
    "dynamodb": (3_000, 12_000),
    "ses": (30_000, 150_000),
    "sqs": (4_000, 20_000),
    "s3": (20_000, 80_000),
    "secretsmanager": (5_000, 30_000),
}
_THROTTLES: dict[Service, str] = {"ses": "TooManyRequestsException", "s3": "SlowDown"}
_PAUSE = SECOND  # the longest before an SDK's second try (botocore's standard retry mode)
_PASSING = {"InternalServerError", "ThrottlingException", "SlowDown", "TooManyRequestsException"}


class TimedWire:
    """A wire in virtual time, with the weather's faults."""

    invocation: SimulatedInvocation
    """Whose calls it carries; to be set before the first one."""

    def __init__(self, nature: Nature, meter: Meter) -> None:
        self._kernel, self._chance, self._weather = nature.kernel, nature.chance, nature.weather
        self._meter = meter

    def call(self, line: Line, operation: str, touches: str, apply: Callable[[], T]) -> T:  # noqa: ARG002 - for others
        """Calls, and as an SDK does calls again after an error that may pass, as often as the line says."""
        for _ in range(line.attempts - 1):
            try:
                return self._try(line, operation, apply)
            except (ClientError, ReadTimeoutError) as error:
                if not _may_pass(error):
                    raise
            self._kernel.sleep(self._chance.between(0, _PAUSE))
        return self._try(line, operation, apply)

    def _try(self, line: Line, operation: str, apply: Callable[[], T]) -> T:
        self.invocation.step()
        self._meter.calls[operation] += 1
        fault = self._weather.strikes(line.service)
        latency = self._latency(line.service)
        if fault is not None and fault.seconds is None:
            self._fail(fault, line, operation, latency, apply)
        slower = fault.seconds if fault is not None and fault.seconds is not None else 0
        return self._carry_out(line, operation, latency + round(slower * SECOND), apply)

    def _carry_out(self, line: Line, operation: str, latency: int, apply: Callable[[], T]) -> T:
        arrival = latency // 2
        if latency > round(line.timeout * SECOND):
            self._leave_under_way(arrival, apply)
            self._time_out(line, operation)
        self._kernel.sleep(arrival)
        try:
            answer = apply()
        except ClientError as error:
            self._note(line.service, error)
            self._kernel.sleep(latency - arrival)
            raise
        self.invocation.step()
        self._kernel.sleep(latency - arrival)
        return answer

    def _fail(self, fault: Fault, line: Line, operation: str, latency: int, apply: Callable[[], object]) -> NoReturn:
        if fault.kind == "lostAnswer":
            self._leave_under_way(latency // 2, apply)
        if fault.kind in {"lostAnswer", "lostRequest"}:
            self._time_out(line, operation)
        self._kernel.sleep(latency)
        throttle = fault.kind == "throttle"
        code = _THROTTLES.get(line.service, "ThrottlingException") if throttle else "InternalServerError"
        error = refusal(code, operation, TOO_MANY if throttle else 500)
        self._note(line.service, error)
        raise error

    def _leave_under_way(self, delay: int, apply: Callable[[], object]) -> None:
        def arrive() -> None:
            with suppress(ClientError):  # a refusal that nobody waits for any more
                apply()

        self._kernel.at(self._kernel.now + delay, arrive)

    def _time_out(self, line: Line, operation: str) -> NoReturn:
        self._kernel.sleep(round(line.timeout * SECOND))
        raise ReadTimeoutError(endpoint_url=f"{line.service}: {operation}")

    def _latency(self, service: Service) -> int:
        low, high = _LATENCY[service]
        latency = self._chance.between(low, high)
        return latency * 8 if latency % 128 == 0 else latency  # now and then a slow one

    def _note(self, service: Service, error: ClientError) -> None:
        if is_throttle(error):
            self._meter.throttles[service] += 1


def _may_pass(error: ClientError | ReadTimeoutError) -> bool:
    return isinstance(error, ReadTimeoutError) or error.response.get("Error", {}).get("Code") in _PASSING
