"""What a world's queues and mappings report, brought to the books."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from minitickets.simulate.function import Function
from minitickets.simulate.invocation import SimulatedInvocation
from minitickets.simulate.message import ReceivedMessage
from minitickets.simulate.paths import paths_of_batch, paths_of_calls
from minitickets.simulate.services import Services
from minitickets.simulate.tickets_judge import TicketsJudge
from minitickets.simulate.worker_judge import WorkerJudge


@dataclass(kw_only=True)
class WorldObserver:
    """Counts, remembers reasons, checks each invocation, and ends the run when nothing is left to do.

    Args:
        redrive_at: when an operator moves the dead letters back, at the earliest, in microseconds; None is never.
        busy: the mappings' polls that are going on.
        wake: tells each mapping that a message may be visible earlier than it was said to be.
    """

    services: Services
    redrive_at: int | None
    busy: int = 0
    wake: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    redriven: int = 0
    judges: Mapping[str, WorkerJudge | TicketsJudge] = field(init=False)
    """By the function's name."""
    _waits: bool = False  # for the operator

    def __post_init__(self) -> None:
        services = self.services
        worker = WorkerJudge(services.violations, services.paths, leases=services.lease_seconds > 0)
        self.judges = {
            "worker": worker,
            "tickets": TicketsJudge(services.violations, services.ticket_ledger, services.paths),
        }

    def invoked(self, function: Function, batch: Sequence[ReceivedMessage]) -> None:
        """An invocation begins, and the batch is delivered."""
        self.services.meter.invocations += 1
        self.services.meter.deliveries += len(batch)
        for received in batch:
            if received.receives > self.services.jobs_queue.settings.max_receive_count:
                what = f"{function.name}: received {received.receives} times"
                self.services.violations.add("receive count", received.message.booking, what)

    def ended(
        self, function: Function, batch: Sequence[ReceivedMessage], invocation: SimulatedInvocation, duration: int
    ) -> None:
        """An invocation is over, after so many microseconds."""
        self.services.meter.megabyte_milliseconds += -(-duration // 1000) * function.memory
        end = invocation.ended
        assert end is not None  # noqa: S101 - it is over
        witness, judge = invocation.witness, self.judges[function.name]
        judge.check_calls(witness)
        if end.error is None:
            judge.judge(batch, end.answer, witness, invocation.remaining())
        self.services.ledger.ended(witness.attempts, killed=end.crashed)
        self.services.paths.update(paths_of_calls(witness, killed=end.killed))
        self.services.paths.update(paths_of_batch(function.name, batch))
        if end.error is None:
            return
        if end.killed and not end.crashed:
            self.services.violations.add("deadline", -1, f"{function.name}: {end.error} after {function.timeout} s")
        elif not end.killed:
            self.services.violations.add("answer", -1, f"{function.name}: {end.error}")
        self.unseen(batch, end.error)

    def did_not_start(self, function: Function, error: Exception) -> None:
        """An execution environment could not be made."""
        self.services.violations.add("answer", -1, f"{function.name}: it does not start: {error!r}")

    def unseen(self, batch: Sequence[ReceivedMessage], why: str) -> None:
        """Something but the function's code kept messages in the queue."""
        self.services.paths[f"mapping: {why}"] += 1
        for received in batch:
            self.services.log.why[received.message.id] = why

    def settled(self) -> None:
        """A poll is done with: ends the run if the queues are empty; before that, an operator may redrive."""
        queues = self.services.queues
        if self.busy or not all(queue.empty for queue in queues):
            return
        if self.redrive_at is not None and any(queue.dead_letters for queue in queues):
            self.services.kernel.at(max(self.redrive_at, self.services.kernel.now), self._redrive)
            self.redrive_at, self._waits = None, True
        elif not self._waits:
            self.services.kernel.end()

    def _redrive(self) -> None:
        self._waits = False
        for queue in self.services.queues:
            self.redriven += len(queue.redrive(self.services.kernel.now))
        self.services.paths["queue: redriven"] += self.redriven
        for wake in self.wake:
            wake()
