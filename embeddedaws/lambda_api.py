"""The part of Lambda's REST API that deploys and shows functions and mappings (API reference, version 2015-03-31).

moto's Lambda cannot run images and polls queues by rules of its own, so requests for Lambda end here.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, Rule
from werkzeug.wrappers import Request, Response

from embeddedaws.errors import (
    InvalidParameterValueException,
    LambdaServiceError,
    RequestTooLargeException,
    ResourceConflictException,
    ResourceNotFoundException,
    TooManyRequestsException,
)
from embeddedaws.functions.configuration import FunctionConfiguration
from embeddedaws.lambda_service import LambdaService
from embeddedaws.mapping.configuration import MappingConfiguration
from embeddedaws.mapping.mapping import EventSourceMapping

_VERSION = "/2015-03-31"
_REPORT = "ReportBatchItemFailures"
_QUEUE_ARN = re.compile(r"arn:aws:sqs:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,80}")

_STATUS: dict[type[LambdaServiceError], int] = {
    RequestTooLargeException: 413,
    ResourceConflictException: 409,
    ResourceNotFoundException: 404,
    TooManyRequestsException: 429,
}

_ROUTES = Map(
    [
        Rule("/functions", endpoint="create_function", methods=["POST"]),
        Rule("/functions/", endpoint="list_functions", methods=["GET"]),
        Rule("/functions/<name>", endpoint="get_function", methods=["GET"]),
        Rule("/functions/<name>/configuration", endpoint="get_configuration", methods=["GET"]),
        Rule("/functions/<name>/invocations", endpoint="invoke", methods=["POST"]),
        Rule("/event-source-mappings", endpoint="create_mapping", methods=["POST"]),
        Rule("/event-source-mappings", endpoint="list_mappings", methods=["GET"]),
        Rule("/event-source-mappings/<uuid>", endpoint="get_mapping", methods=["GET"]),
        Rule("/event-source-mappings/<uuid>", endpoint="update_mapping", methods=["PUT"]),
        Rule("/event-source-mappings/<uuid>", endpoint="delete_mapping", methods=["DELETE"]),
    ],
    strict_slashes=False,
)

# What a request may say of a mapping: the name in `MappingConfiguration`, and the value there.
_OPTIONS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "BatchSize": ("batch_size", int),
    "MaximumBatchingWindowInSeconds": ("batching_window", int),
    "FunctionResponseTypes": ("report_batch_item_failures", lambda types: _REPORT in types),
    "ScalingConfig": ("maximum_concurrency", lambda scaling: scaling.get("MaximumConcurrency")),
    "Enabled": ("enabled", bool),
}

MayPull = Callable[[str, str], bool]
"""Whether Lambda may pull an image, by its URI, for the function with that ARN."""

_Answer = tuple[int, Mapping[str, Any] | bytes, Mapping[str, str]]


class LambdaApi:
    """Answers requests for Lambda and passes all others on."""

    def __init__(
        self,
        app: WSGIApplication,
        service: Callable[[], LambdaService],
        arn_prefix: str,
        may_pull: MayPull = lambda _image, _function: True,
    ) -> None:
        """Wraps an application.

        Args:
            app: what answers all other requests.
            service: the service, once it is there.
            arn_prefix: `arn:aws:lambda:<region>:<account>`.
            may_pull: what the repository's policy says; by default, yes.
        """
        self._app = app
        self._service = service
        self._arn_prefix = arn_prefix
        self._may_pull = may_pull

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers as Lambda does, an error with its name in `x-amzn-ErrorType`."""
        request = Request(environ)
        if not request.path.startswith(_VERSION):
            return self._app(environ, start_response)
        try:
            status, body, headers = self._answer(request)
        except HTTPException:
            status, body, headers = _error(404, "ResourceNotFoundException", "The embedded AWS has no such operation.")
        except LambdaServiceError as error:
            status, body, headers = _error(_STATUS.get(type(error), 400), error.code, str(error))
        data = body if isinstance(body, bytes) else json.dumps(body)
        return Response(data, status=status, headers=headers, content_type="application/json")(environ, start_response)

    def _answer(self, request: Request) -> _Answer:
        adapter = _ROUTES.bind("", path_info=request.path.removeprefix(_VERSION))
        endpoint, arguments = adapter.match(method=request.method)
        return getattr(self, f"_{endpoint}")(request, **arguments)

    def _create_function(self, request: Request) -> _Answer:
        asked: dict[str, Any] = json.loads(request.get_data())
        if asked.get("PackageType") != "Image":
            raise InvalidParameterValueException(
                "The embedded AWS runs the handlers in apps/: PackageType must be Image."
            )
        image, arn = asked.get("Code", {}).get("ImageUri", ""), f"{self._arn_prefix}:function:{asked['FunctionName']}"
        if not self._may_pull(image, arn):
            raise InvalidParameterValueException(
                "Lambda does not have permission to access the ECR image. Check the ECR permissions."
            )
        function = FunctionConfiguration(
            name=asked["FunctionName"],
            handler=asked.get("ImageConfig", {}).get("Command", ["lambda.handler"])[0],
            role_arn=asked["Role"],
            log_group=asked.get("LoggingConfig", {}).get("LogGroup", f"/aws/lambda/{asked['FunctionName']}"),
            timeout=asked.get("Timeout", 3),
            memory_size=asked.get("MemorySize", 128),
            environment=asked.get("Environment", {}).get("Variables", {}),
        )
        self._service().functions.create(function)
        return 201, self._function(function), {}

    def _list_functions(self, _: Request) -> _Answer:
        return 200, {"Functions": [self._function(function) for function in self._service().functions.list()]}, {}

    def _get_function(self, _: Request, name: str) -> _Answer:
        return 200, {"Configuration": self._find(name), "Code": {"RepositoryType": "ECR"}}, {}

    def _get_configuration(self, _: Request, name: str) -> _Answer:
        return 200, self._find(name), {}

    def _invoke(self, request: Request, name: str) -> _Answer:
        result = self._service().functions.invoke(_function_name(name), request.get_data() or b"{}")
        failed = {"X-Amz-Function-Error": result.function_error} if result.function_error else {}
        return result.status_code, result.payload, failed

    def _create_mapping(self, request: Request) -> _Answer:
        asked: dict[str, Any] = json.loads(request.get_data())
        queue_arn = asked.get("EventSourceArn", "")
        if not _QUEUE_ARN.fullmatch(queue_arn):
            raise InvalidParameterValueException("Unrecognized event source. The embedded AWS polls standard queues.")
        uuid = self._service().mappings.create(
            MappingConfiguration(
                queue_arn=queue_arn, function_name=_function_name(asked["FunctionName"]), **_options(asked)
            )
        )
        return 202, self._find_mapping(uuid), {}

    def _list_mappings(self, request: Request) -> _Answer:
        name, queue = request.args.get("FunctionName"), request.args.get("EventSourceArn")
        found = [
            self._mapping(mapping)
            for mapping in self._service().mappings.list()
            if name is None or mapping.configuration.function_name == _function_name(name)
            if queue is None or mapping.configuration.queue_arn == queue
        ]
        return 200, {"EventSourceMappings": found}, {}

    def _get_mapping(self, _: Request, uuid: str) -> _Answer:
        return 200, self._find_mapping(uuid), {}

    def _update_mapping(self, request: Request, uuid: str) -> _Answer:
        self._service().mappings.update(uuid, **_options(json.loads(request.get_data())))
        return 202, self._find_mapping(uuid), {}

    def _delete_mapping(self, _: Request, uuid: str) -> _Answer:
        mapping = self._find_mapping(uuid)
        self._service().mappings.delete(uuid)
        return 202, {**mapping, "State": "Deleting"}, {}

    def _find(self, name: str) -> dict[str, Any]:
        return self._function(self._service().functions.get(_function_name(name)))

    def _find_mapping(self, uuid: str) -> dict[str, Any]:
        return self._mapping(self._service().mappings.get(uuid))

    def _function(self, function: FunctionConfiguration) -> dict[str, Any]:
        return {
            "FunctionName": function.name,
            "FunctionArn": f"{self._arn_prefix}:function:{function.name}",
            "Role": function.role_arn,
            "Timeout": function.timeout,
            "MemorySize": function.memory_size,
            "Version": "$LATEST",
            "PackageType": "Image",
            "ImageConfigResponse": {"ImageConfig": {"Command": [function.handler]}},
            "Environment": {"Variables": dict(function.environment)},
            "LoggingConfig": {"LogFormat": "Text", "LogGroup": function.log_group},
            "State": "Active",
            "LastUpdateStatus": "Successful",
        }

    def _mapping(self, mapping: EventSourceMapping) -> dict[str, Any]:
        configuration = mapping.configuration
        scaling = configuration.maximum_concurrency
        return {
            "UUID": mapping.uuid,
            "EventSourceArn": configuration.queue_arn,
            "FunctionArn": f"{self._arn_prefix}:function:{configuration.function_name}",
            "State": "Enabled" if configuration.enabled else "Disabled",
            "BatchSize": configuration.batch_size,
            "MaximumBatchingWindowInSeconds": configuration.batching_window,
            "FunctionResponseTypes": [_REPORT] if configuration.report_batch_item_failures else [],
            "ScalingConfig": {} if scaling is None else {"MaximumConcurrency": scaling},
        }


def _function_name(name_or_arn: str) -> str:
    return name_or_arn.rpartition(":")[2]


def _options(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a request says of a mapping, under the names of `MappingConfiguration`."""
    return {name: read(asked[key]) for key, (name, read) in _OPTIONS.items() if key in asked}


def _error(status: int, code: str, message: str) -> _Answer:
    return status, {"Message": message}, {"x-amzn-ErrorType": code}
