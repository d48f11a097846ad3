import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.clients import Credentials
from embeddedaws.functions.configuration import FunctionConfiguration
from embeddedaws.functions.invocation import InvocationResult
from embeddedaws.functions.logs import LogWriter
from embeddedaws.functions.pool import EnvironmentState
from embeddedaws.functions.reaper import Reaper
from embeddedaws.functions.service import Functions
from embeddedaws.functions.variables import Host
from tests.fixtures.log_sink import MemoryLogSink

GROUP = "/minitickets/test/worker"


class Roles:
    """Gives every role the same credentials, and may be told when they end."""

    def __init__(self) -> None:
        self.expiration: float | None = None
        self.assumed: list[str] = []

    def __call__(self, role_arn: str) -> Credentials:
        self.assumed.append(role_arn)
        return Credentials(
            access_key_id="AKIAFUNCTION",
            secret_access_key="secret",
            session_token=f"token-{len(self.assumed)}",
            expiration=self.expiration,
        )


class Worker:
    """Functions over a folder of code, in which each has the name `worker` unless another is given.

    Attributes:
        functions: the service, which assumes the `roles`.
        sink: what the functions logged.
    """

    def __init__(self, task_root: Path) -> None:
        self.roles = Roles()
        self.sink = MemoryLogSink()
        self._task_root = task_root
        self._logs = LogWriter(self.sink, time.time, interval=0.02)
        self._reaper = Reaper()
        host = Host(
            region="ap-south-1",
            account_id="123456789012",
            endpoint_url="http://127.0.0.1:9",
            task_root=task_root,
            assume_role=self.roles,
            logs=self._logs,
            clock=time.time,
            reaper=self._reaper,
        )
        self.functions = Functions(host)

    def create(self, code: str, *, timeout: int = 10, handler: str = "lambda.handler", **environment: str) -> None:
        """Writes the code as a module, and creates a function of it."""
        (self._task_root / "lambda.py").write_text(code, encoding="utf-8")
        self.functions.create(
            FunctionConfiguration(
                name="worker",
                handler=handler,
                role_arn="arn:aws:iam::123456789012:role/worker",
                log_group=GROUP,
                timeout=timeout,
                memory_size=256,
                environment=environment,
            )
        )

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
        self._logs.flush()
        return self.sink.lines(GROUP)

    def close(self) -> None:
        self.functions.stop()
        self._reaper.close()
        self._logs.close()


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(tmp_path)
    yield worker
    worker.close()


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
