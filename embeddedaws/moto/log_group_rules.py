"""What CloudWatch Logs says of log groups and refuses (API reference: CreateLogGroup, PutRetentionPolicy)."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.logs.exceptions import InvalidParameterException, ResourceNotFoundException
from moto.logs.models import LogGroup, LogsBackend
from moto.logs.responses import LogsResponse

_CLASS = "STANDARD"
_MONTHS = {1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180}
_YEARS = {365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653}
_DAYS = _MONTHS | _YEARS


@contextmanager
def ruled_log_groups() -> Generator[None]:
    """Says and refuses it while the context lasts.

    moto takes all that it is asked for, tells no class of a log group, and keeps the metric filters of a deleted one.
    """
    put_filter = LogsBackend.put_metric_filter

    def put_into_group(backend: LogsBackend, name: str, pattern: str, group: str, *others: Any) -> None:
        if group not in backend.groups:
            raise ResourceNotFoundException
        put_filter(backend, name, pattern, group, *others)

    with (
        patch.object(LogGroup, "to_describe_dict", _describe),
        patch.object(LogsResponse, "create_log_group", _create),
        patch.object(LogsBackend, "put_metric_filter", put_into_group),
        patch.object(LogsBackend, "put_retention_policy", _retain),
        patch.object(LogsBackend, "delete_log_group", _delete),
    ):
        yield


_describe_as_moto_does = LogGroup.to_describe_dict
_create_as_moto_does = LogsResponse.create_log_group
_retain_as_moto_does = LogsBackend.put_retention_policy
_delete_as_moto_does = LogsBackend.delete_log_group


def _describe(group: LogGroup) -> dict[str, Any]:
    return {"logGroupClass": _CLASS, **_describe_as_moto_does(group)}


def _create(response: LogsResponse) -> str:
    asked = response._get_param("logGroupClass", _CLASS)  # noqa: SLF001 - as every answer there reads it
    if asked != _CLASS:
        raise InvalidParameterException(f"The embedded AWS does not know log groups of the class {asked} yet.")
    return _create_as_moto_does(response)


def _retain(backend: LogsBackend, log_group_name: str, retention_in_days: Any) -> None:
    if retention_in_days not in _DAYS:
        one_of = f"Member must satisfy enum value set: {sorted(_DAYS)}"
        raise InvalidParameterException(None, one_of, "retentionInDays", retention_in_days)
    _retain_as_moto_does(backend, log_group_name, retention_in_days)


def _delete(backend: LogsBackend, log_group_name: str) -> None:
    _delete_as_moto_does(backend, log_group_name)
    filters = backend.filters
    filters.metric_filters = [each for each in filters.metric_filters if each["logGroupName"] != log_group_name]
