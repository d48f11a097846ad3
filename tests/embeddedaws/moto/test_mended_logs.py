"""What FilterLogEvents and PutMetricFilter make of a pattern."""

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from wsgiref.types import WSGIApplication

import pytest
from botocore.exceptions import ClientError

from embeddedaws.clients import Clients

if TYPE_CHECKING:
    from types_boto3_logs import CloudWatchLogsClient

GROUP = "/minitickets/dev/worker"
NOT_UNDERSTOOD = "{ $.message ~ 3 }"


@pytest.fixture
def logs(serve: Callable[..., Clients], moto: WSGIApplication) -> "CloudWatchLogsClient":
    logs = serve(moto).logs
    logs.create_log_group(logGroupName=GROUP)
    logs.create_log_stream(logGroupName=GROUP, logStreamName="one")
    return logs


def _found(logs: "CloudWatchLogsClient", pattern: str) -> list[str]:
    events = logs.filter_log_events(logGroupName=GROUP, filterPattern=pattern)["events"]
    return [event.get("message", "") for event in events]


def _refused(call: Callable[..., object], **asked: Any) -> None:
    with pytest.raises(ClientError) as refused:
        call(logGroupName=GROUP, filterPattern=NOT_UNDERSTOOD, **asked)
    assert refused.value.response.get("Error", {}).get("Code") == "InvalidParameterException"


def test_a_pattern_finds_its_lines_and_no_others(logs: "CloudWatchLogsClient") -> None:
    lines = [json.dumps({"message": "poison_message"}), json.dumps({"message": "email_sent"}), "Task timed out"]
    events: Any = [
        {"timestamp": int(time.time() * 1000) - 1000 + number, "message": line} for number, line in enumerate(lines)
    ]
    logs.put_log_events(logGroupName=GROUP, logStreamName="one", logEvents=events)

    assert _found(logs, '{ $.message = "poison_message" }') == lines[:1]
    assert _found(logs, '"timed out"') == lines[2:]
    assert _found(logs, "") == lines


def test_a_pattern_that_is_not_understood_is_refused(logs: "CloudWatchLogsClient") -> None:
    metric: Any = {"metricName": "m", "metricNamespace": "n", "metricValue": "1"}

    _refused(logs.filter_log_events)
    _refused(logs.put_metric_filter, filterName="f", metricTransformations=[metric])
    _refused(logs.put_subscription_filter, filterName="f", destinationArn="arn:aws:lambda:ap-south-1:1:function:f")
