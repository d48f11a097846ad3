"""What SES means by a refusal: the one table of its codes and the one of its texts.

One code is used for a bad address, a virus, and an account that is paused, so the text decides. Only a text that is
known to be about this recipient or this content makes a message poison: whatever is not recognised may pass, and comes
back later.
"""

import re
from collections.abc import Iterable

from aws.calls import Refused
from worker.failures import AccountCannotSend, EmailRejected, SendFailed, Throttled, Unclear

# SES API v2 and v1, SendEmail; AWS's errors common to all services, and botocore's list of codes that mean a throttle.
_CODES: dict[str, type[SendFailed]] = {
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
    "AccountSendingPausedException": AccountCannotSend,
    "ConfigurationSetSendingPausedException": AccountCannotSend,
    "ConfigurationSetDoesNotExistException": AccountCannotSend,
    "AccountSuspendedException": AccountCannotSend,
    "MailFromDomainNotVerifiedException": AccountCannotSend,
    "NotFoundException": AccountCannotSend,  # an identity or configuration set that a default of the account names
}
# These say nothing by themselves. Any other code may pass: an AccessDeniedException, for one, can be about one
# recipient, since the sandbox authorises the recipient's identity.
_TOLD_BY_TEXT = {
    "MessageRejected",
    "BadRequestException",
    "InvalidParameterValue",
    "ValidationException",
    "ValidationError",
}

# The first that is found counts: what may be about us comes before what may be about the email.
_TEXTS: tuple[tuple[str, type[SendFailed]], ...] = (
    # Users' reports of MessageRejected ("Sending paused for this account", "… suspended …"); SES API v2's errors.
    (r"sending (is )?(paused|suspended|disabled)|ability to send email", AccountCannotSend),
    (r"account (is|has been|was) (paused|suspended|shut down|disabled|under review)", AccountCannotSend),
    # SES developer guide, "Errors related to the sending quotas".
    (r"sending rate exceeded|rate exceeded|throttl", Throttled),
    (r"daily (message|sending) quota", AccountCannotSend),
    # What a default of the account names; our own side of the request.
    (r"configuration set|mail[- ]from domain|fromEmailAddress", AccountCannotSend),
    # The recipient: SES developer guide, "Amazon SES email sending errors"; the account's suppression list.
    (r"address(es)? (is |are )?(blacklisted|suppressed)|suppression list", EmailRejected),
    # An address's form, in the words of Jakarta Mail's InternetAddress; toAddresses is the API's own name for it.
    (r"illegal address|invalid email address|missing (final '@domain'|local name|domain)", EmailRejected),
    (r"empty (local name|domain|address)|(local address|domain|local name) (contains|starts|ends) ?", EmailRejected),
    (r"(unterminated|nested|missing|illegal) (group|comment|route|quote|semicolon|whitespace)", EmailRejected),
    (r"toAddresses", EmailRejected),
    # The content: SES API v2, MessageRejected; SES's quotas; the API's own check.
    (r"\bvirus\b|invalid content|message length is more than|'?content\.simple", EmailRejected),
)

# `re` compiles each pattern of this file when it first looks for it, and keeps it: refusals are rare, first starts not.
# SES: Email address is not verified. The following identities failed the check in region AP-SOUTH-1: first, second
_NOT_VERIFIED = r"(?i)not verified"
_LEFT_OUT = ("...", "…")  # SES ends so where it leaves identities out, of which one may be ours
_ADDRESS = r"[^\s,;:<>()\"]*[^\s,;:<>()\"']@[^\s,;:<>()\"]+"
_QUOTED_VALUE = r"(?is)value '.*' at"  # the API's own check quotes what people typed
_LONGEST = 2_000  # characters of a text, since addresses are searched in time that grows with its square
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500  # and above


def refusal_of(error: Refused, sender: str) -> type[SendFailed]:
    """What SES means by an error of SendEmail, as the exception to raise.

    Args:
        error: the error.
        sender: the address that the email was to come from.
    """
    if error.code in _TOLD_BY_TEXT:
        return _told_by(error.text, sender)
    if known := _CODES.get(error.code):
        return known
    if error.status == _TOO_MANY_REQUESTS:
        return Throttled
    return Unclear if error.status >= _SERVER_ERROR else SendFailed


def _told_by(text: str, sender: str) -> type[SendFailed]:
    """What SES's own words mean, without those of other people in them: an address could say that sending is paused."""
    text = re.sub(_QUOTED_VALUE, "value at", text)[:_LONGEST]
    if sender.lower() in _addresses_in(text):
        return AccountCannotSend
    words = re.sub(_ADDRESS, "", text)
    if re.search(_NOT_VERIFIED, words):
        return _not_verified(text)
    meanings = (meaning for pattern, meaning in _TEXTS if re.search(pattern, words, re.IGNORECASE))
    meaning = next(meanings, SendFailed)
    return SendFailed if meaning is EmailRejected and text.endswith(_LEFT_OUT) else meaning


def _not_verified(text: str) -> type[SendFailed]:
    """In SES's sandbox recipients must be verified; a domain, or an identity that is not named, may be ours."""
    identities = text.rpartition(": ")[2].split(",")
    return (
        EmailRejected
        if all(re.search(_ADDRESS, each) for each in identities) and not text.endswith(_LEFT_OUT)
        else SendFailed
    )


def _addresses_in(text: str) -> Iterable[str]:
    """Whole addresses, so that one in which ours is only the end is another."""
    return {found.strip("'`.").lower() for found in re.findall(_ADDRESS, text)}
