"""Why a job can fail: each docstring is the message, and each instance carries the detail that goes to the log."""

from sqs import MessageFailed


class NotStarted(MessageFailed):
    """No email was attempted, because it could not have finished or would have been refused."""


class LeaseHeld(MessageFailed):
    """Another worker is sending this email at this moment."""


class SendFailed(MessageFailed):
    """SES did not take the email; it may later."""


class Unclear(SendFailed):
    """No answer came, so SES may have taken the email: only here can a retry send a second one."""


class Throttled(SendFailed):
    """SES takes no more for now: a sending rate or quota is used up."""


class AccountCannotSend(SendFailed):
    """SES takes nothing from this account until someone acts."""


class EmailRejected(SendFailed):
    """SES will never take this email: its message is poison."""
