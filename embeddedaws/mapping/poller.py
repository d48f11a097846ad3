"""Polls a queue for a function, until it is stopped."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from embeddedaws.mapping.backoff import Backoff
from embeddedaws.mapping.batch import Batch, BatchHandler, Surroundings
from embeddedaws.mapping.configuration import MappingConfiguration
from embeddedaws.mapping.events import QueueRefused, Received
from embeddedaws.mapping.queue import RECEIVE_LIMIT, QueueError

if TYPE_CHECKING:
    from types_boto3_sqs.type_defs import MessageTypeDef

_ACCOUNT_CONCURRENCY = 1000  # Lambda quotas
_LONGEST_PAUSE = 5.0  # seconds between two tries of a queue that refuses


class Poller:
    """One thread receives; each batch is then invoked and deleted in a thread of a pool.

    A batch is only received when it may be invoked at once: a message that waits here for its turn would use up its
    visibility timeout. AWS's pollers wait in a long poll; this one looks every `poll_interval`, because moto's long
    poll notices a message that becomes visible again as much as a second late, and cannot be interrupted.
    """

    def __init__(self, uuid: str, configuration: MappingConfiguration, surroundings: Surroundings) -> None:
        self._configuration = configuration
        self._around = surroundings
        concurrency = configuration.maximum_concurrency or _ACCOUNT_CONCURRENCY
        self._slots = threading.Semaphore(concurrency)
        self._pool = ThreadPoolExecutor(concurrency, thread_name_prefix=f"mapping-{configuration.function_name}")
        self._stopping = threading.Event()
        self._handler = BatchHandler(uuid, configuration, surroundings, self._stopping)
        self._refusals = Backoff(surroundings.poll_interval, _LONGEST_PAUSE)
        self._thread = threading.Thread(target=self._run, name=f"poller-{configuration.function_name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Receives nothing more; batches in flight go on."""
        self._stopping.set()

    def join(self) -> None:
        """Waits for the batches in flight, after `stop`."""
        self._thread.join()
        self._pool.shutdown()

    def _run(self) -> None:
        while not self._stopping.is_set():
            if not self._slots.acquire(timeout=self._around.poll_interval):
                continue
            batch = self._receive()
            if batch is None:
                self._slots.release()
            else:
                self._pool.submit(self._handler.handle, batch).add_done_callback(lambda _: self._slots.release())

    def _receive(self) -> Batch | None:
        """One batch; or, after a pause, None."""
        visible_at = self._around.clock() + self._around.visibility_timeout
        try:
            messages = list(self._around.queue.receive(min(self._configuration.batch_size, RECEIVE_LIMIT)))
        except QueueError as error:
            self._handler.observe(QueueRefused, (), error=error)
            self._stopping.wait(self._refusals.pause())
            return None
        self._refusals.reset()
        if not messages:
            self._stopping.wait(self._around.poll_interval)
            return None
        self._fill(messages)
        batch = Batch(messages, visible_at)
        self._handler.observe(Received, batch.ids)
        return batch

    def _fill(self, messages: "list[MessageTypeDef]") -> None:
        """Waits for more messages as long as the batching window allows."""
        end = self._around.clock() + self._configuration.batching_window
        with suppress(QueueError):  # what is here is handled all the same
            while (missing := self._configuration.batch_size - len(messages)) > 0 and self._around.clock() < end:
                messages += self._around.queue.receive(min(missing, RECEIVE_LIMIT))
                if self._stopping.wait(self._around.poll_interval):
                    return
