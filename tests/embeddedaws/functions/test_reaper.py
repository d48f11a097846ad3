import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from embeddedaws.functions.reaper import Reaper, reap
from tests.fixtures.servers import wait_until

from .conftest import is_running

pytestmark = pytest.mark.embedded

# Starts a service whose function hangs, tells the function's process id, and waits to be killed.
PARENT = """
import sys, threading, time
from pathlib import Path
from tests.fixtures.lambdas import MemoryLogSink, a_function, a_service
service = a_service(Path(sys.argv[1]), MemoryLogSink())
service.functions.create(a_function(timeout=900))
threading.Thread(target=service.functions.invoke, args=("worker", b"{}")).start()
time.sleep(900)
"""


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(["/bin/sleep", "60"], start_new_session=True)
    yield process
    process.kill()
    process.wait()


def test_groups_that_are_left_at_the_end_are_killed(sleeper: subprocess.Popen[bytes]) -> None:
    reap([f"+{sleeper.pid}\n"])

    assert sleeper.wait(5) == -signal.SIGKILL


def test_a_group_that_was_forgotten_is_left_alone(sleeper: subprocess.Popen[bytes]) -> None:
    reap([f"+{sleeper.pid}\n", f"-{sleeper.pid}\n"])

    assert sleeper.poll() is None


def test_a_group_that_is_gone_already_is_no_error() -> None:
    process = subprocess.Popen(["/bin/sh", "-c", ":"], start_new_session=True)
    process.wait()

    reap([f"+{process.pid}\n"])


def test_the_reapers_process_kills_what_it_watches_when_it_is_closed(sleeper: subprocess.Popen[bytes]) -> None:
    reaper = Reaper()
    reaper.watch(sleeper.pid)
    reaper.close()

    assert sleeper.wait(5) == -signal.SIGKILL


def test_a_function_that_hangs_does_not_outlive_a_kill_9_of_the_service(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    (tmp_path / "lambda.py").write_text(
        "import os, time\n"
        "def handler(event, context):\n"
        f"    open({str(told)!r}, 'w').write(str(os.getpid()))\n"
        "    time.sleep(900)\n"
    )
    with subprocess.Popen([sys.executable, "-c", PARENT, str(tmp_path)], cwd=Path(__file__).parents[3]) as parent:
        try:
            wait_until(lambda: told.exists() and told.read_text() != "")
            pid = int(told.read_text())
            assert is_running(pid)
        finally:
            parent.kill()

    wait_until(lambda: not is_running(pid))
