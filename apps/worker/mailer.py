"""The mailer on Amazon SES."""

from typing import TYPE_CHECKING

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    CredentialRetrievalError,
    EndpointConnectionError,
    NoCredentialsError,
    ParamValidationError,
    PartialCredentialsError,
    ProxyConnectionError,
)

from bookings import Booking
from sqs import code_of
from worker.confirmation import PLAIN, Letterhead, confirmation_of
from worker.failures import EmailRejected, SendFailed, Unclear
from worker.from_address import from_address
from worker.refusals import refusal_of

if TYPE_CHECKING:
    from types_boto3_sesv2 import SESV2Client
    from types_boto3_sesv2.type_defs import MessageTypeDef


class SesMailer:
    """Sends confirmations from one address.

    The client must not retry: SendEmail has no idempotency token, so a retry after a read timeout is a second email.
    """

    def __init__(self, client: "SESV2Client", sender: str, letterhead: Letterhead = PLAIN) -> None:
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
            response = self._client.send_email(
                FromEmailAddress=self._from,
                Destination={"ToAddresses": [booking.recipient.email]},
                Content={"Simple": _content(booking, self._letterhead)},  # raw MIME would need ses:SendRawEmail
            )
        except (ClientError, BotoCoreError) as error:
            raise failure_of(error, self._sender) from error
        return response.get("MessageId", "")  # accepted: nothing that the answer lacks may look like a failure


def failure_of(error: ClientError | BotoCoreError, sender: str) -> SendFailed:
    """What a failed SendEmail means, as the exception to raise."""
    match error:
        case ClientError():
            return refusal_of(error, sender)(code_of(error))
        case ParamValidationError():  # not even sent: botocore found the request ill formed, and will again
            return EmailRejected(type(error).__name__)
        case ConnectTimeoutError() | EndpointConnectionError() | ProxyConnectionError():  # not connected
            return SendFailed(type(error).__name__)
        case NoCredentialsError() | PartialCredentialsError() | CredentialRetrievalError():  # not signed
            return SendFailed(type(error).__name__)
        case _:  # a read timeout, a cut connection, what we have never seen: the request may have arrived
            return Unclear(type(error).__name__)


def _content(booking: Booking, letterhead: Letterhead) -> "MessageTypeDef":
    email = confirmation_of(booking, letterhead)
    return {
        "Subject": {"Data": email.subject, "Charset": "UTF-8"},
        "Body": {
            "Text": {"Data": email.text, "Charset": "UTF-8"},
            "Html": {"Data": email.html, "Charset": "UTF-8"},
        },
    }
