"""SES: takes emails, but for those that it rejects, and not more than so many a second."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from minitickets.books.bookings import is_rejected, of_address
from minitickets.books.email_ledger import EmailLedger
from minitickets.books.fates import Attempts
from minitickets.simulate.kernel import SECOND, Kernel
from minitickets.simulate.line import TOO_MANY, refusal


class Rate:
    """So many in each second of the run; None is no limit."""

    def __init__(self, per_second: int | None, kernel: Kernel) -> None:
        self._per_second = per_second
        self._kernel = kernel
        self._second = 0
        self._used = 0

    def is_over(self) -> bool:
        """Whether this one is one too many; it counts if it is not."""
        if self._per_second is None:
            return False
        second = self._kernel.now // SECOND
        if second != self._second:
            self._second, self._used = second, 0
        if self._used >= self._per_second:
            return True
        self._used += 1
        return False


@dataclass(frozen=True)
class SimulatedSes:
    """The service itself."""

    ledger: EmailLedger
    rate: Rate

    def accept(self, attempts: Attempts, address: str) -> Mapping[str, Any]:
        """SendEmail, as it arrives.

        Raises:
            ClientError: it is rejected, or one too many.
        """
        if is_rejected(address):
            raise refusal("MessageRejected", "SendEmail", 400)
        if self.rate.is_over():
            raise refusal("TooManyRequestsException", "SendEmail", TOO_MANY)
        return {"MessageId": f"email-{self.ledger.accepted(attempts, of_address(address))}"}
