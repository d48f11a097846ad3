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

from aws.calls import CallFailed, Refused
from minitickets.books.faults import Fault, Kind, Service
from minitickets.books.violations import Violations
from minitickets.simulate.invocation import SimulatedInvocation
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.line import CONDITION, NO_SENSE, TOO_MANY, Line, ServiceCall, cut, is_throttle, timed_out
from minitickets.simulate.meter import Meter
from minitickets.simulate.seen import MadeCall
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
_CUT = 0.2  # of what is lost: the connection is closed, and nobody waits
_PAUSE = SECOND  # the longest before a second try
_PASSING = {"InternalServerError", "ThrottlingException", "SlowDown", "TooManyRequestsException"}

# What SES says of an account that sends nothing (API reference, version 2, SendEmail; what users report).
_PAUSED = (
    ("SendingPausedException", 400, ""),
    ("AccountSuspendedException", 400, ""),
    ("MessageRejected", 400, "Sending paused for this account. For more information, please check the inbox."),
    ("MessageRejected", 400, "Sending suspended for this account."),
    ("LimitExceededException", 400, "Daily message quota exceeded."),
)
# What may be about anything: it must come back. The last two are in no list.
_FAILURES = (
    *(("InternalServerError", 500, ""),) * 4,
    ("ServiceUnavailable", 503, ""),
    ("MessageRejected", 400, "Something that nobody has heard of."),
    ("SomethingNewException", 400, ""),
)


class TimedWire:
    """A wire in virtual time, with the weather's faults; it notes each call with the invocation that makes it.

    Args:
        number: of the execution environment whose it is.
    """

    invocation: SimulatedInvocation
    """Whose calls it carries; to be set before the first one."""

    def __init__(self, nature: Nature, meter: Meter, violations: Violations, number: int = 0) -> None:
        self.number = number
        self._kernel, self._chance, self._weather = nature.kernel, nature.chance, nature.weather
        self._meter = meter
        self._violations = violations

    def call(self, line: Line, call: ServiceCall, apply: Callable[[], T]) -> T:
        """Calls, and as a transport does calls again after an error that may pass, as often as the line says."""
        made = MadeCall(call, line, self._kernel.now, self.invocation.remaining())
        self.invocation.witness.calls.append(made)
        try:
            answer = self._tries(made, self._understood(call, apply))
        except Refused as error:
            made.error, made.text = error.code, error.text
            made.outcome = "condition" if made.error == CONDITION else "refused"
            raise
        except CallFailed:
            made.outcome = "unanswered"
            raise
        finally:
            made.ended = self._kernel.now
        made.outcome = "done"
        return answer

    def _understood(self, call: ServiceCall, apply: Callable[[], T]) -> Callable[[], T]:
        """The call, which must make sense to the service: what does not is no fault of the world."""

        def carry_out() -> T:
            try:
                return apply()
            except Refused:
                raise
            except Exception as error:
                self._violations.add("call", call.booking, f"{call.operation} makes no sense: {error!r}")
                raise Refused(call.operation, NO_SENSE, status=400) from error

        return carry_out

    def _tries(self, made: MadeCall, apply: Callable[[], T]) -> T:
        for _ in range(made.line.attempts - 1):
            try:
                return self._try(made, apply)
            except CallFailed as error:
                if not _may_pass(error):
                    raise
            self._kernel.sleep(self._chance.between(0, _PAUSE))
        return self._try(made, apply)

    def _try(self, made: MadeCall, apply: Callable[[], T]) -> T:
        self.invocation.step()
        made.tries += 1
        line, operation = made.line, made.call.operation
        self._meter.calls[operation] += 1
        fault = self._weather.strikes(line.service)
        latency = self._latency(line.service)
        if fault is not None and fault.seconds is None:
            self._fail(fault, line, operation, latency, apply)
        if fault is None and latency > round(line.timeout * SECOND):
            what = f"{operation} was given up after {line.timeout} s, and the service was as quick as ever"
            self._violations.add("call", made.call.booking, what)
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
        except Refused as error:
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
            if self._chance.falls(_CUT):
                self._kernel.sleep(latency)
                raise cut(operation)
            self._time_out(line, operation)
        self._kernel.sleep(latency)
        error = self._refusal(fault.kind, line.service, operation)
        self._note(line.service, error)
        raise error

    def _refusal(self, kind: Kind, service: Service, operation: str) -> Refused:
        if service == "ses" and kind in {"paused", "serverError"}:
            code, status, text = self._chance.one_of(_PAUSED if kind == "paused" else _FAILURES)
            return Refused(operation, code, text, status)
        if kind == "throttle":
            return Refused(operation, _THROTTLES.get(service, "ThrottlingException"), status=TOO_MANY)
        return Refused(operation, "InternalServerError", status=500)

    def _leave_under_way(self, delay: int, apply: Callable[[], object]) -> None:
        def arrive() -> None:
            with suppress(Refused):  # a refusal that nobody waits for any more
                apply()

        self._kernel.at(self._kernel.now + delay, arrive)

    def _time_out(self, line: Line, operation: str) -> NoReturn:
        self._kernel.sleep(round(line.timeout * SECOND))
        raise timed_out(operation)

    def _latency(self, service: Service) -> int:
        low, high = _LATENCY[service]
        latency = self._chance.between(low, high)
        return latency * 8 if latency % 128 == 0 else latency  # now and then a slow one

    def _note(self, service: Service, error: Refused) -> None:
        if is_throttle(error):
            self._meter.throttles[service] += 1


def _may_pass(error: CallFailed) -> bool:
    return not isinstance(error, Refused) or error.code in _PASSING
