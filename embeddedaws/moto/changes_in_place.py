"""Changes in place that moto takes, and does not make, or not as AWS does."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.dynamodb.responses import DynamoHandler
from moto.ecr.models import ECRBackend
from moto.iam.models import IAMBackend, Role


@contextmanager
def made_changes() -> Generator[None]:
    """Makes them while the context lasts.

    DynamoDB: a table's encryption stays as it was made. ECR: a setting that is left out stays, which is off on AWS.
    IAM: UpdateRole takes the description away where it names none.
    """
    with (
        patch.object(DynamoHandler, "update_table", _update_table),
        patch.object(ECRBackend, "put_image_scanning_configuration", _scan),
        patch.object(IAMBackend, "update_role", _update_role),
    ):
        yield


_update_table_as_moto_does = DynamoHandler.update_table
_scan_as_moto_does = ECRBackend.put_image_scanning_configuration
_update_role_as_moto_does = IAMBackend.update_role


def _update_table(handler: DynamoHandler) -> Any:
    backend, asked = handler.dynamodb_backend, handler.body.get("SSESpecification")
    table = backend.tables.get(handler.body["TableName"].rpartition("/")[2])
    if asked and table:
        key = table._get_default_encryption_key(backend.account_id, backend.region_name)  # noqa: SLF001 - as it is made
        table.sse_specification = {"KMSMasterKeyId": key, **asked}
    return _update_table_as_moto_does(handler)


def _scan(backend: ECRBackend, registry_id: str, repository_name: str, image_scan_config: dict[str, Any]) -> Any:
    return _scan_as_moto_does(backend, registry_id, repository_name, {"scanOnPush": False, **image_scan_config})


def _update_role(backend: IAMBackend, role_name: str, role_description: Any, *others: Any, **options: Any) -> Role:
    description = backend.get_role(role_name).description if role_description is None else role_description
    return _update_role_as_moto_does(backend, role_name, description, *others, **options)
