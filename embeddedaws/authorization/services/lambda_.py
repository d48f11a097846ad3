"""Lambda (service authorization reference, "AWS Lambda")."""

import re

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.call import Call, NotMapped
from embeddedaws.moto.deployed import Deployed

_FUNCTION = re.compile(r"/2015-03-31/functions/(?P<name>[^/]+)(?P<rest>/invocations|/configuration)?")
_ACTIONS = {
    ("POST", "/invocations"): "InvokeFunction",
    ("GET", None): "GetFunction",
    ("GET", "/configuration"): "GetFunctionConfiguration",
}


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """Invoking and reading a function; mappings are the deployer's business."""
    if request.target or request.query_string:
        raise NotMapped
    function = _FUNCTION.fullmatch(request.path)
    action = function and _ACTIONS.get((request.method, function["rest"]))
    if not function or not action:
        raise NotMapped
    name = function["name"].rpartition(":")[2]
    return [Call(f"lambda:{action}", deployed.account.arn("lambda", f"function:{name}"))]
