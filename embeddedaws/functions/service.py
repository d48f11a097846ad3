"""The functions of the account: made, changed, invoked and removed, with the account's concurrency."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from embeddedaws.errors import (
    RequestTooLargeException,
    ResourceConflictException,
    ResourceNotFoundException,
    TooManyRequestsException,
)
from embeddedaws.functions.pool import EnvironmentPool, EnvironmentState

if TYPE_CHECKING:
    from embeddedaws.functions.configuration import FunctionConfiguration
    from embeddedaws.functions.invocation import InvocationResult
    from embeddedaws.functions.variables import Host

_ACCOUNT_CONCURRENCY = 1000  # invocations at once, an account's default quota
_IDLE_SECONDS = 300.0  # of real time, after which an unused execution environment is ended
_REQUEST_BYTES = 6_291_456  # Lambda quotas, "Invocation payload"


class Concurrency:
    """Counts invocations in flight.

    Attributes:
        limit: how many may be; it may be set at any time.
        in_use: how many are now.
        throttles: how many were refused so far.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.in_use = 0
        self.throttles = 0
        self._lock = threading.Lock()

    @contextmanager
    def invocation(self) -> Generator[None]:
        """Counts one invocation; raises TooManyRequestsException if there is no room for it."""
        with self._lock:
            if self.in_use >= self.limit:
                self.throttles += 1
                raise TooManyRequestsException("Rate Exceeded.")
            self.in_use += 1
        try:
            yield
        finally:
            with self._lock:
                self.in_use -= 1


class Functions:
    """All functions of one account.

    Args:
        host: what their execution environments share.

    Attributes:
        concurrency: the account's; its limit may be changed at any time.
    """

    def __init__(self, host: "Host") -> None:
        self.concurrency = Concurrency(_ACCOUNT_CONCURRENCY)
        self._host = host
        self._lock = threading.Lock()
        self._pools: dict[str, EnvironmentPool] = {}
        self._stopping = threading.Event()
        self._housekeeper = threading.Thread(target=self._keep_house, name="lambda-housekeeper", daemon=True)
        self._housekeeper.start()

    def create(self, function: "FunctionConfiguration") -> None:
        """Makes a function known; raises ResourceConflictException if the name is taken."""
        with self._lock:
            if function.name in self._pools:
                raise ResourceConflictException(f"Function already exist: {function.name}")
            self._pools[function.name] = EnvironmentPool(self._host, function)

    def update(self, function: "FunctionConfiguration") -> None:
        """Replaces the configuration; the next invocation finds a cold environment."""
        self._pool(function.name).update(function)

    def delete(self, name: str) -> None:
        """Ends its environments; its mappings stay, as on AWS, and find no function."""
        pool = self._pool(name)
        with self._lock:
            del self._pools[name]
        pool.stop()

    def get(self, name: str) -> "FunctionConfiguration":
        """One function; raises ResourceNotFoundException if there is none."""
        return self._pool(name).function

    def list(self) -> "tuple[FunctionConfiguration, ...]":
        """All functions."""
        return tuple(pool.function for pool in self._all_pools())

    def environments(self, name: str) -> "tuple[EnvironmentState, ...]":
        """The execution environments of a function, the busy ones first."""
        return tuple(self._pool(name).states())

    def invoke(self, name: str, payload: bytes) -> "InvocationResult":
        """Invokes a function and waits for its answer; what goes wrong in the function is a part of the result.

        Raises:
            ResourceNotFoundException: there is no such function.
            RequestTooLargeException: the payload is above 6 MB.
            TooManyRequestsException: the account's concurrency is used up.
        """
        if len(payload) > _REQUEST_BYTES:
            raise RequestTooLargeException(
                f"{len(payload)} byte payload is too large for the RequestResponse invocation type "
                f"(limit {_REQUEST_BYTES} bytes)"
            )
        pool = self._pool(name)
        with self.concurrency.invocation():
            return pool.invoke(payload)

    def stop(self) -> None:
        """Ends all environments, the busy ones too."""
        self._stopping.set()
        for pool in self._all_pools():
            pool.stop()
        self._housekeeper.join()

    def _pool(self, name: str) -> EnvironmentPool:
        with self._lock:
            if name not in self._pools:
                raise ResourceNotFoundException(f"Function not found: {self._host.function_arn(name)}")
            return self._pools[name]

    def _all_pools(self) -> tuple[EnvironmentPool, ...]:
        with self._lock:
            return tuple(self._pools.values())

    def _keep_house(self) -> None:
        while not self._stopping.wait(_IDLE_SECONDS / 10):
            for pool in self._all_pools():
                pool.end_idle(_IDLE_SECONDS)
