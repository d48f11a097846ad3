"""SES: takes emails, but for those that it rejects, and not more than so many a second."""

from collections.abc import Mapping
from typing import Any

from minitickets.books.bookings import is_rejected, of_address
from minitickets.books.email_ledger import EmailLedger
from minitickets.books.fates import Attempts
from minitickets.simulate.kernel import SECOND, Kernel
from minitickets.simulate.line import TOO_MANY, refusal


class SimulatedSes:
    """The service itself; it takes `per_second` emails in each second of the run, and any number if that is None."""

    def __init__(self, ledger: EmailLedger, kernel: Kernel, per_second: int | None) -> None:
        self.ledger = ledger
        self._kernel = kernel
        self._per_second = per_second
        self._second = self._used = 0

    def accept(self, attempts: Attempts, address: str) -> Mapping[str, Any]:
        """SendEmail, as it arrives.

        Raises:
            ClientError: it is rejected, or one too many.
        """
        if is_rejected(address):
            raise refusal("MessageRejected", "SendEmail", 400, "Address blacklisted.")
        if self._is_over():
            raise refusal("TooManyRequestsException", "SendEmail", TOO_MANY)
        return {"MessageId": f"email-{self.ledger.accepted(attempts, of_address(address))}"}

    def _is_over(self) -> bool:
        """Whether this one is one too many; it counts if it is not."""
        second = self._kernel.now // SECOND
        if second != self._second:
            self._second, self._used = second, 0
        if self._per_second is not None and self._used >= self._per_second:
            return True
        self._used += 1
        return False
