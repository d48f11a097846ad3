"""SES: takes emails, but for those that it rejects, and not more than so many a second."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from aws.calls import Refused
from minitickets.books.bookings import is_rejected, of_address
from minitickets.books.contract.emails import email_complaints
from minitickets.books.fates import Attempts
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.line import TOO_MANY

if TYPE_CHECKING:
    from minitickets.simulate.services import Services


class WantedSender(NamedTuple):
    """What every email must show: the address that it comes from, the name before it, where the tickets are."""

    sender: str
    name: str
    link: str


class SimulatedSes:
    """The service itself; it takes `per_second` emails in each second of the run, and any number if that is None."""

    def __init__(self, services: "Services", wanted: WantedSender, per_second: int | None) -> None:
        self._services = services
        self._wanted = wanted
        self._per_second = per_second
        self._second = self._used = 0

    def accept(self, attempts: Attempts, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """SendEmail, as it arrives.

        Raises:
            Refused: it is rejected, or one too many.
        """
        address = request["Destination"]["ToAddresses"][0]
        if is_rejected(address):
            raise Refused("SendEmail", "MessageRejected", "Address blacklisted.", 400)
        if self._is_over():
            raise Refused("SendEmail", "TooManyRequestsException", status=TOO_MANY)
        booking = of_address(address)
        if booking not in range(len(self._services.ledger.fates)):
            raise LookupError(f"nobody has booked with the address {address}")
        self._check(booking, request)
        if attempts[booking].window:
            self._services.paths["send: arrived when the worker had given up"] += 1
        email_id = f"email-{booking}-{self._services.ledger.accepted(attempts, booking)}"
        self._services.email_ids[booking].append(email_id)
        return {"MessageId": email_id}

    def _check(self, booking: int, request: Mapping[str, Any]) -> None:
        """The email must be one that a published version of its booking asks for."""
        versions = self._services.versions[booking]
        sender, name, link = self._wanted
        found = [email_complaints(message, request, sender=sender, name=name, link=link) for message in versions]
        for complaint in min(found, key=len, default=["no such booking was published"]):
            self._services.violations.add("content", booking, complaint)

    def _is_over(self) -> bool:
        """Whether this one is one too many; it counts if it is not."""
        second = self._services.kernel.now // SECOND
        if second != self._second:
            self._second, self._used = second, 0
        if self._per_second is not None and self._used >= self._per_second:
            return True
        self._used += 1
        return False
