"""Leases close the window in which two workers both find a job not done and both send its email.

A lease is an item in the record's place: {"jobKey", "expiresAt": epoch seconds, 60 s ahead, "leaseOwner"}. It expires
as a record does, so one condition takes the place of either, and TTL cleans up after both.

    time    worker A                            worker B                              item
    0 s     GetItem: not done                   GetItem: not done                     none
    0 s     PutItem if absent or expired: held                                        lease of A until 60 s
    0 s                                         PutItem: condition failed, backs off  lease of A until 60 s
    1 s     SES accepts
    1 s     PutItem unless done: recorded                                             record, 30 days
    10 s                                        GetItem: done, skips                  record

If A crashes before SES accepts, the lease runs out, and the first receive after that takes it and sends. If A fails but
lives, it gives the lease back by letting it expire at once.
"""

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from logs import log
from sqs import condition_held, reason_of
from worker.failures import LeaseHeld
from worker.processed_jobs import ABSENT, EXPIRED

if TYPE_CHECKING:
    from aws.calls import Client
    from worker.ports import Clock

OURS = "leaseOwner = :owner"


class NoLeases:
    """The default: two workers that meet over one job may both send."""

    def hold(self, job_key: str) -> AbstractContextManager[None]:  # noqa: ARG002 # the port's signature
        """Holds nothing."""
        return nullcontext()


class DynamoLeases:
    """Leases of `seconds` each, which must exceed the function's timeout, so that no holder outlives its lease."""

    def __init__(self, client: "Client", table: str, clock: "Clock", *, owner: str, seconds: int) -> None:
        self._client = client
        self._table = table
        self._clock = clock
        self._owner = owner
        self._seconds = seconds

    @contextmanager
    def hold(self, job_key: str) -> Generator[None]:
        """Holds the lease; given back on an exception, else left for the record to replace.

        Raises:
            LeaseHeld: another worker holds it, or has just recorded the job.
        """
        try:
            self._take(job_key)
            yield
        except LeaseHeld:
            raise
        except Exception:  # also when taking it had no clear answer; a crash is no Exception and leaves it to expire
            self._give_back(job_key)
            raise

    def _take(self, job_key: str) -> None:
        now = int(self._clock.now())
        free = f"{ABSENT} OR {EXPIRED}"
        if not condition_held(self._put, job_key, now + self._seconds, free, {":now": {"N": str(now)}}):
            raise LeaseHeld("another worker is at this job")

    def _give_back(self, job_key: str) -> None:
        try:
            # A second ago, not 0: TTL never deletes an item that is more than five years past its time.
            self._put(job_key, int(self._clock.now()) - 1, OURS, {":owner": {"S": self._owner}})
        except Exception as error:  # noqa: BLE001 # the failure that brought us here matters more; the lease expires
            log("WARNING", "lease_not_given_back", job_key=job_key, error=error, reason=reason_of(error))

    def _put(self, job_key: str, expires_at: int, condition: str, values: Mapping[str, Any]) -> None:
        self._client.call(
            "PutItem",
            {
                "TableName": self._table,
                "Item": {
                    "jobKey": {"S": job_key},
                    "expiresAt": {"N": str(expires_at)},
                    "leaseOwner": {"S": self._owner},
                },
                "ConditionExpression": condition,
                "ExpressionAttributeValues": values,
            },
        )
