"""The execution environments of one function."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embeddedaws.functions.configuration import FunctionConfiguration
from embeddedaws.functions.environment import ExecutionEnvironment
from embeddedaws.functions.invocation import InvocationResult
from embeddedaws.functions.variables import Host


@dataclass(frozen=True)
class EnvironmentState:
    """One environment, for those who watch; `pid` is None until its process has started."""

    log_stream: str
    pid: int | None
    busy: bool
    access_key_id: str = ""
    """What its requests are signed with, and no other environment's."""


class EnvironmentPool:
    """Reuses the environment that was used last, and starts one when all are busy.

    Args:
        host: what the environments share.
        function: their configuration; a new one lets no old environment take another invocation.
    """

    def __init__(self, host: Host, function: FunctionConfiguration) -> None:
        self._host = host
        self._function = function
        self._lock = threading.Lock()
        self._idle: list[ExecutionEnvironment] = []
        self._busy: list[ExecutionEnvironment] = []
        self._stopped = False

    @property
    def function(self) -> FunctionConfiguration:
        """The present configuration."""
        return self._function

    def invoke(self, payload: bytes) -> InvocationResult:
        """Handles one event in a warm environment if one is idle, in a cold one otherwise."""
        environment = self._take()
        try:
            return environment.invoke(payload)
        finally:
            self._give_back(environment)

    def states(self) -> list[EnvironmentState]:
        """All environments, the busy ones first."""
        with self._lock:
            environments = [(each, True) for each in self._busy] + [(each, False) for each in self._idle]
            return [
                EnvironmentState(each.log_stream, each.pid, busy, each.access_key_id) for each, busy in environments
            ]

    def update(self, function: FunctionConfiguration) -> None:
        """Replaces the configuration; invocations in flight end under the old one."""
        with self._lock:
            self._function = function
        self._stop(self._remove(lambda _environment: True))

    def end_idle(self, seconds: float) -> None:
        """Ends the environments that no invocation has used for that long, and those that died."""
        limit = time.monotonic() - seconds
        self._stop(self._remove(lambda environment: environment.idle_since < limit or not environment.reusable))

    def stop(self) -> None:
        """Ends all environments, the busy ones too."""
        with self._lock:
            self._stopped = True
            busy = list(self._busy)
        self._stop([*busy, *self._remove(lambda _environment: True)])

    def _take(self) -> ExecutionEnvironment:
        self._stop(self._remove(lambda environment: not environment.reusable))
        with self._lock:
            environment = self._idle.pop() if self._idle else None
            if environment is not None:
                self._busy.append(environment)
                return environment
            function = self._function
        environment = ExecutionEnvironment(self._host, function)
        with self._lock:
            self._busy.append(environment)
            stopped = self._stopped
        if stopped:
            environment.stop()
        return environment

    def _give_back(self, environment: ExecutionEnvironment) -> None:
        with self._lock:
            self._busy.remove(environment)
            keep = environment.reusable and environment.function is self._function and not self._stopped
            if keep:
                self._idle.append(environment)
        if not keep:
            environment.stop()

    def _remove(self, unwanted: Callable[[ExecutionEnvironment], bool]) -> list[ExecutionEnvironment]:
        with self._lock:
            removed = [environment for environment in self._idle if unwanted(environment)]
            self._idle = [environment for environment in self._idle if environment not in removed]
        return removed

    @staticmethod
    def _stop(environments: Sequence[ExecutionEnvironment]) -> None:
        for environment in environments:
            environment.stop()
