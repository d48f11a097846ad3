"""The lines that the platform itself writes into a function's log."""

import json
import math
from datetime import UTC, datetime

from embeddedaws.functions.invocation import Usage
from embeddedaws.functions.runtime_api import InitError


def report_line(request_id: str, memory_size: int, usage: Usage) -> str:
    """The REPORT line, fields parted by tabs; `memory_size` in MB."""
    billed = math.ceil(usage.duration + (usage.init_duration or 0))  # AWS bills INIT as well, since August 2025
    fields = [
        f"REPORT RequestId: {request_id}",
        f"Duration: {usage.duration:.2f} ms",
        f"Billed Duration: {billed} ms",
        f"Memory Size: {memory_size} MB",
    ]
    if usage.max_memory_used is not None:
        fields.append(f"Max Memory Used: {usage.max_memory_used} MB")
    if usage.init_duration is not None:
        fields.append(f"Init Duration: {usage.init_duration:.2f} ms")
    return "\t".join(fields) + "\t"


def init_report_line(duration: float, phase: str, error: Exception) -> str:
    """The line about an INIT that failed; `duration` in milliseconds, `phase` init or invoke."""
    fields = [f"INIT_REPORT Init Duration: {duration:.2f} ms", f"Phase: {phase}"]
    if isinstance(error, TimeoutError):
        return "\t".join([*fields, "Status: timeout"])
    return "\t".join([*fields, "Status: error", f"Error Type: {_error_type(error)}"])


def _error_type(error: Exception) -> str:
    if not isinstance(error, InitError):
        return "Runtime.ExitError"
    try:
        return str(json.loads(error.payload)["errorType"])
    except (ValueError, LookupError, TypeError):
        return "Runtime.Unknown"


def timed_out(request_id: str, timeout: int, now: float) -> str:
    """What the caller and the log are told of a timeout; `timeout` in seconds, `now` in epoch seconds."""
    moment = datetime.fromtimestamp(now, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return f"{moment} {request_id} Task timed out after {timeout:.2f} seconds"


def log_stream_name(now: float, suffix: str) -> str:
    """The name of an environment's log stream, as AWS makes it; `now` in epoch seconds."""
    return f"{datetime.fromtimestamp(now, UTC):%Y/%m/%d}/[$LATEST]{suffix}"
