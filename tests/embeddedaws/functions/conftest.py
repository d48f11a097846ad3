import itertools
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.clients import Credentials
from embeddedaws.functions.invocation import InvocationResult
from embeddedaws.functions.pool import EnvironmentState
from tests.fixtures.lambdas import GROUP, MemoryLogSink, a_function, a_service


class Worker:
    """Functions over a folder of code, in which each has the name `worker` unless another is given.

    Attributes:
        functions: the service; whenever it assumes a role, it gets another token.
        expiration: when the credentials end that it gets from now on.
        sink: what the functions logged.
    """

    def __init__(self, task_root: Path) -> None:
        self.expiration: float | None = None
        self.sink = MemoryLogSink()
        self._task_root = task_root
        tokens = itertools.count(1)
        self._service = a_service(
            task_root,
            self.sink,
            assume_role=lambda _role: Credentials("AKIAFUNCTION", "secret", f"token-{next(tokens)}", self.expiration),
        )
        self.functions = self._service.functions

    def create(self, code: str, *, timeout: int = 10, handler: str = "lambda.handler", **environment: str) -> None:
        """Writes the code as a module, and creates a function of it."""
        (self._task_root / "lambda.py").write_text(code, encoding="utf-8")
        self.functions.create(a_function(handler=handler, timeout=timeout, memory_size=256, environment=environment))

    def invoke(self, payload: bytes = b"{}") -> InvocationResult:
        return self.functions.invoke("worker", payload)

    def answer(self, event: object) -> Any:
        result = self.invoke(json.dumps(event).encode())
        assert result.function_error is None, result.payload
        return json.loads(result.payload)

    def error(self, event: object) -> dict[str, Any]:
        result = self.invoke(json.dumps(event).encode())
        assert (result.status_code, result.function_error) == (200, "Unhandled")
        return json.loads(result.payload)

    def environments(self) -> tuple[EnvironmentState, ...]:
        return self.functions.environments("worker")

    def lines(self) -> list[str]:
        """All that was logged so far."""
        self._service.flush_logs()
        return self.sink.lines(GROUP)


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(tmp_path)
    yield worker
    worker._service.stop()


def is_running(pid: int) -> bool:
    """Whether a process runs; a zombie does not, which is what a killed orphan stays without an init process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:  # it has ended just now, or this is no Linux
        return not Path("/proc/self").exists()
    return not stat.rpartition(") ")[2].startswith("Z")
