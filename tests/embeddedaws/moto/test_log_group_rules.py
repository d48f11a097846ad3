"""CloudWatch Logs' log groups, where moto keeps them otherwise than AWS."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from botocore.exceptions import ClientError

from embeddedaws.clients import Clients

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from types_boto3_logs import CloudWatchLogsClient


@pytest.fixture
def logs(serve: Callable[..., Clients], moto: "WSGIApplication") -> "CloudWatchLogsClient":
    logs = serve(moto).logs
    logs.create_log_group(logGroupName="/worker")
    return logs


def _count(logs: "CloudWatchLogsClient", group: str) -> None:
    logs.put_metric_filter(
        logGroupName=group,
        filterName="sent",
        filterPattern="sent",
        metricTransformations=[{"metricName": "sent", "metricNamespace": "shop", "metricValue": "1"}],
    )


def _code(call: Callable[[], object]) -> str:
    with pytest.raises(ClientError) as refused:
        call()
    return refused.value.response.get("Error", {}).get("Code", "")


def test_a_log_group_tells_its_class_and_another_class_is_refused(logs: "CloudWatchLogsClient") -> None:
    (group,) = logs.describe_log_groups()["logGroups"]

    assert group.get("logGroupClass") == "STANDARD"
    logs.create_log_group(logGroupName="/tickets", logGroupClass="STANDARD")
    assert _code(lambda: logs.create_log_group(logGroupName="/rare", logGroupClass="INFREQUENT_ACCESS")) == (
        "InvalidParameterException"
    )


def test_lines_are_kept_for_a_number_of_days_that_aws_knows(logs: "CloudWatchLogsClient") -> None:
    logs.put_retention_policy(logGroupName="/worker", retentionInDays=7)

    assert _code(lambda: logs.put_retention_policy(logGroupName="/worker", retentionInDays=8)) == (
        "InvalidParameterException"
    )
    assert [each.get("retentionInDays") for each in logs.describe_log_groups()["logGroups"]] == [7]


def test_a_metric_filter_needs_its_log_group_and_goes_with_it(logs: "CloudWatchLogsClient") -> None:
    assert _code(lambda: _count(logs, "/nobody-s")) == "ResourceNotFoundException"
    _count(logs, "/worker")

    logs.delete_log_group(logGroupName="/worker")
    logs.create_log_group(logGroupName="/worker")

    assert logs.describe_metric_filters(logGroupName="/worker")["metricFilters"] == []
