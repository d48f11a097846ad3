"""STS: query protocol (service authorization reference, "AWS Security Token Service")."""

import re

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.call import Call, NotMapped
from embeddedaws.moto.deployed import Deployed

_ROLE = re.compile(r"arn:aws:iam::\d{12}:role/[\w+=,.@/-]+", re.ASCII)
# Session policies and session tags would change what the session may do, and are not followed here.
_UNDERSTOOD = {"Action", "Version", "RoleArn", "RoleSessionName", "DurationSeconds", "ExternalId"}


def calls(request: ApiRequest, _: Deployed) -> list[Call]:
    """AssumeRole asks for the role; who one is, everybody may ask."""
    parameters = request.form()
    if parameters["Action"] == "GetCallerIdentity":
        return []
    if (
        parameters["Action"] != "AssumeRole"
        or set(parameters) - _UNDERSTOOD
        or not _ROLE.fullmatch(parameters["RoleArn"])
    ):
        raise NotMapped
    context = {"sts:RoleSessionName": parameters["RoleSessionName"]}
    if "ExternalId" in parameters:
        context["sts:ExternalId"] = parameters["ExternalId"]
    return [Call("sts:AssumeRole", parameters["RoleArn"], context)]
