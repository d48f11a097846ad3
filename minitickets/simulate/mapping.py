"""An event source mapping: polls its queue, invokes the function, deletes what succeeded.

It has as many pollers as invocations may run at the same time, and each waits for its invocation's end before it polls
again. An answer is judged by the same rules as in the embedded AWS.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from greenlet import getcurrent, greenlet

from embeddedaws.functions.invocation import InvocationResult, Usage
from embeddedaws.mapping.answer import judge
from embeddedaws.mapping.backoff import Backoff
from minitickets.simulate.chance import Chance
from minitickets.simulate.environment import Ended, Invocation
from minitickets.simulate.function import Environment, Function, MappingWatch
from minitickets.simulate.kernel import SECOND, Kernel
from minitickets.simulate.message import Received
from minitickets.simulate.queue import Queue
from minitickets.simulate.weather import Weather

_LONG_POLL = 20 * SECOND  # the longest that a receive waits for a message
_RECEIVE = 15_000  # microseconds that a receive takes
_COLD_START = 300_000  # microseconds until a new environment is ready
_NOTHING_KNOWN = Usage(duration=0, init_duration=None, max_memory_used=None)


@dataclass(frozen=True)
class Surroundings:
    """What every mapping of a world works with."""

    kernel: Kernel
    chance: Chance
    weather: Weather
    watch: MappingWatch


class Mapping:
    """The mapping of one queue to one function."""

    def __init__(self, function: Function, queue: Queue, around: Surroundings) -> None:
        self.busy = 0
        """Polls that are going on."""
        self._function = function
        self._queue = queue
        self._around = around
        self._kernel = around.kernel
        self._idle: dict[int, greenlet] = {}
        self._naps = 0

    def start(self) -> None:
        """Starts the pollers."""
        for _ in range(self._function.maximum_concurrency):
            self._kernel.start(self._poll)

    def wake(self) -> None:
        """A message may be visible earlier than it was said to be."""
        for nap in list(self._idle)[:1]:
            self._kernel.at(self._kernel.now, lambda nap=nap: self._wake(nap))

    def _poll(self) -> None:
        environment: Environment | None = None
        while True:
            self.busy += 1
            batch = self._receive()
            if batch:
                environment = self._handle(batch, environment)
            self.busy -= 1
            self._around.watch.settled()
            if not batch:
                self._nap()

    def _receive(self) -> list[Received]:
        self._around.watch.polled(self._function)
        self._kernel.sleep(_RECEIVE)
        disruption = self._around.weather.strikes("sqs")
        if disruption is not None and disruption.kind != "lostAnswer":
            self._kernel.sleep(SECOND)
            return []
        batch = self._queue.receive(self._kernel.now, self._function.batch_size)
        if disruption is None:
            return batch
        self._around.watch.unseen(self._function, batch, "it was received, and the queue's answer got lost")
        return []

    def _nap(self) -> None:
        visible = self._queue.next_visible()
        self._naps += 1
        nap = self._naps
        until = self._kernel.now + _LONG_POLL
        if visible is not None:
            until = max(self._kernel.now + 1, min(until, visible))
        self._idle[nap] = getcurrent()
        self._kernel.at(until, lambda: self._wake(nap))
        self._kernel.pause()

    def _wake(self, nap: int) -> None:
        if (sleeper := self._idle.pop(nap, None)) is not None:
            sleeper.switch()

    def _handle(self, batch: Sequence[Received], environment: Environment | None) -> Environment | None:
        """Invokes the function with the batch, and gives the environment if it is still there."""
        if not self._admitted():
            self._around.watch.unseen(self._function, batch, "its invocation was throttled until it returned")
            return environment
        if environment is None:
            environment = self._function.environment()
            self._kernel.sleep(_COLD_START)
        ended = self._invoke(batch, environment)
        self._settle(batch, ended)
        return None if ended.killed else environment

    def _admitted(self) -> bool:
        """Tries until Lambda takes the invocation, or the batch returns to the queue."""
        until = self._kernel.now + self._queue.settings.visibility_timeout * SECOND
        backoff = Backoff(0.1, 5.0)
        while self._around.weather.strikes("lambda"):
            self._around.watch.throttled(self._function)
            self._kernel.sleep(round(backoff.pause() * SECOND))
            if self._kernel.now >= until:
                return False
        return True

    def _invoke(self, batch: Sequence[Received], environment: Environment) -> Ended:
        steps = 2 * self._function.calls * len(batch)
        crash_at = self._around.chance.between(0, steps) if self._around.weather.crashes() else None
        invocation = Invocation(self._kernel, self._function.timeout * SECOND, crash_at)
        environment.begin(invocation)
        self._around.watch.invoked(self._function, batch)
        started = self._kernel.now
        records = [received.record() for received in batch]
        ended = invocation.run(lambda: environment.handler(records, invocation.remaining))
        self._around.watch.ended(self._function, batch, invocation, self._kernel.now - started)
        return ended

    def _settle(self, batch: Sequence[Received], ended: Ended) -> None:
        self._kernel.sleep(_RECEIVE)
        disruption = self._around.weather.strikes("sqs")
        self._around.watch.polled(self._function)
        if disruption is not None and disruption.kind != "lostAnswer":
            self._around.watch.unseen(self._function, batch, "it was handled, and could not be deleted")
            return
        failed = failures_of(ended, [received.message.id for received in batch])
        for received in batch:
            if received.message.id not in failed:
                self._queue.delete(received)


def failures_of(ended: Ended, message_ids: Sequence[str]) -> frozenset[str]:
    """The messages of a batch that are not to be deleted."""
    result = InvocationResult(
        request_id="",
        payload=json.dumps(ended.answer).encode(),
        function_error=ended.error,
        log_stream="",
        usage=_NOTHING_KNOWN,
    )
    return judge(result, message_ids, report_batch_item_failures=True).failed
