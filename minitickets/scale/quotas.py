"""AWS's limits as its documents give them; docs/scale.md tells which were read and which are quoted by others.

docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html       mapping: three ways to scale
docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html      concurrency of an account
docs.aws.amazon.com/amazondynamodb/latest/developerguide/            bp-partition-key-design.html, warm-throughput-
                                                                     scenarios.html, ServiceQuotas.html
docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html
docs.aws.amazon.com/secretsmanager/latest/userguide/reference_limits.html
repost.aws/knowledge-center/s3-object-key-naming-pattern
"""

MAXIMUM_CONCURRENCY = 1_000
"""The greatest maximumConcurrency of a mapping (ScalingConfig in Lambda's API)."""
POLLER_INVOCATIONS = 10
"""Invocations at once of one provisioned poller; together they add 1,000 a minute."""
POLLER_POLLS = 10
"""Polls a second of one provisioned poller."""
POLLER_BYTES = 1_000_000
"""Bytes a second of one provisioned poller."""
MAXIMUM_POLLERS = 10_000
"""Provisioned pollers of one mapping (ProvisionedPollerConfig in Lambda's API)."""

ACCOUNT_CONCURRENCY = 1_000
"""Invocations at once of an account in a region, by default; a new account has fewer."""
PROCESSOR_MEMORY = 1_769
"""MB of memory that come with one whole processor; less memory, less of it."""

PARTITION_WRITES = 1_000
"""Write units a second of one partition, of a table or of an index."""
TABLE_WRITES_AT_FIRST = 4_000
"""Write units a second that a new on-demand table, or index, takes at once; then twice its peak within 30 minutes."""
TABLE_WRITES = 40_000
"""Write units a second of an on-demand table, and of each of its indexes, by default."""

PREFIX_PUTS = 3_500
"""PutObject a second of one partitioned prefix."""
SECRET_READS = 10_000
"""GetSecretValue a second of an account in a region."""
LOG_CALLS = 5_000
"""PutLogEvents a second of an account in a region, by default."""
IN_FLIGHT = 120_000
"""Messages of a standard queue that are received and not yet deleted; hidden ones are among them."""
SANDBOX_EMAILS = 200
"""Emails a day in SES's sandbox."""
LONG_POLL = 20
"""Seconds that a receive waits at an empty queue."""
IDLE_POLLERS = 5
"""Pollers of an idle mapping that has maximumConcurrency, which switches the scale-down to fewer off."""
