"""The emails in the embedded AWS's mailbox, for whoever judges them by the request that made them."""

from typing import Any

from embeddedaws.send_email import AcceptedEmail


def request_of(email: AcceptedEmail) -> dict[str, Any]:
    """The parameters of SendEmail that made an email: the embedded SES takes no others."""
    subject, text, html = ({"Data": each, "Charset": "UTF-8"} for each in (email.subject, email.text, email.html))
    return {
        "FromEmailAddress": email.sender,
        "Destination": {"ToAddresses": [email.recipient]},
        "Content": {"Simple": {"Subject": subject, "Body": {"Text": text, "Html": html}}},
    }
