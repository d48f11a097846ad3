"""The mailer on Amazon SES."""

from typing import Any

from aws.calls import CallFailed, Client, IllFormed, NotSent, Refused
from bookings import Booking
from worker.confirmation import PLAIN, Letterhead, confirmation_of
from worker.failures import EmailRejected, SendFailed, Unclear
from worker.from_address import from_address
from worker.refusals import refusal_of


class SesMailer:
    """Sends confirmations from one address.

    The client must not retry: SendEmail has no idempotency token, so a retry after a read timeout is a second email.
    """

    def __init__(self, client: Client, sender: str, letterhead: Letterhead = PLAIN) -> None:
        self._client = client
        self._sender = sender
        self._from = from_address(sender, letterhead.sender_name)
        self._letterhead = letterhead

    def send(self, booking: Booking) -> str:
        """Sends the confirmation and returns SES's message id, or "" if the answer lacks it.

        Raises:
            SendFailed: as the subclass says.
        """
        try:
            response = self._client.call(
                "SendEmail",
                {
                    "FromEmailAddress": self._from,
                    "Destination": {"ToAddresses": [booking.recipient.email]},
                    "Content": {"Simple": _content(booking, self._letterhead)},  # raw MIME would need ses:SendRawEmail
                },
            )
        except CallFailed as error:
            raise failure_of(error, self._sender) from error
        return response.get("MessageId", "")  # accepted: nothing that the answer lacks may look like a failure


def failure_of(error: CallFailed, sender: str) -> SendFailed:
    """What a failed SendEmail means, as the exception to raise."""
    match error:
        case Refused():
            return refusal_of(error, sender)(error.code)
        case IllFormed():  # and will be again
            return EmailRejected(error.reason)
        case NotSent():
            return SendFailed(error.reason)
        case _:
            return Unclear(error.reason)


def _content(booking: Booking, letterhead: Letterhead) -> dict[str, Any]:
    email = confirmation_of(booking, letterhead)
    return {
        "Subject": {"Data": email.subject, "Charset": "UTF-8"},
        "Body": {
            "Text": {"Data": email.text, "Charset": "UTF-8"},
            "Html": {"Data": email.html, "Charset": "UTF-8"},
        },
    }
