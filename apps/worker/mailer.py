"""The mailer on Amazon SES."""

from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError, ParamValidationError, SSLError

from bookings import Booking
from sqs import code_of
from worker.confirmation import confirmation_of
from worker.failures import AccountCannotSend, EmailRejected, SendFailed, Throttled, Unclear

if TYPE_CHECKING:
    from types_boto3_sesv2 import SESV2Client
    from types_boto3_sesv2.type_defs import MessageTypeDef

# Error codes of SendEmail (SES API v2 and the errors common to all services). One that is not here may pass: an
# AccessDeniedException, for one, can be about one recipient, since the sandbox authorises the recipient's identity.
_FAILURES: dict[str, type[SendFailed]] = {
    "MessageRejected": EmailRejected,
    "BadRequestException": EmailRejected,
    "ValidationException": EmailRejected,
    "ValidationError": EmailRejected,
    "TooManyRequestsException": Throttled,
    "LimitExceededException": Throttled,
    "Throttling": Throttled,
    "ThrottlingException": Throttled,
    "ThrottledException": Throttled,
    "RequestThrottled": Throttled,
    "RequestThrottledException": Throttled,
    "RequestLimitExceeded": Throttled,
    "SlowDown": Throttled,
    "SendingPausedException": AccountCannotSend,
    "AccountSuspendedException": AccountCannotSend,
    "MailFromDomainNotVerifiedException": AccountCannotSend,
    "NotFoundException": AccountCannotSend,  # an identity or configuration set that a default of the account names
}

_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500  # and above


class SesMailer:
    """Sends confirmations from one address.

    The client must not retry: SendEmail has no idempotency token, so a retry after a read timeout is a second email.
    """

    def __init__(self, client: "SESV2Client", sender: str) -> None:
        self._client = client
        self._sender = sender

    def send(self, booking: Booking) -> str:
        """Sends the confirmation and returns SES's message id, or "" if the answer lacks it.

        Raises:
            SendFailed: as the subclass says.
        """
        try:
            response = self._client.send_email(
                FromEmailAddress=self._sender,
                Destination={"ToAddresses": [booking.recipient.email]},
                Content={"Simple": _content(booking)},  # raw MIME would need ses:SendRawEmail
            )
        except (ClientError, BotoCoreError) as error:
            raise failure_of(error, self._sender) from error
        return response.get("MessageId", "")  # accepted: nothing that the answer lacks may look like a failure


def failure_of(error: ClientError | BotoCoreError, sender: str) -> SendFailed:
    """What a failed SendEmail means, as the exception to raise."""
    match error:
        case ClientError():
            return _failure_class(error, sender)(code_of(error))
        case ParamValidationError():  # not even sent: botocore found the request ill formed, and will again
            return EmailRejected(type(error).__name__)
        case HTTPClientError() | SSLError():  # a read timeout, a cut connection: the request may have arrived
            return Unclear(type(error).__name__)
        case _:  # not connected, no credentials
            return SendFailed(type(error).__name__)


def _failure_class(error: ClientError, sender: str) -> type[SendFailed]:
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if _refuses_sender(error, sender):
        return AccountCannotSend
    if known := _FAILURES.get(code_of(error)):
        return known
    if status == _TOO_MANY_REQUESTS:
        return Throttled
    return Unclear if status >= _SERVER_ERROR else SendFailed


def _refuses_sender(error: ClientError, sender: str) -> bool:
    """Whether SES rejects the email only because our sender is not verified, which makes no message poison.

    The code is MessageRejected then too; the text says "Email address is not verified. The following identities failed
    the check in region AP-SOUTH-1: no-reply@example.com" (SES developer guide, "Common errors").
    """
    text = error.response.get("Error", {}).get("Message", "")
    return code_of(error) == "MessageRejected" and "not verified" in text and sender in text


def _content(booking: Booking) -> "MessageTypeDef":
    email = confirmation_of(booking)
    return {
        "Subject": {"Data": email.subject, "Charset": "UTF-8"},
        "Body": {
            "Text": {"Data": email.text, "Charset": "UTF-8"},
            "Html": {"Data": email.html, "Charset": "UTF-8"},
        },
    }
