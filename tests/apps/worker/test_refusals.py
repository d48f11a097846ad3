"""What SES means by the texts of one code: whether the email, the account or the moment is at fault."""

import pytest

from aws.calls import Refused
from worker.failures import AccountCannotSend, EmailRejected, SendFailed, Throttled
from worker.refusals import refusal_of

SENDER = "no-reply@tickets.example"
_INBOX = "For more information, please check the inbox of the email address associated with your AWS account."
_UNVERIFIED = "Email address is not verified. The following identities failed the check in region AP-SOUTH-1:"


def _refusal(text: str, code: str = "MessageRejected") -> Refused:
    return Refused("SendEmail", code, text, 400)


@pytest.mark.parametrize("code", ["MessageRejected", "BadRequestException", "ValidationException"])
@pytest.mark.parametrize(
    "text",
    [
        f"Sending paused for this account. {_INBOX}",
        f"Sending suspended for this account. {_INBOX}",
        "Message rejected: Account is paused.",
        "Email sending for the account is paused.",
        "Email sending for the configuration set orders is paused.",
        "Your account's ability to send email is currently paused.",
        "Your account has been suspended.",
        "Daily message quota exceeded.",
        "Configuration set <orders> does not exist.",
        "1 validation error detected: Value at 'fromEmailAddress' failed to satisfy constraint",
        f"{_UNVERIFIED} {SENDER}",
        f"{_UNVERIFIED} ada@example.com, {SENDER.upper()}",
        f"{_UNVERIFIED} Tickets <{SENDER}>",
        f'{_UNVERIFIED} "Tickets, Berlin" <{SENDER}>',
        f"{_UNVERIFIED} =?utf-8?b?Q2Fmw6k=?= <{SENDER}>",
        f"Invalid email address '{SENDER}'.",
        f"Email address is not verified: {SENDER}.",
    ],
)
def test_an_account_that_cannot_send_makes_no_message_poison(code: str, text: str) -> None:
    assert refusal_of(_refusal(text, code), SENDER) is AccountCannotSend


@pytest.mark.parametrize("text", ["Maximum sending rate exceeded.", "Rate exceeded"])
def test_a_rate_that_is_exceeded_is_a_throttle_whatever_the_code(text: str) -> None:
    assert refusal_of(_refusal(text), SENDER) is Throttled


@pytest.mark.parametrize(
    "text",
    [
        "Address blacklisted.",
        "The address is on the suppression list for your account.",
        "Missing final '@domain'",
        "Illegal address",
        "Domain contains illegal character",
        "Local address contains control or whitespace",
        "Local address contains dot-dot",
        "Domain starts with dot",
        "Missing local name",
        "The message contains a virus.",
        "Message length is more than 41943040 bytes long: '41943041'.",
        "1 validation error detected: Value at 'destination.toAddresses' failed to satisfy constraint",
        f"{_UNVERIFIED} ada@example.com",
        f"{_UNVERIFIED} yes-{SENDER}",
        f"{_UNVERIFIED} {SENDER}.au",
        f"{_UNVERIFIED} yes'{SENDER}",
        f"{_UNVERIFIED} no/{SENDER}, =x={SENDER}",
        "Invalid email address ada@.",
        "Invalid email address sending-paused@fromEmailAddress.example.",
        "1 validation error detected: Value 'Sending paused for this account' at 'content.simple.subject.data' failed",
    ],
)
def test_what_is_about_the_recipient_or_the_content_is_poison(text: str) -> None:
    assert refusal_of(_refusal(text), SENDER) is EmailRejected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Bad Request",
        "The request could not be processed.",
        "Something that SES has never said",
        f"{_UNVERIFIED} a@b.example...",
        "Email address is not verified.",
        f"{_UNVERIFIED} tickets.example",
        f"{_UNVERIFIED} ada@example.com, tickets.example",
        f"{_UNVERIFIED} arn:aws:ses:ap-south-1:123456789012:identity/tickets.example",
        "Something about virus@example.com",
        "Value 'a virus' at 'tags' failed",
    ],
)
def test_what_is_not_recognised_may_pass(text: str) -> None:
    assert refusal_of(_refusal(text), SENDER) is SendFailed
