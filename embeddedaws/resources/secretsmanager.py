"""Secrets Manager's secrets and their policies."""

from typing import Any

from embeddedaws.resources.maker import Aws, GoneError, Maker, Makers, State, Told, put
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import secretsmanager
from pulumicheck.types.inputs import Inputs

_SERVICE = "secretsmanager"
_WINDOW = 30  # days, which DeleteSecret waits where nothing else is said


def _create(aws: Aws, inputs: Inputs) -> Told:
    made = aws(
        _SERVICE,
        "create_secret",
        Name=inputs["name"],
        Description=inputs.get("description"),
        KmsKeyId=inputs.get("kmsKeyId"),
    )
    return {"arn": made["ARN"]}


def _read(aws: Aws, state: State) -> dict[str, Any]:
    found = aws(_SERVICE, "describe_secret", SecretId=state["arn"])
    if "DeletedDate" in found:  # it waits for its end, and can only be restored
        raise GoneError
    return {"name": found["Name"], "description": found.get("Description"), "kmsKeyId": found.get("KmsKeyId")}


def _update(aws: Aws, state: State, inputs: Inputs) -> None:
    description = inputs.get("description", "")
    aws(_SERVICE, "update_secret", SecretId=state["arn"], Description=description, KmsKeyId=inputs.get("kmsKeyId"))


def _delete(aws: Aws, state: State) -> None:
    days = state.get("recoveryWindowInDays", _WINDOW)
    how = {"RecoveryWindowInDays": days} if days else {"ForceDeleteWithoutRecovery": True}
    aws(_SERVICE, "delete_secret", SecretId=state["arn"], **how)


def _put_policy(aws: Aws, inputs: Inputs) -> None:
    aws(_SERVICE, "put_resource_policy", SecretId=inputs["secretArn"], ResourcePolicy=inputs["policy"])


MAKERS: Makers = {
    secretsmanager.SECRET: Maker(
        ("name", "description", "kmsKeyId", "recoveryWindowInDays"),
        create=_create,
        read=_read,
        update=_update,
        delete=_delete,
        defaults={"recoveryWindowInDays": _WINDOW},
        tagging=Tagging(_SERVICE, "SecretId", list_="describe_secret"),
    ),
    secretsmanager.SECRET_POLICY: put(
        ("secretArn", "policy"),
        write=_put_policy,
        read=lambda aws, state: {
            "secretArn": state["secretArn"],
            "policy": aws(_SERVICE, "get_resource_policy", SecretId=state["secretArn"]).get("ResourcePolicy"),
        },
        delete=lambda aws, state: aws(_SERVICE, "delete_resource_policy", SecretId=state["secretArn"]),
    ),
}
