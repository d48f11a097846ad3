"""Five shared resources, and ten for each service: queues, a function, its role, its table, its alarms."""

import json

import pulumi
import pulumi_aws as aws


def document(*statements: dict[str, object]) -> str:
    """A policy's text."""
    return json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", **each} for each in statements]})


TRUST = document({"Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"})
count = pulumi.Config().require_int("services")

bucket = aws.s3.Bucket("assets", bucket="growing-assets")
aws.s3.BucketPublicAccessBlock("assets-are-private", bucket=bucket.id, block_public_acls=True, block_public_policy=True)
topic = aws.sns.Topic("alarms", name="growing-alarms")
repository = aws.ecr.Repository("images", name="growing")
secret = aws.secretsmanager.Secret("key", name="growing-key")


def declare(name: str) -> None:
    """One service."""
    dlq = aws.sqs.Queue(f"{name}-dlq", name=f"growing-{name}-dlq")
    redrive = dlq.arn.apply(lambda arn: json.dumps({"deadLetterTargetArn": arn, "maxReceiveCount": 5}))
    queue = aws.sqs.Queue(f"{name}-jobs", name=f"growing-{name}", redrive_policy=redrive)
    table = aws.dynamodb.Table(
        f"{name}-table",
        name=f"growing-{name}",
        hash_key="id",
        billing_mode="PAY_PER_REQUEST",
        attributes=[{"name": "id", "type": "S"}],
    )
    logs = aws.cloudwatch.LogGroup(f"{name}-logs", name=f"/growing/{name}", retention_in_days=14)
    role = aws.iam.Role(f"{name}-role", name=f"growing-{name}", assume_role_policy=TRUST)
    policy = pulumi.Output.all(queue.arn, table.arn, logs.arn, secret.arn, bucket.arn).apply(
        lambda arns: document(
            {
                "Sid": "ReadQueue",
                "Action": ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
                "Resource": arns[0],
            },
            {"Sid": "UseTable", "Action": ["dynamodb:GetItem", "dynamodb:PutItem"], "Resource": arns[1]},
            {"Sid": "WriteLogs", "Action": ["logs:CreateLogStream", "logs:PutLogEvents"], "Resource": f"{arns[2]}:*"},
            {"Sid": "ReadKey", "Action": "secretsmanager:GetSecretValue", "Resource": arns[3]},
            {"Sid": "WriteAssets", "Action": "s3:PutObject", "Resource": f"{arns[4]}/{name}/*"},
        )
    )
    aws.iam.RolePolicy(f"{name}-may", role=role.name, policy=policy)
    function = aws.lambda_.Function(
        f"{name}-function",
        name=f"growing-{name}",
        package_type="Image",
        image_uri=repository.repository_url.apply(lambda url: f"{url}@sha256:{'0' * 64}"),
        role=role.arn,
        timeout=10,
        environment={"variables": {"TABLE": table.name, "QUEUE": queue.url}},
    )
    aws.lambda_.EventSourceMapping(
        f"{name}-trigger", event_source_arn=queue.arn, function_name=function.name, batch_size=10
    )
    alarm(f"{name}-dead-letters", dlq, "ApproximateNumberOfMessagesVisible", 0)
    alarm(f"{name}-waits", queue, "ApproximateAgeOfOldestMessage", 600)


def alarm(name: str, queue: aws.sqs.Queue, metric: str, threshold: int) -> None:
    """Tells when a queue's number is too large."""
    aws.cloudwatch.MetricAlarm(
        name,
        name=f"growing-{name}",
        namespace="AWS/SQS",
        metric_name=metric,
        dimensions={"QueueName": queue.name},
        comparison_operator="GreaterThanThreshold",
        threshold=threshold,
        evaluation_periods=1,
        period=60,
        statistic="Maximum",
        alarm_actions=[topic.arn],
    )


for number in range(count):
    declare(f"service-{number}")
