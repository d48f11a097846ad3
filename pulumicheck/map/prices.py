"""List prices of us-east-1 that more than one part counts with; docs/scale.md tells where each was found."""

SQS_REQUEST = 0.40 / 1_000_000
"""Dollars for a request to a standard queue, after the free million of a month."""
LOG_GIGABYTE = 0.50
"""Dollars for a GB that CloudWatch Logs takes in; a function's logs get cheaper beyond 10 TB a month."""
POLLER_HOUR = 0.00925
"""Dollars for an hour of one provisioned poller of an SQS mapping."""
TABLE_GIGABYTE_MONTH = 0.25
"""Dollars for a GB in DynamoDB, class Standard, and a month."""
BACKUP_GIGABYTE_MONTH = 0.20
"""Dollars for a GB of table under point-in-time recovery and a month."""
BUCKET_GIGABYTE_MONTH = 0.023
"""Dollars for a GB in S3, class Standard, and a month."""
