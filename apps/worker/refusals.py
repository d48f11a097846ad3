"""What SES means by a refusal: the one table of its codes and texts.

One code is used for a bad address, a virus, and an account that is paused, so the text decides. Only a text that is
known to be about this recipient or this content makes a message poison: whatever is not recognised may pass, and comes
back later. Sources: SES API v2, SendEmail, and the errors common to all services; SES developer guide, "Amazon SES
email sending errors"; what users of SES report for MessageRejected. Of addresses SES speaks in the words of Jakarta
Mail (`InternetAddress`).
"""

import re

from botocore.exceptions import ClientError

from sqs import code_of
from worker.failures import AccountCannotSend, EmailRejected, SendFailed, Throttled, Unclear

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
    "AccountSuspendedException": AccountCannotSend,
    "MailFromDomainNotVerifiedException": AccountCannotSend,
    "NotFoundException": AccountCannotSend,  # an identity or configuration set that a default of the account names
}
# These say nothing by themselves. Any other code may pass: an AccessDeniedException, for one, can be about one
# recipient, since the sandbox authorises the recipient's identity.
_TOLD_BY_TEXT = {"MessageRejected", "BadRequestException", "ValidationException", "ValidationError"}

_ABOUT_THE_ACCOUNT = re.compile(
    r"sending (is )?(paused|suspended|disabled)|account (is|has been|was) (paused|suspended|shut down|disabled)"
    r"|daily (message|sending) quota|configuration set|mail[- ]from domain|fromEmailAddress",
    re.IGNORECASE,
)
_ABOUT_THE_EMAIL = re.compile(
    # The recipient.
    r"address(es)? (is |are )?(blacklisted|suppressed)|suppression list|not verified"
    r"|illegal address|missing (final '@domain'|local name|domain)|empty (local name|domain|address)"
    r"|(local address|domain|local name) (contains|starts with|ends with)"
    r"|(unterminated|nested|missing|illegal) (group|comment|route|quote|semicolon|whitespace)|toAddresses"
    # The content.
    r"|\bvirus\b|invalid content|message length is more than|'?content\.simple",
    re.IGNORECASE,
)
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500  # and above


def refusal_of(error: ClientError, sender: str) -> type[SendFailed]:
    """What SES means by an error of SendEmail, as the exception to raise.

    Args:
        error: the error.
        sender: the address that the email was to come from.
    """
    code, status = code_of(error), error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code in _TOLD_BY_TEXT:
        return _told_by(error.response.get("Error", {}).get("Message") or "", sender)
    if known := _CODES.get(code):
        return known
    if status == _TOO_MANY_REQUESTS:
        return Throttled
    return Unclear if status >= _SERVER_ERROR else SendFailed


def _told_by(text: str, sender: str) -> type[SendFailed]:
    if _ABOUT_THE_ACCOUNT.search(text) or _names(text, sender):
        return AccountCannotSend
    if text.endswith(("...", "…")):  # so it ends where SES leaves out identities, of which one may be ours
        return SendFailed
    return EmailRejected if _ABOUT_THE_EMAIL.search(text) else SendFailed


def _names(text: str, sender: str) -> bool:
    """Whether the text is about our own address: one in which it is only the end of another's is not.

    Such as "Email address is not verified. The following identities failed the check in region AP-SOUTH-1:
    no-reply@example.com": in the sandbox it may be the recipient's.
    """
    return re.search(rf"(?<![\w.+-]){re.escape(sender)}(?![\w.-]*\w)", text, re.IGNORECASE) is not None
