"""SES, API version 2 (service authorization reference, "Amazon Simple Email Service v2")."""

from typing import Any

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.refusals import Refusal
from embeddedaws.authorization.tag_keys import request_tags
from embeddedaws.call import Call, ContextValue, NotMapped
from embeddedaws.email_address import EmailAddress, IllegalAddress, read_address
from embeddedaws.moto.deployed import Deployed

_SEND = ("POST", "/v2/email/outbound-emails")
_IDENTITIES = "/v2/email/identities"
_ACTIONS = {"Simple": "ses:SendEmail", "Raw": "ses:SendRawEmail"}  # by the kind of content
_OF_ANOTHER = {"FromEmailAddressIdentityArn", "FeedbackForwardingEmailAddressIdentityArn"}  # sending authorization


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """Sending needs the sender's identity, in the sandbox each recipient's, and a configuration set if it names one."""
    parameters = request.json()
    if request.target or request.query_string:
        raise NotMapped
    if (request.method, request.raw_path) == _SEND:
        return _send(parameters, deployed)
    return [_identity(request, parameters, deployed)]


def _send(parameters: dict[str, Any], deployed: Deployed) -> list[Call]:
    sender = _read(parameters["FromEmailAddress"])
    destination = parameters.get("Destination", {})
    recipients = [
        _read(each).address
        for kind in ("ToAddresses", "CcAddresses", "BccAddresses")
        for each in destination.get(kind, [])
    ]
    (content,) = parameters["Content"]
    if parameters.keys() & _OF_ANOTHER or content not in _ACTIONS:
        raise NotMapped
    context: dict[str, ContextValue] = {
        "ses:ApiVersion": "2",
        "ses:FromAddress": sender.address,
        "ses:Recipients": recipients,
    }
    if sender.name:
        context["ses:FromDisplayName"] = sender.name
    if "FeedbackForwardingEmailAddress" in parameters:
        context["ses:FeedbackAddress"] = parameters["FeedbackForwardingEmailAddress"]
    senders = [sender.address, *(recipients if deployed.in_ses_sandbox else [])]
    resources = [deployed.account.arn("ses", f"identity/{deployed.email_identity_of(each)}") for each in senders]
    if "ConfigurationSetName" in parameters:
        resources.append(deployed.account.arn("ses", f"configuration-set/{parameters['ConfigurationSetName']}"))
    return [Call(_ACTIONS[content], resource, context) for resource in dict.fromkeys(resources)]


def _read(text: str) -> EmailAddress:
    try:
        return read_address(text)
    except IllegalAddress as error:
        raise Refusal("BadRequest", str(error)) from error


def _identity(request: ApiRequest, parameters: dict[str, Any], deployed: Deployed) -> Call:
    prefix, _, name = request.path.partition(f"{_IDENTITIES}/")
    if "/" in name or (prefix, name) not in {("", name), (_IDENTITIES, "")}:
        raise NotMapped
    match request.method:
        case "POST" if not name:
            action, name = "CreateEmailIdentity", parameters["EmailIdentity"]
        case "GET":
            action, name = ("GetEmailIdentity", name) if name else ("ListEmailIdentities", "*")
        case "DELETE" if name:
            action = "DeleteEmailIdentity"
        case _:
            raise NotMapped
    context = {"ses:ApiVersion": "2", **request_tags(parameters.get("Tags"))}
    return Call(f"ses:{action}", deployed.account.arn("ses", f"identity/{name}"), context)
