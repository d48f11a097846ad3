"""IAM's roles and policies."""

import json
from typing import Any
from urllib.parse import unquote

from embeddedaws.resources.maker import Aws, GoneError, Maker, Makers, State, Told, put
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import iam
from pulumicheck.types.inputs import Inputs

_HOUR = 3600  # seconds


def _create_role(aws: Aws, inputs: Inputs) -> Told:
    made = aws(
        "iam",
        "create_role",
        RoleName=inputs["name"],
        Path=inputs.get("path"),
        AssumeRolePolicyDocument=inputs["assumeRolePolicy"],
        Description=inputs.get("description"),
        MaxSessionDuration=inputs.get("maxSessionDuration"),
        PermissionsBoundary=inputs.get("permissionsBoundary"),
    )
    _attach(aws, inputs["name"], inputs.get("managedPolicyArns") or [])
    return {"uniqueId": made["Role"]["RoleId"], "arn": made["Role"]["Arn"]}


def _read_role(aws: Aws, state: State) -> dict[str, Any]:
    role = aws("iam", "get_role", RoleName=state["name"])["Role"]
    return {
        "name": role["RoleName"],
        "path": role["Path"],
        "assumeRolePolicy": _text(role["AssumeRolePolicyDocument"]),
        "description": role.get("Description", ""),
        "maxSessionDuration": role.get("MaxSessionDuration", _HOUR),
        "permissionsBoundary": role.get("PermissionsBoundary", {}).get("PermissionsBoundaryArn"),
        "managedPolicyArns": _attached(aws, state["name"]),
    }


def _update_role(aws: Aws, state: State, inputs: Inputs) -> None:
    name = state["name"]
    aws("iam", "update_assume_role_policy", RoleName=name, PolicyDocument=inputs["assumeRolePolicy"])
    duration = inputs.get("maxSessionDuration", _HOUR)
    aws("iam", "update_role", RoleName=name, Description=inputs.get("description", ""), MaxSessionDuration=duration)
    if boundary := inputs.get("permissionsBoundary"):
        aws("iam", "put_role_permissions_boundary", RoleName=name, PermissionsBoundary=boundary)
    elif state.get("permissionsBoundary"):
        aws("iam", "delete_role_permissions_boundary", RoleName=name)
    if inputs.get("managedPolicyArns") is not None:
        wanted, there = set(inputs["managedPolicyArns"]), set(_attached(aws, name))
        for arn in sorted(there - wanted):
            aws("iam", "detach_role_policy", RoleName=name, PolicyArn=arn)
        _attach(aws, name, sorted(wanted - there))


def _delete_role(aws: Aws, state: State) -> None:
    """Takes away its own policies first, as the provider does: IAM refuses while it has some."""
    for arn in state.get("managedPolicyArns") or []:
        aws("iam", "detach_role_policy", RoleName=state["name"], PolicyArn=arn)
    aws("iam", "delete_role", RoleName=state["name"])


def _attach(aws: Aws, role: str, arns: list[str]) -> None:
    for arn in arns:
        aws("iam", "attach_role_policy", RoleName=role, PolicyArn=arn)


def _attached(aws: Aws, role: str) -> list[str]:
    found = aws("iam", "list_attached_role_policies", RoleName=role)["AttachedPolicies"]
    return sorted(each["PolicyArn"] for each in found)


def _put_role_policy(aws: Aws, inputs: Inputs) -> None:
    aws("iam", "put_role_policy", RoleName=inputs["role"], PolicyName=inputs["name"], PolicyDocument=inputs["policy"])


def _read_role_policy(aws: Aws, state: State) -> dict[str, Any]:
    found = aws("iam", "get_role_policy", RoleName=state["role"], PolicyName=state["name"])
    return {"role": state["role"], "name": state["name"], "policy": _text(found["PolicyDocument"])}


def _read_attachment(aws: Aws, state: State) -> dict[str, Any]:
    if state["policyArn"] not in _attached(aws, state["role"]):
        raise GoneError
    return {"role": state["role"], "policyArn": state["policyArn"]}


def _create_policy(aws: Aws, inputs: Inputs) -> Told:
    made = aws(
        "iam",
        "create_policy",
        PolicyName=inputs["name"],
        Path=inputs.get("path"),
        PolicyDocument=inputs["policy"],
        Description=inputs.get("description"),
    )
    return {"arn": made["Policy"]["Arn"]}


def _read_policy(aws: Aws, state: State) -> dict[str, Any]:
    policy = aws("iam", "get_policy", PolicyArn=state["arn"])["Policy"]
    version = aws("iam", "get_policy_version", PolicyArn=state["arn"], VersionId=policy["DefaultVersionId"])
    return {
        "name": policy["PolicyName"],
        "path": policy["Path"],
        "description": policy.get("Description", ""),
        "policy": _text(version["PolicyVersion"]["Document"]),
    }


def _update_policy(aws: Aws, state: State, inputs: Inputs) -> None:
    """A new default version; the old ones go, since IAM keeps five at most."""
    aws("iam", "create_policy_version", PolicyArn=state["arn"], PolicyDocument=inputs["policy"], SetAsDefault=True)
    _forget_versions(aws, state)


def _delete_policy(aws: Aws, state: State) -> None:
    _forget_versions(aws, state)
    aws("iam", "delete_policy", PolicyArn=state["arn"])


def _forget_versions(aws: Aws, state: State) -> None:
    for version in aws("iam", "list_policy_versions", PolicyArn=state["arn"])["Versions"]:
        if not version["IsDefaultVersion"]:
            aws("iam", "delete_policy_version", PolicyArn=state["arn"], VersionId=version["VersionId"])


def _text(document: Any) -> str:
    """The document as JSON: botocore decodes it only where it is told that it is URL-encoded."""
    return unquote(document) if isinstance(document, str) else json.dumps(document)


MAKERS: Makers = {
    iam.ROLE: Maker(
        (
            "name",
            "path",
            "assumeRolePolicy",
            "description",
            "maxSessionDuration",
            "permissionsBoundary",
            "managedPolicyArns",
        ),
        create=_create_role,
        read=_read_role,
        update=_update_role,
        delete=_delete_role,
        defaults={"path": "/", "description": "", "maxSessionDuration": _HOUR},
        computed=("managedPolicyArns",),
        meaning={"managedPolicyArns": sorted},
        tagging=Tagging("iam", "RoleName", "name", "list_role_tags", "tag_role", "untag_role"),
    ),
    iam.ROLE_POLICY: put(
        ("role", "name", "policy"),
        write=_put_role_policy,
        read=_read_role_policy,
        delete=lambda aws, state: aws("iam", "delete_role_policy", RoleName=state["role"], PolicyName=state["name"]),
    ),
    iam.ROLE_POLICY_ATTACHMENT: Maker(
        ("role", "policyArn"),
        create=lambda aws, inputs: _attach(aws, inputs["role"], [inputs["policyArn"]]),
        read=_read_attachment,
        delete=lambda aws, state: aws(
            "iam", "detach_role_policy", RoleName=state["role"], PolicyArn=state["policyArn"]
        ),
    ),
    iam.POLICY: Maker(
        ("name", "path", "description", "policy"),
        create=_create_policy,
        read=_read_policy,
        update=_update_policy,
        delete=_delete_policy,
        defaults={"path": "/", "description": ""},
        tagging=Tagging("iam", "PolicyArn", "arn", "list_policy_tags", "tag_policy", "untag_policy"),
    ),
}
