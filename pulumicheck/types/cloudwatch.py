"""CloudWatch: log groups, metric filters and alarms."""

from pulumicheck.types.resource_type import ResourceType, Target

LOG_GROUP = ResourceType(
    "aws:cloudwatch/logGroup:LogGroup",
    about="Where lines of log go, one stream for each that writes them.",
    console="CloudWatch → Logs → Log groups → {name}",
    cli="aws logs tail {name} --since 1h --follow",
    kind="log-group",
    arn="arn:{partition}:logs:{region}:{account}:log-group:{name}",
    telling=("retentionInDays",),
    is_acted_on=True,
    lost="its log lines",
    idle="0.03 $ a month for each GB of lines that it keeps.",
)

METRIC_FILTER = ResourceType(
    "aws:cloudwatch/logMetricFilter:LogMetricFilter",
    about="Counts the log lines that match a pattern, as a metric.",
    console="CloudWatch → Logs → Log groups → {logGroupName} → Metric filters → {name}",
    cli="aws logs describe-metric-filters --log-group-name {logGroupName} --filter-name-prefix {name}",
    kind="metric",
    telling=("pattern",),
    target=Target("logGroupName", LOG_GROUP.token),
    changed_by="logs:PutMetricFilter",
)

METRIC_ALARM = ResourceType(
    "aws:cloudwatch/metricAlarm:MetricAlarm",
    about="Rises when a metric is beyond its threshold, and tells those that it names.",
    console="CloudWatch → Alarms → All alarms → {name}",
    cli="aws cloudwatch describe-alarms --alarm-names {name}",
    kind="alarm",
    minor=True,
    arn="arn:{partition}:cloudwatch:{region}:{account}:alarm:{name}",
    telling=("metricName", "comparisonOperator", "threshold", "period"),
    idle="0.10 $ a month after the first ten, whether it rises or not.",
)

ROWS = (LOG_GROUP, METRIC_FILTER, METRIC_ALARM)
