"""CloudWatch's log groups, metric filters and alarms."""

from typing import Any

from embeddedaws.resources.maker import Aws, GoneError, Maker, Makers, State, put
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import cloudwatch
from pulumicheck.types.inputs import Inputs


def _create_log_group(aws: Aws, inputs: Inputs) -> None:
    aws("logs", "create_log_group", logGroupName=inputs["name"])
    if inputs.get("retentionInDays"):
        _retain(aws, inputs, inputs)


def _read_log_group(aws: Aws, state: State) -> dict[str, Any]:
    found = aws("logs", "describe_log_groups", logGroupNamePrefix=state["name"])["logGroups"]
    group = _named(found, "logGroupName", state["name"])
    return {"name": state["name"], "retentionInDays": group.get("retentionInDays", 0)}


def _retain(aws: Aws, state: State, inputs: Inputs) -> None:
    days, name = inputs.get("retentionInDays"), state["name"]
    if days:
        aws("logs", "put_retention_policy", logGroupName=name, retentionInDays=days)
    else:
        aws("logs", "delete_retention_policy", logGroupName=name)


def _put_metric_filter(aws: Aws, inputs: Inputs) -> None:
    metric = inputs["metricTransformation"]
    default = metric.get("defaultValue")
    transformation = {
        "metricName": metric["name"],
        "metricNamespace": metric["namespace"],
        "metricValue": metric["value"],
        **({} if default is None else {"defaultValue": float(default)}),
        **({"unit": metric["unit"]} if metric.get("unit") else {}),
    }
    aws(
        "logs",
        "put_metric_filter",
        logGroupName=inputs["logGroupName"],
        filterName=inputs["name"],
        filterPattern=inputs["pattern"],
        metricTransformations=[transformation],
    )


def _read_metric_filter(aws: Aws, state: State) -> dict[str, Any]:
    group, name = state["logGroupName"], state["name"]
    found = aws("logs", "describe_metric_filters", logGroupName=group, filterNamePrefix=name)["metricFilters"]
    each = _named(found, "filterName", name)
    (metric,) = each["metricTransformations"]
    default = {"defaultValue": f"{metric['defaultValue']:g}"} if "defaultValue" in metric else {}
    return {
        "name": name,
        "logGroupName": group,
        "pattern": each["filterPattern"],
        "metricTransformation": {
            "name": metric["metricName"],
            "namespace": metric["metricNamespace"],
            "value": metric["metricValue"],
            "unit": metric.get("unit", "None"),
            **default,
        },
    }


_ALARM = {
    "alarmDescription": "AlarmDescription",
    "namespace": "Namespace",
    "metricName": "MetricName",
    "statistic": "Statistic",
    "period": "Period",
    "evaluationPeriods": "EvaluationPeriods",
    "datapointsToAlarm": "DatapointsToAlarm",
    "threshold": "Threshold",
    "comparisonOperator": "ComparisonOperator",
    "treatMissingData": "TreatMissingData",
    "actionsEnabled": "ActionsEnabled",
    "alarmActions": "AlarmActions",
    "okActions": "OKActions",
}


def _put_alarm(aws: Aws, inputs: Inputs) -> None:
    dimensions = [{"Name": name, "Value": value} for name, value in (inputs.get("dimensions") or {}).items()]
    given = {key: inputs.get(name) for name, key in _ALARM.items()}
    aws("cloudwatch", "put_metric_alarm", AlarmName=inputs["name"], Dimensions=dimensions, **given)


def _read_alarm(aws: Aws, state: State) -> dict[str, Any]:
    found = aws("cloudwatch", "describe_alarms", AlarmNames=[state["name"]])["MetricAlarms"]
    alarm = _named(found, "AlarmName", state["name"])
    return {
        "name": state["name"],
        "dimensions": {each["Name"]: each["Value"] for each in alarm.get("Dimensions", [])},
        **{name: alarm.get(key) for name, key in _ALARM.items()},
        "treatMissingData": alarm.get("TreatMissingData") or "missing",
    }


def _named(found: list[Any], key: str, name: str) -> dict[str, Any]:
    """The one of that name among those whose names begin with it."""
    for each in found:
        if each[key] == name:
            return each
    raise GoneError


MAKERS: Makers = {
    cloudwatch.LOG_GROUP: Maker(
        ("name", "retentionInDays"),
        create=_create_log_group,
        read=_read_log_group,
        update=_retain,
        delete=lambda aws, state: aws("logs", "delete_log_group", logGroupName=state["name"]),
        defaults={"retentionInDays": 0},
        tagging=Tagging("logs", "resourceArn", tags="tags", keys="tagKeys", as_pairs=False),
    ),
    cloudwatch.METRIC_FILTER: put(
        (
            "name",
            "logGroupName",
            "pattern",
            "metricTransformation.name",
            "metricTransformation.namespace",
            "metricTransformation.value",
            "metricTransformation.defaultValue",
            "metricTransformation.unit",
        ),
        meaning={"metricTransformation": lambda metric: {"unit": "None", **metric}},
        write=_put_metric_filter,
        read=_read_metric_filter,
        delete=lambda aws, state: aws(
            "logs", "delete_metric_filter", logGroupName=state["logGroupName"], filterName=state["name"]
        ),
    ),
    cloudwatch.METRIC_ALARM: put(
        ("name", "dimensions.*", *_ALARM),
        write=_put_alarm,
        read=_read_alarm,
        delete=lambda aws, state: aws("cloudwatch", "delete_alarms", AlarmNames=[state["name"]]),
        defaults={"actionsEnabled": True, "treatMissingData": "missing"},
        tagging=Tagging("cloudwatch", "ResourceARN"),
    ),
}
