"""STS: query protocol (service authorization reference, "AWS Security Token Service")."""

from minitickets.local.authorization.api_request import ApiRequest
from minitickets.local.authorization.call import Call, NotMapped
from minitickets.local.authorization.deployed import Deployed


def calls(request: ApiRequest, _: Deployed) -> list[Call]:
    """AssumeRole asks for the role; who one is, everybody may ask."""
    parameters = request.form()
    if parameters.get("Action") == "GetCallerIdentity":
        return []
    if parameters.get("Action") != "AssumeRole":
        raise NotMapped
    context = {"sts:RoleSessionName": parameters.get("RoleSessionName", "")}
    if "ExternalId" in parameters:
        context["sts:ExternalId"] = parameters["ExternalId"]
    return [Call("sts:AssumeRole", parameters.get("RoleArn", ""), context)]
