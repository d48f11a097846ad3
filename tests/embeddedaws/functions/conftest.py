import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from embeddedaws.clients import Credentials
from embeddedaws.functions.configuration import FunctionConfiguration
from embeddedaws.functions.environment import Host
from embeddedaws.functions.logs import LogWriter
from embeddedaws.functions.reaper import Reaper
from embeddedaws.functions.service import Functions
from embeddedaws.functions.variables import Platform
from tests.fixtures.log_sink import MemoryLogSink

GROUP = "/minitickets/test/worker"

CreateFunction = Callable[..., str]


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


@pytest.fixture
def roles() -> Roles:
    return Roles()


@pytest.fixture
def sink() -> MemoryLogSink:
    return MemoryLogSink()


@pytest.fixture
def logs(sink: MemoryLogSink) -> Iterator[LogWriter]:
    writer = LogWriter(sink, time.time, interval=0.02)
    yield writer
    writer.close()


@pytest.fixture
def functions(tmp_path: Path, roles: Roles, logs: LogWriter) -> Iterator[Functions]:
    platform = Platform(
        region="ap-south-1",
        account_id="123456789012",
        endpoint_url="http://127.0.0.1:9",
        task_root=tmp_path,
    )
    reaper = Reaper()
    host = Host(platform=platform, assume_role=roles, logs=logs, clock=time.time, reaper=reaper)
    functions = Functions(host)
    yield functions
    functions.stop()
    reaper.close()


@pytest.fixture
def create_function(functions: Functions, tmp_path: Path) -> CreateFunction:
    """Writes the body of `def handler(event, context)` as a module, and creates a function of it."""

    def create(
        code: str, *, name: str = "worker", timeout: int = 10, handler: str = "lambda.handler", **more: str
    ) -> str:
        (tmp_path / "lambda.py").write_text(code, encoding="utf-8")
        functions.create(
            FunctionConfiguration(
                name=name,
                handler=handler,
                role_arn="arn:aws:iam::123456789012:role/worker",
                log_group=GROUP,
                timeout=timeout,
                memory_size=256,
                environment=more,
            )
        )
        return name

    return create


@pytest.fixture
def is_running() -> Callable[[int], bool]:
    """Tells whether a process runs; a zombie does not, which is what a killed orphan stays without an init process."""

    def check(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        try:
            stat = Path(f"/proc/{pid}/stat").read_text()
        except FileNotFoundError:  # it has ended just now, or this is no Linux
            return not Path("/proc/self").exists()
        return not stat.rpartition(") ")[2].startswith("Z")

    return check
