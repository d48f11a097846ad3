"""Orders wait in a queue until a function has put them into a table, and their invoices into a bucket."""

import json

import pulumi
import pulumi_aws as aws
from pulumi_aws import s3
from pulumi_aws.dynamodb import Table, TableAttributeArgs

ACCOUNT = "123456789012"

orders = aws.sqs.Queue("orders", name="shop-orders", visibility_timeout_seconds=180)
table = Table(
    "orders-table",
    name="shop-orders",
    billing_mode="PAY_PER_REQUEST",
    hash_key="orderId",
    attributes=[TableAttributeArgs(name="orderId", type="S")],
)
invoices = s3.Bucket("invoices", bucket="shop-invoices")
key = aws.kms.Key(
    "invoice-key",
    description="Encrypts invoices.",
    policy=json.dumps(
        {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "OwnedByTheAccount",
                    "Effect": "Allow",
                    "Principal": {"AWS": f"arn:aws:iam::{ACCOUNT}:root"},
                    "Action": "kms:*",
                    "Resource": "*",
                }
            ],
        }
    ),
)
role = aws.iam.Role(
    "taker",
    name="shop-taker",
    assume_role_policy=json.dumps(
        {
            "Version": "2012-10-17",
            "Statement": [
                {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}
            ],
        }
    ),
)


def _allowed(arns: list[str]) -> str:
    queue, items, objects, encryption = arns
    actions = {
        "TakeOrders": (["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"], queue),
        "KeepOrders": (["dynamodb:PutItem"], items),
        "WriteInvoices": (["s3:PutObject"], f"{objects}/*"),
        "EncryptInvoices": (["kms:GenerateDataKey"], encryption),
    }
    statements = [
        {"Sid": sid, "Effect": "Allow", "Action": names, "Resource": arn} for sid, (names, arn) in actions.items()
    ]
    return json.dumps({"Version": "2012-10-17", "Statement": statements})


aws.iam.RolePolicy(
    "taker-policy",
    name="takes-orders",
    role=role.id,
    policy=pulumi.Output.all(orders.arn, table.arn, invoices.arn, key.arn).apply(_allowed),
)
taker = aws.lambda_.Function(
    "taker",
    name="shop-taker",
    role=role.arn,
    runtime="python3.13",
    handler="index.handler",
    timeout=30,
    code=pulumi.AssetArchive({".": pulumi.FileArchive("handler"), "stage.txt": pulumi.StringAsset(pulumi.get_stack())}),
)
aws.lambda_.EventSourceMapping("orders-to-taker", event_source_arn=orders.arn, function_name=taker.name, batch_size=10)

pulumi.export("ordersUrl", orders.url)
