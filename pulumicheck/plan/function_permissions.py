"""The statements of a function's policy, which a program declares one by one, without writing any JSON."""

from collections.abc import Mapping
from typing import Any

from pulumicheck.plan.values import revealed
from pulumicheck.types.lambda_ import PERMISSION

PERMISSION_TYPE = PERMISSION.token

# What AddPermission makes of its parameters (AWS Lambda developer guide, "Using resource-based policies").
_CONDITIONS = {
    "sourceArn": ("ArnLike", "aws:SourceArn"),
    "sourceAccount": ("StringEquals", "aws:SourceAccount"),
    "principalOrgId": ("StringEquals", "aws:PrincipalOrgID"),
    "functionUrlAuthType": ("StringEquals", "lambda:FunctionUrlAuthType"),
    "eventSourceToken": ("StringEquals", "lambda:EventSourceToken"),
}


def function_policy(inputs: Mapping[str, Any], arn: str) -> dict[str, Any]:
    """The policy that one permission comes to.

    Args:
        inputs: the permission's.
        arn: the function's.
    """
    said = revealed(dict(inputs))
    conditions: dict[str, dict[str, Any]] = {}
    for name, (operator, key) in _CONDITIONS.items():
        if said.get(name):
            conditions.setdefault(operator, {})[key] = said[name]
    statement = {
        "Sid": said.get("statementId") or "",
        "Effect": "Allow",
        "Principal": _principal(str(said.get("principal"))),
        "Action": said.get("action"),
        "Resource": f"{arn}:{said['qualifier']}" if said.get("qualifier") else arn,
        **({"Condition": conditions} if conditions else {}),
    }
    return {"Version": "2012-10-17", "Statement": [statement]}


def _principal(name: str) -> Any:
    if name == "*":
        return name
    return {"Service" if "." in name and not name.startswith("arn:") else "AWS": name}
