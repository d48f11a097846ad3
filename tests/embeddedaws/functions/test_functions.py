"""Functions as real processes under AWS's runtime client."""

import json
import os
import re
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from embeddedaws.errors import (
    RequestTooLargeException,
    ResourceConflictException,
    ResourceNotFoundException,
    TooManyRequestsException,
)
from tests.fixtures.lambdas import GROUP
from tests.fixtures.servers import wait_until

from .conftest import Worker, is_running

pytestmark = pytest.mark.embedded

ECHO = "def handler(event, context):\n    return event\n"
SLEEP = "import os, time\ndef handler(event, context):\n    time.sleep(event['seconds'])\n    return os.getpid()\n"
CONTEXT = """
import os
def handler(event, context):
    return {
        "id": context.aws_request_id, "arn": context.invoked_function_arn, "name": context.function_name,
        "memory": context.memory_limit_in_mb, "group": context.log_group_name, "stream": context.log_stream_name,
        "version": context.function_version, "left": context.get_remaining_time_in_millis(),
        "trace": os.environ["_X_AMZN_TRACE_ID"], "environment": dict(os.environ), "cwd": os.getcwd(),
    }
"""


@pytest.mark.parametrize(
    "event",
    [{"name": "नमस्ते Ünïcode 🎟"}, None, [], "text", {"body": "x" * 3_000_000}],
    ids=["unicode", "null", "list", "string", "3 MB"],
)
def test_a_function_gets_the_event_and_its_answer_comes_back(worker: Worker, event: object) -> None:
    worker.create(ECHO)

    assert worker.answer(event) == event


def test_the_context_says_what_aws_would_say(worker: Worker) -> None:
    worker.create(CONTEXT, timeout=10)

    context = worker.answer({})

    assert context["arn"] == "arn:aws:lambda:ap-south-1:123456789012:function:worker"
    assert (context["name"], context["memory"], context["version"]) == ("worker", "256", "$LATEST")
    assert context["group"] == GROUP
    assert re.fullmatch(r"\d{4}/\d\d/\d\d/\[\$LATEST\][0-9a-f]{32}", context["stream"])
    assert 9_000 < context["left"] <= 10_000
    assert re.fullmatch(r"Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0", context["trace"])


def test_the_environment_is_the_platforms_and_the_functions_and_nothing_of_the_developers(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_PROFILE", "production")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example.com")
    worker.create(CONTEXT, SENDER="no-reply@example.com")

    context = worker.answer({})
    environment = context["environment"]

    assert environment["SENDER"] == "no-reply@example.com"
    assert environment["AWS_REGION"] == environment["AWS_DEFAULT_REGION"] == "ap-south-1"
    assert (environment["AWS_ACCESS_KEY_ID"], environment["AWS_SESSION_TOKEN"]) == ("AKIAFUNCTION", "token-1")
    assert environment["AWS_ENDPOINT_URL"] == "http://127.0.0.1:9"
    assert environment["AWS_CONFIG_FILE"] == environment["AWS_SHARED_CREDENTIALS_FILE"] == os.devnull
    assert re.fullmatch(r"AWS_Lambda_python3\.\d\d", environment["AWS_EXECUTION_ENV"])
    assert environment["LAMBDA_TASK_ROOT"] == context["cwd"]
    assert environment["TZ"] == ":UTC"
    assert not {"AWS_PROFILE", "HTTPS_PROXY", "HOME", "VIRTUAL_ENV", "PYTEST_CURRENT_TEST"} & environment.keys()


def test_an_idle_environment_is_reused_and_a_second_one_starts_only_when_the_first_is_busy(worker: Worker) -> None:
    worker.create(SLEEP)

    first, again = worker.answer({"seconds": 0}), worker.answer({"seconds": 0})
    with ThreadPoolExecutor(2) as threads:
        both = set(threads.map(lambda _: worker.answer({"seconds": 0.3}), range(2)))

    assert first == again
    assert len(both) == 2
    assert first in both
    assert {state.pid for state in worker.environments()} == both


def test_only_the_first_invocation_of_an_environment_has_an_init_duration(worker: Worker) -> None:
    worker.create("import time\ntime.sleep(0.1)\n" + ECHO)

    cold, warm = worker.invoke(), worker.invoke()

    assert cold.usage.init_duration is not None
    assert cold.usage.init_duration >= 100
    assert cold.usage.duration < 100
    assert warm.usage.init_duration is None
    assert cold.log_stream == warm.log_stream


