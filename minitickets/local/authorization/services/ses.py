"""SES, API version 2 (service authorization reference, "Amazon Simple Email Service v2")."""

from email.utils import parseaddr

from minitickets.local.authorization.api_request import ApiRequest
from minitickets.local.authorization.call import Call, ContextValue, NotMapped
from minitickets.local.authorization.deployed import Deployed

_SEND = ("POST", "/v2/email/outbound-emails")
_IDENTITIES = "/v2/email/identities"


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """Sending needs the sender's identity, in the sandbox each recipient's, and a configuration set if it names one."""
    if (request.method, request.path) == _SEND:
        return _send(request, deployed)
    if request.path.startswith(_IDENTITIES):
        return [_identity(request, deployed)]
    raise NotMapped


def _send(request: ApiRequest, deployed: Deployed) -> list[Call]:
    parameters = request.json()
    name, address = parseaddr(str(parameters.get("FromEmailAddress", "")))
    destination = parameters.get("Destination", {})
    recipients = [
        str(each) for kind in ("ToAddresses", "CcAddresses", "BccAddresses") for each in destination.get(kind, [])
    ]
    context: dict[str, ContextValue] = {"ses:ApiVersion": "2", "ses:FromAddress": address, "ses:Recipients": recipients}
    if name:
        context["ses:FromDisplayName"] = name
    if "FeedbackForwardingEmailAddress" in parameters:
        context["ses:FeedbackAddress"] = str(parameters["FeedbackForwardingEmailAddress"])
    action = "ses:SendRawEmail" if "Raw" in parameters.get("Content", {}) else "ses:SendEmail"
    senders = [address, *(recipients if deployed.in_ses_sandbox else [])]
    resources = [deployed.place.arn("ses", f"identity/{deployed.email_identity_of(each)}") for each in senders]
    if "ConfigurationSetName" in parameters:
        resources.append(deployed.place.arn("ses", f"configuration-set/{parameters['ConfigurationSetName']}"))
    return [Call(action, resource, context) for resource in dict.fromkeys(resources)]


def _identity(request: ApiRequest, deployed: Deployed) -> Call:
    name = request.path.removeprefix(_IDENTITIES).strip("/")
    action = {
        "GET": "GetEmailIdentity" if name else "ListEmailIdentities",
        "POST": "CreateEmailIdentity",
        "DELETE": "DeleteEmailIdentity",
    }.get(request.method)
    if action is None or "/" in name:
        raise NotMapped
    identity = name or str(request.json().get("EmailIdentity", "*"))
    return Call(f"ses:{action}", deployed.place.arn("ses", f"identity/{identity}"), {"ses:ApiVersion": "2"})
