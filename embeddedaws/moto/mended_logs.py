"""What moto's CloudWatch Logs does otherwise than AWS."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.logs import models
from moto.logs.exceptions import InvalidParameterException
from moto.logs.metric_filters import MetricFilters
from moto.logs.models import LogsBackend

from embeddedaws.errors import FilterPatternError
from embeddedaws.filter_pattern.pattern import Matches, compile_pattern


@contextmanager
def mended_logs() -> Generator[None]:
    """Mends it while the context lasts.

    moto answers every line to a filter pattern that it does not know, JSON patterns among them; and it keeps a metric
    filter beside the one of its name, which AWS replaces.
    """
    with (
        patch.object(models, "EventMessageFilter", _Filter),
        patch.object(LogsBackend, "filter_log_events", _filter_log_events),
        patch.object(LogsBackend, "put_subscription_filter", _put_subscription_filter),
        patch.object(MetricFilters, "add_filter", _put_metric_filter),
    ):
        yield


_filter = LogsBackend.filter_log_events
_add_filter = MetricFilters.add_filter
_subscribe = LogsBackend.put_subscription_filter


class _Filter:
    def __init__(self, pattern: str | None) -> None:
        self.matches = _understood(pattern)


def _understood(pattern: str | None) -> Matches:
    try:
        return compile_pattern(pattern or "")
    except FilterPatternError as error:
        raise InvalidParameterException(f"Invalid filter pattern: {error}") from error


def _filter_log_events(backend: LogsBackend, log_group_name: str, *asked: Any) -> Any:
    _, _, _, _, _, pattern, _ = asked
    _understood(pattern)  # also where the group has no line to try it on
    return _filter(backend, log_group_name, *asked)


def _put_subscription_filter(backend: LogsBackend, group: str, name: str, pattern: str, *rest: Any) -> None:
    _understood(pattern)
    _subscribe(backend, group, name, pattern, *rest)


def _put_metric_filter(filters: MetricFilters, name: str, pattern: str, group: str, *rest: Any) -> None:
    _understood(pattern)
    named = (name, group)
    filters.metric_filters = [f for f in filters.metric_filters if (f["filterName"], f["logGroupName"]) != named]
    _add_filter(filters, name, pattern, group, *rest)