def test_an_exception_is_a_function_error_with_its_traceback_and_the_environment_stays_warm(worker: Worker) -> None:
    worker.create("def handler(event, context):\n    raise ValueError('no such booking')\n")

    first = worker.invoke()
    second = worker.invoke()
    error = json.loads(first.payload)

    assert (first.function_error, error["errorType"]) == ("Unhandled", "ValueError")
    assert error["errorMessage"] == "no such booking"
    assert "lambda.py" in error["stackTrace"][0]
    assert second.log_stream == first.log_stream


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("os.kill(os.getpid(), 9)", "Runtime exited with error: signal: killed"),
        ("os.kill(os.getpid(), 11)", "Runtime exited with error: signal: segmentation fault"),
        ("sys.exit(3)", "Runtime exited with error: exit status 3"),
        ("sys.exit(0)", "Runtime exited without providing a reason"),
    ],
    ids=["kill -9", "crash", "exit 3", "exit 0"],
)
def test_a_process_that_ends_in_an_invocation_is_an_exit_error_and_the_next_one_starts_afresh(
    worker: Worker, statement: str, message: str
) -> None:
    worker.create(
        f"import os, sys\ndef handler(event, context):\n    if event:\n        {statement}\n    return 'ok'\n"
    )

    error = worker.error({"die": True})

    assert error["errorType"] == "Runtime.ExitError"
    assert re.fullmatch(rf"RequestId: [0-9a-f-]{{36}} Error: {message}", error["errorMessage"])
    assert f"{error['errorMessage']}\nRuntime.ExitError" in worker.lines()
    assert worker.answer({}) == "ok"


def test_the_children_of_a_process_that_ends_are_killed(worker: Worker) -> None:
    worker.create(
        "import os, subprocess\n"
        "def handler(event, context):\n"
        "    print(subprocess.Popen(['sleep', '60']).pid)\n"
        "    os.kill(os.getpid(), 9)\n"
    )

    worker.error({})

    child = next(int(line) for line in worker.lines() if line.isdigit())
    wait_until(lambda: not is_running(child))


def test_a_function_killed_from_outside_is_an_exit_error(worker: Worker) -> None:
    worker.create(SLEEP)
    pid = worker.answer({"seconds": 0})
    killer = threading.Timer(0.2, os.kill, (pid, signal.SIGKILL))
    killer.start()

    error = worker.error({"seconds": 8})
    killer.join()

    assert error["errorMessage"].endswith("signal: killed")
    assert worker.answer({"seconds": 0}) != pid


def test_an_environment_that_died_while_idle_is_not_used_again(worker: Worker) -> None:
    worker.create(SLEEP)
    pid = worker.answer({"seconds": 0})
    os.kill(pid, signal.SIGKILL)
    (idle,) = worker.functions._pool("worker")._idle
    wait_until(lambda: not idle.reusable)  # its end has been noticed

    assert worker.answer({"seconds": 0}) != pid


def test_a_function_is_killed_at_its_timeout_with_its_children(worker: Worker) -> None:
    worker.create(
        "import subprocess, time\n"
        "def handler(event, context):\n"
        "    print(subprocess.Popen(['sleep', '60']).pid)\n"
        "    time.sleep(60)\n",
        timeout=1,
    )

    started = time.monotonic()
    error = worker.error({})
    took = time.monotonic() - started
    lines = worker.lines()

    assert list(error) == ["errorMessage"]
    pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [0-9a-f-]{36} Task timed out after 1\.00 seconds"
    assert re.fullmatch(pattern, error["errorMessage"])
    assert 1.0 <= took < 3.0
    assert error["errorMessage"] in lines
    assert "\tDuration: 1000.00 ms\t" in lines[-1]
    assert worker.environments() == ()
    child = next(int(line) for line in lines if line.isdigit())
    wait_until(lambda: not is_running(child))


@pytest.mark.parametrize(
    ("code", "handler", "error_type"),
    [
        ("import nothing_of_that_name\n", "lambda.handler", "Runtime.ImportModuleError"),
        ("def handler(:\n", "lambda.handler", "Runtime.UserCodeSyntaxError"),
        (ECHO, "lambda.nothing", "Runtime.HandlerNotFound"),
        ("raise RuntimeError('no table')\n", "lambda.handler", "RuntimeError"),
        ("import os\nos._exit(1)\n", "lambda.handler", "Runtime.ExitError"),
    ],
    ids=["import error", "syntax error", "no handler", "raises", "exits"],
)
def test_a_failed_init_is_tried_twice_and_reported(worker: Worker, code: str, handler: str, error_type: str) -> None:
    worker.create(code, handler=handler)

    error = worker.error({})
    reports = [line for line in worker.lines() if line.startswith("INIT_REPORT")]

    assert error["errorType"] == error_type
    for report, phase in zip(reports, ("init", "invoke"), strict=True):
        assert report.endswith(f"\tPhase: {phase}\tStatus: error\tError Type: {error_type}")


