"""Log lines of functions, written to CloudWatch Logs as the Lambda service does: with the function's own role."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from embeddedaws.functions.logs import LogEvent, LogStream

if TYPE_CHECKING:
    from types_boto3_logs import CloudWatchLogsClient


class CloudWatchLogSink:
    """Makes each stream when its first line comes."""

    def __init__(self, client_of: "Callable[[str], CloudWatchLogsClient]") -> None:
        """Takes what gives a client with the credentials of the role with that ARN."""
        self._client_of = client_of
        self._streams: set[LogStream] = set()

    def put(self, stream: LogStream, events: Sequence[LogEvent]) -> None:
        """Stores one batch of lines."""
        client = self._client_of(stream.role_arn)
        if stream not in self._streams:
            client.create_log_stream(logGroupName=stream.group, logStreamName=stream.name)
            self._streams.add(stream)
        client.put_log_events(
            logGroupName=stream.group,
            logStreamName=stream.name,
            logEvents=[{"timestamp": event.timestamp, "message": event.message} for event in events],
        )


def read_log_group(client: "CloudWatchLogsClient", group: str) -> Iterator[str]:
    """All lines of a log group, by time."""
    # AWS merges the streams always, moto only where it is asked to.
    for page in client.get_paginator("filter_log_events").paginate(logGroupName=group, interleaved=True):
        for event in page["events"]:
            yield event.get("message", "")
