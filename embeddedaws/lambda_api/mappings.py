"""Event source mappings, in the words of Lambda's API reference."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from werkzeug.wrappers import Request

from embeddedaws.errors import InvalidParameterValueException, ValidationException
from embeddedaws.lambda_api.parameters import Answer, refuse_unknown
from embeddedaws.lambda_service import LambdaService
from embeddedaws.mapping.configuration import MappingConfiguration
from embeddedaws.mapping.mapping import EventSourceMapping

_REPORT = "ReportBatchItemFailures"
_QUEUE_ARN = re.compile(r"arn:aws[a-z-]*:sqs:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,80}")


def _reports(types: Sequence[str]) -> bool:
    other = next((each for each in types if each != _REPORT), None)
    if other is not None:
        raise ValidationException(
            f"1 validation error detected: Value '[{other}]' at 'functionResponseTypes' failed to satisfy constraint: "
            f"Member must satisfy enum value set: [{_REPORT}]"
        )
    return bool(types)


# What a request may say of a mapping: the name in `MappingConfiguration`, and the value there.
_OPTIONS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "BatchSize": ("batch_size", int),
    "MaximumBatchingWindowInSeconds": ("batching_window", int),
    "FunctionResponseTypes": ("report_batch_item_failures", _reports),
    "ScalingConfig": ("maximum_concurrency", lambda scaling: scaling.get("MaximumConcurrency")),
    "Enabled": ("enabled", bool),
}


class MappingsApi:
    """Each method answers one operation.

    Args:
        service: the service, once it is there.
        arn_prefix: `arn:aws:lambda:<region>:<account>`.
        tags: those of each resource, by its ARN.
    """

    def __init__(self, service: Callable[[], LambdaService], arn_prefix: str, tags: dict[str, dict[str, str]]) -> None:
        self._service = service
        self._arn_prefix = arn_prefix
        self._tags = tags

    def has(self, arn: str) -> bool:
        """Whether it is the ARN of a mapping here."""
        return any(self._arn(each.uuid) == arn for each in self._service().mappings.list())

    def create(self, request: Request) -> Answer:
        """CreateEventSourceMapping."""
        asked: dict[str, Any] = json.loads(request.get_data())
        queue_arn = asked.get("EventSourceArn", "")
        if not _QUEUE_ARN.fullmatch(queue_arn):
            raise InvalidParameterValueException("Unrecognized event source. The embedded AWS polls standard queues.")
        function = _function_name(asked["FunctionName"])
        options = _options("CreateEventSourceMapping", asked, {"EventSourceArn", "FunctionName", "Tags"})
        configuration = MappingConfiguration(queue_arn=queue_arn, function_name=function, **options)
        uuid = self._service().mappings.create(configuration)
        self._tags[self._arn(uuid)] = dict(asked.get("Tags") or {})
        return 202, self._find(uuid), {}

    def list_all(self, request: Request) -> Answer:
        """ListEventSourceMappings."""
        name, queue = request.args.get("FunctionName"), request.args.get("EventSourceArn")
        found = [
            self._shown(mapping)
            for mapping in self._service().mappings.list()
            if name is None or mapping.configuration.function_name == _function_name(name)
            if queue is None or mapping.configuration.queue_arn == queue
        ]
        return 200, {"EventSourceMappings": found}, {}

    def get(self, _: Request, uuid: str) -> Answer:
        """GetEventSourceMapping."""
        return 200, self._find(uuid), {}

    def update(self, request: Request, uuid: str) -> Answer:
        """UpdateEventSourceMapping."""
        asked: dict[str, Any] = json.loads(request.get_data())
        changes = _options("UpdateEventSourceMapping", asked, {"FunctionName"})
        if asked.get("FunctionName"):
            changes["function_name"] = _function_name(asked["FunctionName"])
        self._service().mappings.update(uuid, **changes)
        return 202, self._find(uuid), {}

    def delete(self, _: Request, uuid: str) -> Answer:
        """DeleteEventSourceMapping."""
        mapping = self._find(uuid)
        self._service().mappings.delete(uuid)
        self._tags.pop(self._arn(uuid), None)
        return 202, {**mapping, "State": "Deleting"}, {}

    def _find(self, uuid: str) -> dict[str, Any]:
        return self._shown(self._service().mappings.get(uuid))

    def _arn(self, uuid: str) -> str:
        return f"{self._arn_prefix}:event-source-mapping:{uuid}"

    def _shown(self, mapping: EventSourceMapping) -> dict[str, Any]:
        configuration = mapping.configuration
        scaling = configuration.maximum_concurrency
        return {
            "UUID": mapping.uuid,
            "EventSourceMappingArn": self._arn(mapping.uuid),
            "EventSourceArn": configuration.queue_arn,
            "FunctionArn": f"{self._arn_prefix}:function:{configuration.function_name}",
            "State": "Enabled" if configuration.enabled else "Disabled",
            "StateTransitionReason": "USER_INITIATED",
            "LastModified": mapping.last_modified,
            "BatchSize": configuration.batch_size,
            "MaximumBatchingWindowInSeconds": configuration.batching_window,
            "FunctionResponseTypes": [_REPORT] if configuration.report_batch_item_failures else [],
            "ScalingConfig": {} if scaling is None else {"MaximumConcurrency": scaling},
        }


def _function_name(name_or_arn: str) -> str:
    return name_or_arn.rpartition(":")[2]


def _options(operation: str, asked: Mapping[str, Any], others: set[str]) -> dict[str, Any]:
    """What a request says of a mapping, under the names of `MappingConfiguration`."""
    refuse_unknown(operation, asked, {*_OPTIONS, *others})
    return {name: read(asked[key]) for key, (name, read) in _OPTIONS.items() if asked.get(key) is not None}
