import re
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.stub import ANY, Stubber

from aws.calls import CallFailed, IllFormed, NotSent, Refused, Unanswered
from aws.reference import BotocoreClient
from bookings import Booking
from worker.confirmation import confirmation_of
from worker.failures import AccountCannotSend, EmailRejected, SendFailed, Throttled, Unclear
from worker.mailer import SesMailer, failure_of

if TYPE_CHECKING:
    from types_boto3_sesv2 import SESV2Client

SENDER = "no-reply@minitickets.theversehub.in"
NewBooking = Callable[..., Booking]
ANY_PARAMS: dict[str, Any] = {"FromEmailAddress": ANY, "Destination": ANY, "Content": ANY}


@pytest.fixture
def client(aws_environment: dict[str, str]) -> "SESV2Client":
    return boto3.client("sesv2", region_name=aws_environment["AWS_REGION"])


@pytest.fixture
def ses(client: "SESV2Client") -> Generator[Stubber]:
    with Stubber(client) as stubber:
        yield stubber


def test_the_confirmation_goes_from_the_sender_to_the_recipient_alone(
    client: "SESV2Client", ses: Stubber, booking: NewBooking
) -> None:
    email = confirmation_of(booking())
    ses.add_response(
        "send_email",
        {"MessageId": "email-1"},
        {
            "FromEmailAddress": SENDER,
            "Destination": {"ToAddresses": ["ada@example.com"]},
            "Content": {
                "Simple": {
                    "Subject": {"Data": email.subject, "Charset": "UTF-8"},
                    "Body": {
                        "Text": {"Data": email.text, "Charset": "UTF-8"},
                        "Html": {"Data": email.html, "Charset": "UTF-8"},
                    },
                }
            },
        },
    )
    assert SesMailer(BotocoreClient(client), SENDER).send(booking()) == "email-1"
    ses.assert_no_pending_responses()


def test_an_acceptance_without_an_id_is_an_acceptance(client: "SESV2Client", ses: Stubber, booking: NewBooking) -> None:
    ses.add_response("send_email", {}, ANY_PARAMS)
    assert SesMailer(BotocoreClient(client), SENDER).send(booking()) == ""


@pytest.mark.parametrize(
    ("code", "status", "expected"),
    [
        ("MessageRejected", 400, SendFailed),
        ("BadRequestException", 400, SendFailed),
        ("ValidationException", 400, SendFailed),
        ("TooManyRequestsException", 429, Throttled),
        ("LimitExceededException", 400, Throttled),
        ("ThrottlingException", 400, Throttled),
        ("Throttling", 400, Throttled),
        ("SomethingNew", 429, Throttled),
        ("SendingPausedException", 400, AccountCannotSend),
        ("AccountSuspendedException", 400, AccountCannotSend),
        ("MailFromDomainNotVerifiedException", 400, AccountCannotSend),
        ("NotFoundException", 404, AccountCannotSend),
        ("InternalFailure", 500, Unclear),
        ("ServiceUnavailable", 503, Unclear),
        ("AccessDeniedException", 403, SendFailed),
        ("ExpiredTokenException", 403, SendFailed),
        ("SomethingNew", 400, SendFailed),
    ],
)
def test_an_error_of_ses_means(  # a row of the table and three fixtures
    client: "SESV2Client", ses: Stubber, booking: NewBooking, code: str, status: int, expected: type[SendFailed]
) -> None:
    ses.add_client_error("send_email", code, "to ada@example.com", status, expected_params=ANY_PARAMS)
    with pytest.raises(SendFailed, match=f"^{re.escape(code)}$") as raised:
        SesMailer(BotocoreClient(client), SENDER).send(booking())
    assert type(raised.value) is expected


@pytest.mark.parametrize(
    ("identities", "expected"),
    [(SENDER, AccountCannotSend), ("ada@example.com", EmailRejected)],
    ids=["the sender", "a recipient, in the sandbox"],
)
def test_an_unverified_address_is_the_account_s_fault_only_if_it_is_the_sender(
    client: "SESV2Client", ses: Stubber, booking: NewBooking, identities: str, expected: type[SendFailed]
) -> None:
    message = (
        "Email address is not verified. The following identities failed the check in region AP-SOUTH-1: " + identities
    )
    ses.add_client_error("send_email", "MessageRejected", message, 400, expected_params=ANY_PARAMS)
    with pytest.raises(SendFailed) as raised:
        SesMailer(BotocoreClient(client), SENDER).send(booking())
    assert type(raised.value) is expected


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (Unanswered("SendEmail", "ReadTimeoutError"), Unclear),
        (CallFailed("SendEmail", "SomethingNew"), Unclear),
        (NotSent("SendEmail", "ConnectTimeoutError"), SendFailed),
        (IllFormed("SendEmail", "ParamValidationError"), EmailRejected),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_an_error_on_the_way_to_ses_means(error: CallFailed, expected: type[SendFailed]) -> None:
    failure = failure_of(error, SENDER)
    assert type(failure) is expected
    assert str(failure) == error.reason


def test_an_answer_without_a_code_is_not_taken_for_acceptance() -> None:
    assert type(failure_of(Refused("SendEmail", ""), SENDER)) is SendFailed
