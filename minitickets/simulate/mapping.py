"""An event source mapping: polls its queue, invokes the function, deletes what succeeded.

It has as many pollers as invocations may run at the same time, and each waits for its invocation's end before it polls
again. An answer is judged by the same rules as in the embedded AWS.
"""

import json
from collections.abc import Sequence

from greenlet import getcurrent, greenlet

from embeddedaws.mapping.answer import judge
from embeddedaws.mapping.backoff import Backoff
from minitickets.simulate.function import Environment, Function
from minitickets.simulate.invocation import Ended, SimulatedInvocation
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.message import ReceivedMessage
from minitickets.simulate.observer import WorldObserver
from minitickets.simulate.queue import SimulatedQueue
from minitickets.simulate.weather import Nature

_LONG_POLL = 20 * SECOND  # the longest that a receive waits for a message
_RECEIVE = 15_000  # microseconds that a receive takes
_LAST_MOMENT = SECOND // 2  # left of the timeout by the slowest machine
_COLD_START = 300_000  # microseconds until a new environment is ready


class SimulatedMapping:
    """The mapping of one queue to one function."""

    def __init__(self, function: Function, queue: SimulatedQueue, nature: Nature, observer: WorldObserver) -> None:
        self._function = function
        self._queue = queue
        self._kernel, self._chance, self._weather = nature.kernel, nature.chance, nature.weather
        self._observer, self._meter = observer, observer.services.meter
        self._idle: dict[int, greenlet] = {}
        self._naps = 0

    def start(self) -> None:
        """Starts the pollers."""
        self._observer.wake.append(self._wake_one)
        for _ in range(self._function.maximum_concurrency):
            self._kernel.start(self._poll)

    def _wake_one(self) -> None:
        for nap in list(self._idle)[:1]:
            self._kernel.at(self._kernel.now, lambda nap=nap: self._wake(nap))

    def _poll(self) -> None:
        environment: Environment | None = None
        while True:
            self._observer.busy += 1
            batch = self._receive()
            if batch:
                environment = self._handle(batch, environment)
            self._observer.busy -= 1
            self._observer.settled()
            if not batch:
                self._nap()

    def _receive(self) -> list[ReceivedMessage]:
        self._meter.queue_requests += 1
        self._kernel.sleep(_RECEIVE)
        fault = self._weather.strikes("sqs")
        if fault is not None and fault.kind != "lostAnswer":
            self._kernel.sleep(SECOND)
            return []
        batch = self._queue.receive(self._kernel.now, self._function.batch_size)
        if fault is None:
            return batch
        self._observer.unseen(batch, "it was received, and the queue's answer got lost")
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

    def _handle(self, batch: Sequence[ReceivedMessage], environment: Environment | None) -> Environment | None:
        """Invokes the function with the batch, and gives the environment if it is still there."""
        if not self._admitted():
            self._observer.unseen(batch, "its invocation was throttled until it returned")
            return environment
        if environment is None:
            self._kernel.sleep(_COLD_START)
            environment = self._start_environment()
            if environment is None:
                self._observer.unseen(batch, "its function does not start")
                return None
        ended = self._invoke(batch, environment)
        self._settle(batch, ended)
        return None if ended.killed else environment

    def _start_environment(self) -> Environment | None:
        try:
            return self._function.environment()
        except Exception as error:  # noqa: BLE001 - as Lambda does, whatever it is
            self._observer.did_not_start(self._function, error)
            return None

    def _admitted(self) -> bool:
        """Tries until Lambda takes the invocation, or the batch returns to the queue."""
        until = self._kernel.now + self._queue.settings.visibility_timeout * SECOND
        backoff = Backoff(0.1, 5.0)
        while self._weather.strikes("lambda"):
            self._meter.throttles["lambda"] += 1
            self._kernel.sleep(round(backoff.pause() * SECOND))
            if self._kernel.now >= until:
                return False
        return True

    def _invoke(self, batch: Sequence[ReceivedMessage], environment: Environment) -> Ended:
        steps = 2 * self._function.calls * len(batch)
        crash_at = self._chance.between(0, steps) if self._weather.crashes() else None
        timeout = self._function.timeout * SECOND
        stall = min(self._weather.stall(), timeout - _LAST_MOMENT)
        invocation = SimulatedInvocation(self._kernel, timeout, crash_at, stall)
        invocation.witness.environment = environment.wire.number
        environment.wire.invocation = invocation
        self._observer.invoked(self._function, batch)
        started = self._kernel.now
        event = {"Records": [received.record() for received in batch]}
        ended = invocation.run(lambda: environment.handler(event, invocation))
        self._observer.ended(self._function, batch, invocation, self._kernel.now - started)
        return ended

    def _settle(self, batch: Sequence[ReceivedMessage], ended: Ended) -> None:
        self._kernel.sleep(_RECEIVE)
        fault = self._weather.strikes("sqs")
        self._meter.queue_requests += 1
        if fault is not None and fault.kind != "lostAnswer":
            self._observer.unseen(batch, "it was handled, and could not be deleted")
            return
        failed = failures_of(ended, [received.message.id for received in batch])
        for received in batch:
            if received.message.id not in failed:
                self._queue.delete(received)


def failures_of(ended: Ended, message_ids: Sequence[str]) -> frozenset[str]:
    """The messages of a batch that are not to be deleted."""
    payload = json.dumps(ended.answer).encode()
    return judge(payload, ended.error, message_ids, report_batch_item_failures=True).failed
