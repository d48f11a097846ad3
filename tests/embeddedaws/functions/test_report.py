import pytest

from embeddedaws.functions.invocation import Usage
from embeddedaws.functions.report import init_report_line, log_stream_name, report_line, timed_out
from embeddedaws.functions.runtime import RuntimeExited
from embeddedaws.functions.runtime_api import InitError
from tests.fixtures.lambdas import USAGE

NOON = 1_766_577_600.038  # 2025-12-24T12:00:00.038Z


def test_a_cold_invocation_is_reported_and_billed_with_its_init() -> None:
    assert report_line("id", 256, Usage(duration=11.234, init_duration=302.0, max_memory_used=74)) == (
        "REPORT RequestId: id\tDuration: 11.23 ms\tBilled Duration: 314 ms\tMemory Size: 256 MB\t"
        "Max Memory Used: 74 MB\tInit Duration: 302.00 ms\t"
    )


def test_a_warm_invocation_is_reported_without_init_nor_unknown_memory() -> None:
    assert report_line("id", 256, USAGE) == (
        "REPORT RequestId: id\tDuration: 23.44 ms\tBilled Duration: 24 ms\tMemory Size: 256 MB\t"
    )


@pytest.mark.parametrize(
    ("error", "end"),
    [
        (TimeoutError(), "Status: timeout"),
        (RuntimeExited(1), "Status: error\tError Type: Runtime.ExitError"),
        (
            InitError(b'{"errorType": "Runtime.ImportModuleError"}'),
            "Status: error\tError Type: Runtime.ImportModuleError",
        ),
        (InitError(b"not JSON"), "Status: error\tError Type: Runtime.Unknown"),
        (InitError(b"[]"), "Status: error\tError Type: Runtime.Unknown"),
    ],
    ids=["timeout", "exit", "reported", "garbage", "list"],
)
def test_a_failed_init_is_reported(error: Exception, end: str) -> None:
    assert init_report_line(9999.1, "init", error) == f"INIT_REPORT Init Duration: 9999.10 ms\tPhase: init\t{end}"


def test_a_timeout_is_told_with_its_moment_and_two_decimals() -> None:
    assert timed_out("id", 10, NOON) == "2025-12-24T12:00:00.038Z id Task timed out after 10.00 seconds"


def test_a_log_stream_is_named_by_day_version_and_environment() -> None:
    assert log_stream_name(NOON, "0123abcd") == "2025/12/24/[$LATEST]0123abcd"
