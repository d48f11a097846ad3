"""STS: query protocol (service authorization reference, "AWS Security Token Service")."""

import re
from collections.abc import Mapping

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.tag_keys import request_tags
from embeddedaws.call import Call, ContextValue, NotMapped
from embeddedaws.moto.deployed import Deployed

_ROLE = re.compile(r"arn:aws:iam::\d{12}:role/[\w+=,.@/-]+", re.ASCII)
_UNDERSTOOD = {"Action", "Version", "RoleArn", "RoleSessionName", "DurationSeconds", "ExternalId", "Policy"}
_OF_LISTS = re.compile(r"(PolicyArns\.member\.\d+\.arn|Tags\.member\.\d+\.(Key|Value)|TransitiveTagKeys\.member\.\d+)")
_KEY_OF_A_TAG = re.compile(r"(Tags\.member\.\d+\.)Key")


def calls(request: ApiRequest, _: Deployed) -> list[Call]:
    """AssumeRole asks for the role, with tags also whether it may tag; who one is, everybody may ask."""
    parameters = request.form()
    if parameters["Action"] == "GetCallerIdentity":
        return []
    if (
        parameters["Action"] != "AssumeRole"
        or any(not _OF_LISTS.fullmatch(each) for each in set(parameters) - _UNDERSTOOD)
        or not _ROLE.fullmatch(parameters["RoleArn"])
    ):
        raise NotMapped
    context: dict[str, ContextValue] = {"sts:RoleSessionName": parameters["RoleSessionName"]}
    if "ExternalId" in parameters:
        context["sts:ExternalId"] = parameters["ExternalId"]
    context |= (tagging := _tagging(parameters))
    actions = ["sts:AssumeRole", *(["sts:TagSession"] if tagging else [])]
    return [Call(action, parameters["RoleArn"], context) for action in actions]


def _tagging(parameters: Mapping[str, str]) -> dict[str, ContextValue]:
    """The keys of a request with session tags (IAM user guide, "Pass session tags in AWS STS")."""
    keys = [found for name in parameters if (found := _KEY_OF_A_TAG.fullmatch(name))]
    context = request_tags({parameters[key[0]]: parameters.get(f"{key[1]}Value", "") for key in keys})
    transitive = [value for name, value in parameters.items() if name.startswith("TransitiveTagKeys.")]
    return {**context, **({"sts:TransitiveTagKeys": transitive} if transitive else {})}
