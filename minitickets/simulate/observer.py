"""What a world's queues and mappings report, brought to the books."""

from collections.abc import Sequence
from dataclasses import dataclass

from minitickets.simulate.environment import Invocation
from minitickets.simulate.function import Function
from minitickets.simulate.kernel import Kernel
from minitickets.simulate.log_sink import LogSink
from minitickets.simulate.mapping import Mapping
from minitickets.simulate.message import Received
from minitickets.simulate.meter import Meter
from minitickets.simulate.services import Services
from minitickets.simulate.violations import Violations


@dataclass(kw_only=True)
class Observer:
    """Counts, remembers reasons, checks each invocation, and ends the run when nothing is left to do.

    Args:
        redrive_at: when an operator moves the dead letters back, at the earliest, in microseconds; None is never.
    """

    kernel: Kernel
    services: Services
    violations: Violations
    meter: Meter
    log: LogSink
    redrive_at: int | None
    mappings: Sequence[Mapping] = ()
    redriven: int = 0
    _waits: bool = False  # for the operator

    def invoked(self, function: Function, batch: Sequence[Received]) -> None:
        """An invocation begins."""
        self.meter.invocations += 1
        self.meter.deliveries += len(batch)
        for received in batch:
            if received.receives > self.services.jobs_queue.settings.max_receive_count:
                what = f"{function.name}: received {received.receives} times"
                self.violations.add("receive count", received.message.booking, what)

    def ended(self, function: Function, batch: Sequence[Received], invocation: Invocation, duration: int) -> None:
        """An invocation is over."""
        self.meter.megabyte_milliseconds += -(-duration // 1000) * function.memory
        end = invocation.ended
        assert end is not None  # noqa: S101 - it is over
        self.services.ledger.ended(invocation.attempts, killed=end.killed)
        if end.error is None:
            return
        if end.error == "Task timed out":
            self.violations.add("deadline", -1, f"{function.name}: {end.error} after {function.timeout} s")
        elif not end.killed:
            self.violations.add("answer", -1, f"{function.name}: {end.error}")
        self.unseen(function, batch, end.error)

    def unseen(self, function: Function, batch: Sequence[Received], why: str) -> None:  # noqa: ARG002 - the protocol's
        """Something but the function's code kept messages in the queue."""
        for received in batch:
            self.log.why[received.message.id] = why

    def polled(self, function: Function) -> None:  # noqa: ARG002
        """A request went to a queue."""
        self.meter.queue_requests += 1

    def throttled(self, function: Function) -> None:  # noqa: ARG002
        """Lambda refused an invocation."""
        self.meter.throttles["lambda"] += 1

    def settled(self) -> None:
        """Ends the run if the queues are empty; before that, an operator may move the dead letters back."""
        queues = self.services.jobs_queue, self.services.tickets_queue
        if any(mapping.busy for mapping in self.mappings) or not all(queue.empty for queue in queues):
            return
        if self.redrive_at is not None and any(queue.dead_letters for queue in queues):
            self.kernel.at(max(self.redrive_at, self.kernel.now), self._redrive)
            self.redrive_at, self._waits = None, True
        elif not self._waits:
            self.kernel.end()

    def _redrive(self) -> None:
        self._waits = False
        for queue in (self.services.jobs_queue, self.services.tickets_queue):
            self.redriven += len(queue.redrive(self.kernel.now))
        for mapping in self.mappings:
            mapping.wake()
