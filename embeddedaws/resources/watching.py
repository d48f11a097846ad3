"""CloudWatch's log groups, metric filters and alarms."""

from embeddedaws.clients import Clients
from embeddedaws.resources.maker import Makers
from pulumicheck.types import cloudwatch
from pulumicheck.types.inputs import Inputs


def _log_group(clients: Clients, inputs: Inputs) -> None:
    clients.logs.create_log_group(logGroupName=inputs["name"])
    if "retentionInDays" in inputs:
        clients.logs.put_retention_policy(logGroupName=inputs["name"], retentionInDays=inputs["retentionInDays"])


def _metric_filter(clients: Clients, inputs: Inputs) -> None:
    transformation = inputs["metricTransformation"]
    clients.logs.put_metric_filter(
        logGroupName=inputs["logGroupName"],
        filterName=inputs["name"],
        filterPattern=inputs["pattern"],
        metricTransformations=[
            {
                "metricName": transformation["name"],
                "metricNamespace": transformation["namespace"],
                "metricValue": transformation["value"],
            }
        ],
    )


def _alarm(clients: Clients, inputs: Inputs) -> None:
    dimensions = inputs.get("dimensions", {})
    clients.cloudwatch.put_metric_alarm(
        AlarmName=inputs["name"],
        AlarmDescription=inputs.get("alarmDescription", ""),
        Namespace=inputs["namespace"],
        MetricName=inputs["metricName"],
        Dimensions=[{"Name": name, "Value": value} for name, value in dimensions.items()],
        Statistic=inputs["statistic"],
        Period=inputs["period"],
        EvaluationPeriods=inputs["evaluationPeriods"],
        Threshold=inputs["threshold"],
        ComparisonOperator=inputs["comparisonOperator"],
        TreatMissingData=inputs.get("treatMissingData", "missing"),
        AlarmActions=inputs.get("alarmActions", []),
        OKActions=inputs.get("okActions", []),
    )


MAKERS: Makers = {
    cloudwatch.LOG_GROUP: _log_group,
    cloudwatch.METRIC_FILTER: _metric_filter,
    cloudwatch.METRIC_ALARM: _alarm,
}
