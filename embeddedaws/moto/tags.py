"""The tags of the resources that `aws:ResourceTag` is about (service authorization reference, service by service)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from moto.dynamodb.models import dynamodb_backends
from moto.iam.models import iam_backends
from moto.logs.models import logs_backends
from moto.secretsmanager.models import secretsmanager_backends
from moto.ses.models import ses_backends
from moto.sqs.models import sqs_backends

from embeddedaws.call import Account

_PARTITION = "aws"


def tags_of(account: Account, arn: str) -> Mapping[str, str] | None:
    """The tags of a resource, none of one that is not there; None where nobody here knows them."""
    _, _, service, _, _, resource = arn.split(":", maxsplit=5)
    find = _FINDERS.get(service)
    return find(account, arn, resource) if find else None


def _of_queue(account: Account, _arn: str, name: str) -> Mapping[str, str]:
    queue = sqs_backends[account.id][account.region].queues.get(name)
    return dict(queue.tags) if queue else {}


def _of_table(account: Account, _arn: str, resource: str) -> Mapping[str, str]:
    """Of a table; its indexes have none of their own."""
    table = dynamodb_backends[account.id][account.region].tables.get(resource.split("/")[1])
    return _plain(table.tags) if table else {}


def _of_secret(account: Account, arn: str, _resource: str) -> Mapping[str, str]:
    secret: Any = secretsmanager_backends[account.id][account.region].secrets.get(arn)
    return _plain(secret.tags or []) if secret else {}


def _of_log_group(account: Account, _arn: str, resource: str) -> Mapping[str, str]:
    backend = logs_backends[account.id][account.region]
    group = backend.groups.get(resource.split(":")[1])
    return backend.tagger.get_tag_dict_for_resource(group.arn) if group else {}


def _of_email_identity(account: Account, arn: str, _resource: str) -> Mapping[str, str]:
    return ses_backends[account.id][account.region].tagger.get_tag_dict_for_resource(arn)


def _of_role(account: Account, arn: str, _resource: str) -> Mapping[str, str]:
    roles = iam_backends[account.id][_PARTITION].roles.values()
    return next((_plain(role.tags or []) for role in roles if role.arn == arn), {})


def _plain(tags: Iterable[Mapping[str, str]]) -> dict[str, str]:
    return {tag["Key"]: tag.get("Value", "") for tag in tags}


_FINDERS: dict[str, Callable[[Account, str, str], Mapping[str, str] | None]] = {
    "dynamodb": _of_table,
    "iam": _of_role,
    "logs": _of_log_group,
    "secretsmanager": _of_secret,
    "ses": _of_email_identity,
    "sqs": _of_queue,
}
