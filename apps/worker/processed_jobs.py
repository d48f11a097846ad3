"""The memory of jobs done, as items of the processed-jobs table.

    {"jobKey", "expiresAt": epoch seconds, 30 days ahead, "processedAt": UTC, "emailId": SES's message id}

An item past `expiresAt` counts for nothing, whether or not TTL has deleted it: that can take days. One without such a
number never expires, for TTL and in a condition as here: who wrote it by hand says that the job is done. An item with a
`leaseOwner` is a lease (see `leases`) and no record.
"""

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqs import condition_held

if TYPE_CHECKING:
    from aws.calls import Client
    from worker.ports import Clock

RETENTION_SECONDS = 30 * 24 * 3600  # 30 days

ABSENT = "attribute_not_exists(jobKey)"
EXPIRED = "expiresAt < :now"
LEASED = "attribute_exists(leaseOwner)"


class DynamoProcessedJobs:
    """The record of jobs done."""

    def __init__(self, client: "Client", table: str, clock: "Clock") -> None:
        self._client = client
        self._table = table
        self._clock = clock

    def is_done(self, job_key: str) -> bool:
        """Whether the job is recorded, seeing a write of a moment ago; a lease is no record."""
        request = {"TableName": self._table, "Key": {"jobKey": {"S": job_key}}, "ConsistentRead": True}
        response = self._client.call("GetItem", request)
        item = response.get("Item")
        if item is None or "leaseOwner" in item:
            return False
        expires_at = float(item.get("expiresAt", {}).get("N", math.inf))
        return expires_at >= int(self._clock.now())

    def mark_done(self, job_key: str, email_id: str) -> None:
        """Records the job unless it is recorded; a lease gives way, whoever holds it, for the email is sent.

        A failed condition is a success: it means recorded, by another worker or by a try of ours whose answer was lost.
        """
        now = int(self._clock.now())
        condition_held(
            self._client.call,
            "PutItem",
            {
                "TableName": self._table,
                "Item": {
                    "jobKey": {"S": job_key},
                    "expiresAt": {"N": str(now + RETENTION_SECONDS)},
                    "processedAt": {"S": datetime.fromtimestamp(now, UTC).isoformat()},
                    "emailId": {"S": email_id},
                },
                "ConditionExpression": f"{ABSENT} OR {EXPIRED} OR {LEASED}",
                "ExpressionAttributeValues": {":now": {"N": str(now)}},
            },
        )
