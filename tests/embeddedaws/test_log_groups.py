import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from botocore.exceptions import ClientError

from embeddedaws.clients import Clients
from embeddedaws.functions.logs import LogEvent, LogStream
from embeddedaws.log_groups import CloudWatchLogSink, read_log_group

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from types_boto3_logs import CloudWatchLogsClient

WORKER, TICKETS = (f"arn:aws:iam::123456789012:role/{name}" for name in ("worker", "tickets"))
GROUP = "/minitickets/dev/worker"


@pytest.fixture
def logs(serve: Callable[..., Clients], moto: "WSGIApplication") -> "CloudWatchLogsClient":
    client = serve(moto).logs
    client.create_log_group(logGroupName=GROUP)
    return client


def test_lines_of_all_streams_come_back_by_time(logs: "CloudWatchLogsClient") -> None:
    sink = CloudWatchLogSink(lambda _role: logs)
    start = int(time.time() * 1000) - 1000

    for name, numbers in (("one", (1, 3)), ("two", (2, 4)), ("one", (5,))):
        events = [LogEvent(start + number, f"line {number}") for number in numbers]
        sink.put(LogStream(WORKER, GROUP, name), events)

    assert list(read_log_group(logs, GROUP)) == [f"line {number}" for number in range(1, 6)]


def test_a_group_longer_than_a_page_is_read_to_its_end(logs: "CloudWatchLogsClient") -> None:
    start = int(time.time() * 1000) - 100_000
    events = [LogEvent(start + number, f"line {number}") for number in range(10_000)]
    sink = CloudWatchLogSink(lambda _role: logs)

    sink.put(LogStream(WORKER, GROUP, "one"), events)
    sink.put(LogStream(WORKER, GROUP, "two"), events[:5])

    assert len(list(read_log_group(logs, GROUP))) == 10_005


def test_each_stream_is_written_with_the_credentials_of_its_role(logs: "CloudWatchLogsClient") -> None:
    asked: list[str] = []

    def client_of(role_arn: str) -> "CloudWatchLogsClient":
        asked.append(role_arn)
        return logs

    sink = CloudWatchLogSink(client_of)
    for role in (WORKER, TICKETS):
        sink.put(LogStream(role, GROUP, role.rpartition("/")[2]), [LogEvent(int(time.time() * 1000), "line")])

    assert asked == [WORKER, TICKETS]


def test_without_the_group_the_lines_are_refused_and_the_next_are_tried_again(logs: "CloudWatchLogsClient") -> None:
    sink, late = CloudWatchLogSink(lambda _role: logs), LogStream(TICKETS, "/minitickets/dev/tickets", "one")
    event = LogEvent(int(time.time() * 1000), "line")
    with pytest.raises(ClientError, match="ResourceNotFoundException"):
        sink.put(late, [event])

    logs.create_log_group(logGroupName=late.group)
    sink.put(late, [event])

    assert list(read_log_group(logs, late.group)) == ["line"]
