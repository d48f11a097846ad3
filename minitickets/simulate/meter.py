"""What a world used, and what that would have cost."""

from collections import Counter
from dataclasses import dataclass, field

from pulumicheck.types import prices


@dataclass
class Meter:
    """Counts of one world, or of several together."""

    calls: Counter[str] = field(default_factory=Counter[str])
    """Requests of the functions, by operation; an SDK's further tries count."""
    throttles: Counter[str] = field(default_factory=Counter[str])
    """Refusals for being too many, by service."""
    queue_requests: int = 0
    """Requests of the mappings."""
    deliveries: int = 0
    """Messages handed to a function, both functions together."""
    invocations: int = 0
    megabyte_milliseconds: int = 0
    events: Counter[str] = field(default_factory=Counter[str])
    """Log lines, by their fixed name."""

    def add(self, other: "Meter") -> None:
        """Adds another world's counts."""
        for name in ("calls", "throttles", "events"):
            getattr(self, name).update(getattr(other, name))
        for name in ("queue_requests", "deliveries", "invocations", "megabyte_milliseconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def dollars(self, emails: int) -> dict[str, str]:
        """What it costs with so many emails, without the free tier: by service, in dollars to six places.

        An item is no larger than one request unit. A write to an item with an index counts twice: the index holds every
        attribute, and its key never changes. Storage, logs and data transfer are left out.
        """
        memory = self.megabyte_milliseconds * _billionths(prices.LAMBDA_GIGABYTE_SECOND) // 1_024_000
        parts = {
            "lambda": self.invocations * _billionths(prices.LAMBDA_REQUEST) + memory,
            "sqs": self.queue_requests * _billionths(prices.SQS_REQUEST) + self._calls("ChangeMessageVisibility"),
            "dynamodb": self._calls(
                "GetItem", "PutItem", "PutItem (lease)", "PutItem (claim)", "PutItem (ticket)", "UpdateItem"
            ),
            "ses": emails * _billionths(prices.EMAIL),
            "s3": self._calls("PutObject"),
            "secretsmanager": self._calls("GetSecretValue"),
        }
        shown = {service: _shown(billionths) for service, billionths in parts.items()}
        return {**shown, "total": _shown(sum(parts.values())), "region": prices.REGION}

    def _calls(self, *operations: str) -> int:
        return sum(self.calls[operation] * _billionths(_CALLS[operation]) for operation in operations)


_CALLS = {
    "ChangeMessageVisibility": prices.SQS_REQUEST,
    "GetItem": prices.TABLE_READ,
    "GetSecretValue": prices.SECRET_READ,
    "PutItem": prices.TABLE_WRITE,
    "PutItem (claim)": prices.TABLE_WRITE,  # the index leaves it out
    "PutItem (lease)": prices.TABLE_WRITE,
    "PutItem (ticket)": 2 * prices.TABLE_WRITE,
    "PutObject": prices.BUCKET_PUT,
    "UpdateItem": 2 * prices.TABLE_WRITE,
}


def _billionths(price: float) -> int:
    """Of a dollar: whole numbers add up to the same on every machine."""
    return round(price * 1_000_000_000)


def _shown(billionths: int) -> str:
    whole, millionths = divmod(billionths // 1_000, 1_000_000)
    return f"{whole}.{millionths:06d}"
