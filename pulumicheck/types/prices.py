"""List prices of us-east-1 that more than one part counts with; docs/scale.md tells where each was found."""

REGION = "us-east-1"

LAMBDA_REQUEST = 0.20 / 1_000_000
"""Dollars for an invocation."""
LAMBDA_GIGABYTE_SECOND = 0.0000133334
"""Dollars for a GB of memory on arm64 and a second."""
SQS_REQUEST = 0.40 / 1_000_000
"""Dollars for a request to a standard queue, after the free million of a month."""
TABLE_READ = 0.125 / 1_000_000
"""Dollars for a read request unit of an on-demand table: a strongly consistent read of up to 4 KB."""
TABLE_WRITE = 0.625 / 1_000_000
"""Dollars for a write request unit of an on-demand table: a write of up to 1 KB."""
EMAIL = 0.10 / 1_000
"""Dollars for an email that SES accepts."""
BUCKET_PUT = 0.005 / 1_000
"""Dollars for a PUT request to S3, class Standard."""
SECRET_READ = 0.05 / 10_000
"""Dollars for a call of Secrets Manager."""
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