def test_an_init_that_hangs_ends_with_the_functions_timeout(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("embeddedaws.functions.environment._INIT_TIMEOUT", 0.3)
    worker.create("import time\ntime.sleep(60)\n", timeout=1)

    assert worker.error({})["errorMessage"].endswith("Task timed out after 1.00 seconds")


def test_the_log_holds_the_functions_lines_between_the_platforms(worker: Worker) -> None:
    worker.create(
        "import sys\n"
        "print('at init')\n"
        "def handler(event, context):\n"
        "    print('one\\n\\ntwo é')\n"
        "    print('to stderr', file=sys.stderr)\n"
        "    print('no newline', end='')\n"
    )

    result = worker.invoke()
    init_start, *lines, report = worker.lines()

    assert re.fullmatch(r"INIT_START Runtime Version: python:3\.\d+\.\S+", init_start)
    assert lines == [
        "at init",
        f"START RequestId: {result.request_id} Version: $LATEST",
        "one",
        "two é",
        "to stderr",
        "no newline",
        f"END RequestId: {result.request_id}",
    ]
    assert re.fullmatch(
        rf"REPORT RequestId: {result.request_id}\tDuration: \d+\.\d\d ms\tBilled Duration: \d+ ms\t"
        r"Memory Size: 256 MB\t(Max Memory Used: \d+ MB\t)?Init Duration: \d+\.\d\d ms\t",
        report,
    )
    assert [stream.name for stream in worker.sink.events] == [result.log_stream]


def test_an_answer_above_six_megabytes_is_refused(worker: Worker) -> None:
    worker.create("def handler(event, context):\n    return 'x' * 7_000_000\n")

    assert worker.error({})["errorType"] == "Function.ResponseSizeTooLarge"


def test_an_event_above_six_megabytes_is_refused(worker: Worker) -> None:
    worker.create(ECHO)

    with pytest.raises(RequestTooLargeException, match="7000000 byte payload is too large"):
        worker.invoke(b" " * 7_000_000)


def test_invocations_beyond_the_accounts_concurrency_are_throttled_and_counted(worker: Worker) -> None:
    worker.create(SLEEP)
    worker.functions.concurrency.limit = 1
    with ThreadPoolExecutor(1) as threads:
        busy = threads.submit(worker.answer, {"seconds": 0.5})
        wait_until(lambda: worker.functions.concurrency.in_use == 1)
        with pytest.raises(TooManyRequestsException, match="Rate Exceeded"):
            worker.invoke()

    assert busy.result()
    assert (worker.functions.concurrency.in_use, worker.functions.concurrency.throttles) == (0, 1)


def test_a_new_configuration_reaches_the_next_invocation(worker: Worker) -> None:
    worker.create("import os\ndef handler(event, context):\n    return os.environ['SENDER']\n", SENDER="old")

    assert worker.answer({}) == "old"
    worker.functions.update(replace(worker.functions.get("worker"), environment={"SENDER": "new"}))
    assert worker.answer({}) == "new"
    assert len(worker.environments()) == 1


def test_an_invocation_in_flight_ends_under_the_old_configuration_and_its_environment_with_it(worker: Worker) -> None:
    worker.create(
        "import os, time\n"
        "def handler(event, context):\n"
        "    time.sleep(event['seconds'])\n"
        "    return os.environ['SENDER']\n",
        SENDER="old",
    )
    with ThreadPoolExecutor(1) as threads:
        in_flight = threads.submit(worker.answer, {"seconds": 0.5})
        wait_until(lambda: any(state.pid for state in worker.environments()))
        worker.functions.update(replace(worker.functions.get("worker"), environment={"SENDER": "new"}))

    assert in_flight.result() == "old"
    assert worker.environments() == ()
    assert worker.answer({"seconds": 0}) == "new"


def test_an_environment_whose_credentials_end_soon_is_replaced(worker: Worker) -> None:
    worker.expiration = time.time() + 60
    worker.create("import os\ndef handler(event, context):\n    return os.environ['AWS_SESSION_TOKEN']\n")

    assert [worker.answer({}), worker.answer({})] == ["token-1", "token-2"]
    assert worker.environments() == ()


def test_an_idle_environment_is_ended_after_its_time(worker: Worker) -> None:
    worker.create(SLEEP)
    pid = worker.answer({"seconds": 0})

    worker.functions._pool("worker").end_idle(60)
    assert is_running(pid)
    worker.functions._pool("worker").end_idle(0)
    assert not is_running(pid)


def test_no_process_is_left_after_stop_and_what_was_in_flight_ends_as_killed(worker: Worker) -> None:
    worker.create(SLEEP)
    with ThreadPoolExecutor(2) as threads:
        warm = worker.answer({"seconds": 0})
        hanging = threads.submit(worker.error, {"seconds": 9})
        wait_until(lambda: worker.functions.concurrency.in_use == 1)
        started = time.monotonic()
        worker.functions.stop()
        assert time.monotonic() - started < 2

    assert hanging.result()["errorMessage"].endswith("signal: killed")
    assert not is_running(warm)


def test_a_second_function_of_the_same_name_is_refused(worker: Worker) -> None:
    worker.create(ECHO)

    with pytest.raises(ResourceConflictException, match="Function already exist: worker"):
        worker.create(ECHO)


def test_a_deleted_function_is_gone(worker: Worker) -> None:
    worker.create(ECHO)
    worker.functions.delete("worker")

    assert worker.functions.list() == ()
    with pytest.raises(ResourceNotFoundException, match="function:worker"):
        worker.invoke()
