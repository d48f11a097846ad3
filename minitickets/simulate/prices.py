"""What a run would have cost: list prices of us-east-1, without the free tier, in billionths of a dollar.

    Lambda, arm64    0.20 $ per million requests, 0.0000133334 $ per GB-second   aws.amazon.com/lambda/pricing
    SQS, standard    0.40 $ per million requests                                 aws.amazon.com/sqs/pricing
    DynamoDB         0.125 $ per million reads, 0.625 $ per million writes       aws.amazon.com/dynamodb/pricing
    SES              0.10 $ per thousand emails                                  aws.amazon.com/ses/pricing
    S3               0.005 $ per thousand PUT requests                           aws.amazon.com/s3/pricing
    Secrets Manager  0.05 $ per ten thousand calls                               aws.amazon.com/secrets-manager/pricing

A strongly consistent read of up to 4 KB is one read request unit and a write of up to 1 KB one write request unit; no
item here is larger. A write to an item with an index counts twice: the index holds every attribute, and its key never
changes. Storage, logs and data transfer are left out of a run; the arithmetic of scale counts the first two, by
`pulumicheck.map.prices`. docs/scale.md tells where each price was found.
"""

from minitickets.simulate.meter import Meter

REGION = "us-east-1"

_LAMBDA_REQUEST = 200
_GB_SECOND = 13_333  # rounded down from 13,333.4
_SQS_REQUEST = 400
_READ = 125
_WRITE = 625
_EMAIL = 100_000
_CALLS = {
    "ChangeMessageVisibility": _SQS_REQUEST,
    "GetItem": _READ,
    "GetSecretValue": 5_000,
    "PutItem": _WRITE,
    "PutItem (lease)": _WRITE,
    "PutItem (ticket)": 2 * _WRITE,
    "PutObject": 5_000,
    "UpdateItem": 2 * _WRITE,
}


def dollars(meter: Meter, emails: int) -> dict[str, str]:
    """The cost by service, in dollars to six places."""
    parts = {
        "lambda": meter.invocations * _LAMBDA_REQUEST + meter.megabyte_milliseconds * _GB_SECOND // 1_024_000,
        "sqs": meter.queue_requests * _SQS_REQUEST + _calls(meter, "ChangeMessageVisibility"),
        "dynamodb": _calls(meter, "GetItem", "PutItem", "PutItem (lease)", "PutItem (ticket)", "UpdateItem"),
        "ses": emails * _EMAIL,
        "s3": _calls(meter, "PutObject"),
        "secretsmanager": _calls(meter, "GetSecretValue"),
    }
    shown = {service: _shown(billionths) for service, billionths in parts.items()}
    return {**shown, "total": _shown(sum(parts.values())), "region": REGION}


def _calls(meter: Meter, *operations: str) -> int:
    return sum(meter.calls[operation] * _CALLS[operation] for operation in operations)


def _shown(billionths: int) -> str:
    whole, millionths = divmod(billionths // 1_000, 1_000_000)
    return f"{whole}.{millionths:06d}"
