"""An execution environment: what one function needs to handle one invocation after another."""

import json
import platform as python_platform
import secrets
import signal
import threading
import time
import uuid

from embeddedaws.functions.configuration import FunctionConfiguration
from embeddedaws.functions.invocation import Answer, Invocation, InvocationResult, Usage
from embeddedaws.functions.logs import LogStream
from embeddedaws.functions.report import init_report_line, log_stream_name, report_line, timed_out
from embeddedaws.functions.runtime import Runtime, RuntimeExited
from embeddedaws.functions.runtime_api import InitError
from embeddedaws.functions.variables import Host, process_environment

_INIT_TIMEOUT = 10.0  # seconds, Lambda developer guide, "Init phase"


class ExecutionEnvironment:
    """Cold until its first invocation, then warm; it handles one invocation at a time.

    Attributes:
        function: the configuration that it was made for.
        log_stream: the name of its log stream.
        idle_since: when it was last used, in seconds of `time.monotonic`.
    """

    def __init__(self, host: Host, function: FunctionConfiguration) -> None:
        self.function = function
        self.log_stream = log_stream_name(host.clock(), uuid.uuid4().hex)
        self.idle_since = time.monotonic()
        self._host = host
        self._credentials = host.assume_role(function.role_arn)
        self._stream = LogStream(function.role_arn, function.log_group, self.log_stream)
        self._lock = threading.Lock()
        self._runtime: Runtime | None = None
        self._stopped = False

    @property
    def pid(self) -> int | None:
        """The process id of the function; None while cold."""
        return self._runtime.pid if self._runtime else None

    @property
    def access_key_id(self) -> str:
        """What the function's requests are signed with; each environment has its own."""
        return self._credentials.access_key_id

    @property
    def reusable(self) -> bool:
        """Whether another invocation may come here."""
        # STS goes by the wall clock, also where the queues' clock is put forward.
        fresh = not self._credentials.expire_soon(time.time())
        return fresh and self._runtime is not None and self._runtime.alive

    def invoke(self, payload: bytes) -> InvocationResult:
        """Handles one event, after INIT if it is the first."""
        request_id = str(uuid.uuid4())
        init_duration = self._try_to_initialise() if self._runtime is None else None
        self._log(f"START RequestId: {request_id} Version: $LATEST")
        started = time.monotonic()
        answer = self._answer(request_id, payload, started + self.function.timeout)
        usage = self._usage(started, init_duration)
        self._log(f"END RequestId: {request_id}", report_line(request_id, self.function.memory_size, usage))
        self.idle_since = time.monotonic()
        return InvocationResult(
            request_id=request_id,
            payload=answer.payload,
            function_error="Unhandled" if answer.raised else None,
            log_stream=self.log_stream,
            usage=usage,
        )

    def stop(self) -> None:
        """Kills the process; an invocation in flight ends with Runtime.ExitError."""
        with self._lock:
            self._stopped = True
            runtime = self._runtime
        if runtime is not None:
            runtime.stop()

    def _answer(self, request_id: str, payload: bytes, deadline: float) -> Answer:
        try:
            if self._runtime is None:
                # Developer guide, "Failures during the Init phase": INIT is repeated as a part of the invocation.
                self._initialise("invoke", deadline - time.monotonic())
            return self._ask(request_id, payload, deadline)
        except InitError as error:
            return Answer(error.payload, raised=True)
        except TimeoutError:
            self._stop_runtime()
            message = timed_out(request_id, self.function.timeout, self._host.clock())
            self._log(message)
            return _error(errorMessage=message)
        except RuntimeExited as error:
            self._stop_runtime()
            message = f"RequestId: {request_id} Error: {error}"
            self._log(f"{message}\nRuntime.ExitError")
            return _error(errorType="Runtime.ExitError", errorMessage=message)

    def _usage(self, started: float, init_duration: float | None) -> Usage:
        return Usage(
            duration=min(time.monotonic() - started, self.function.timeout) * 1000,
            init_duration=init_duration,
            max_memory_used=self._runtime.max_memory_used() if self._runtime else None,
        )

    def _ask(self, request_id: str, payload: bytes, deadline: float) -> Answer:
        runtime = self._runtime
        assert runtime is not None  # noqa: S101 - a fact for the type checker
        seconds = max(0.0, deadline - time.monotonic())
        invocation = Invocation(
            request_id=request_id,
            payload=payload,
            # Not the host's clock, which may run faster: the function compares it with its own time.time().
            deadline=int((time.time() + seconds) * 1000),
            function_arn=self._host.function_arn(self.function.name),
            trace_id=f"Root=1-{int(time.time()):08x}-{secrets.token_hex(12)};Parent={secrets.token_hex(8)};Sampled=0",
        )
        answer = runtime.ask(invocation, seconds)
        runtime.drain()
        return answer

    def _try_to_initialise(self) -> float | None:
        self._log(f"INIT_START Runtime Version: python:{python_platform.python_version()}")
        try:
            return self._initialise("init", _INIT_TIMEOUT)
        except (InitError, RuntimeExited, TimeoutError):
            return None

    def _initialise(self, phase: str, seconds: float) -> float:
        """Starts the runtime and waits until it is ready; gives the milliseconds that it took."""
        started = time.monotonic()
        runtime = self._start()
        try:
            runtime.wait_initialised(seconds)
        except (InitError, RuntimeExited, TimeoutError) as error:
            runtime.stop()
            self._runtime = None
            self._log(init_report_line((time.monotonic() - started) * 1000, phase, error))
            raise
        runtime.drain()  # what was printed at INIT stands before START
        return (time.monotonic() - started) * 1000

    def _start(self) -> Runtime:
        with self._lock:
            if self._stopped:
                raise RuntimeExited(-signal.SIGKILL)
            self._runtime = Runtime(
                self.function.handler,
                task_root=self._host.task_root,
                environment=process_environment(self._host, self.function, self._credentials, self.log_stream),
                on_line=self._log,
                reaper=self._host.reaper,
            )
            return self._runtime

    def _stop_runtime(self) -> None:
        if self._runtime is not None:
            self._runtime.stop()

    def _log(self, *lines: str) -> None:
        for line in lines:
            self._host.logs.write(self._stream, line)


def _error(**error: str) -> Answer:
    return Answer(json.dumps(error).encode(), raised=True)
