"""The part of Lambda's REST API that deploys, shows and changes functions and mappings.

moto's Lambda cannot run images and polls queues by rules of its own, so requests for Lambda end here.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import unquote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, Rule
from werkzeug.wrappers import Request, Response

from embeddedaws.errors import (
    LambdaServiceError,
    RequestTooLargeException,
    ResourceConflictException,
    ResourceNotFoundException,
    TooManyRequestsException,
)
from embeddedaws.lambda_api.functions import FunctionsApi, Guards
from embeddedaws.lambda_api.mappings import MappingsApi
from embeddedaws.lambda_service import LambdaService

_DATED = re.compile(r"/20[0-9]{2}-[0-9]{2}-[0-9]{2}(?=/)")  # each operation has the date of its API in its path

_STATUS: dict[type[LambdaServiceError], int] = {
    RequestTooLargeException: 413,
    ResourceConflictException: 409,
    ResourceNotFoundException: 404,
    TooManyRequestsException: 429,
}

_ROUTES = Map(
    [
        Rule("/2015-03-31/functions", endpoint="functions.create", methods=["POST"]),
        Rule("/2015-03-31/functions", endpoint="functions.list_all", methods=["GET"]),
        Rule("/2015-03-31/functions/<name>", endpoint="functions.get", methods=["GET"]),
        Rule("/2015-03-31/functions/<name>", endpoint="functions.delete", methods=["DELETE"]),
        Rule("/2015-03-31/functions/<name>/configuration", endpoint="functions.get_configuration", methods=["GET"]),
        Rule("/2015-03-31/functions/<name>/configuration", endpoint="functions.configure", methods=["PUT"]),
        Rule("/2015-03-31/functions/<name>/code", endpoint="functions.change_code", methods=["PUT"]),
        Rule("/2015-03-31/functions/<name>/versions", endpoint="functions.list_versions", methods=["GET"]),
        Rule("/2015-03-31/functions/<name>/invocations", endpoint="functions.invoke", methods=["POST"]),
        Rule("/2016-08-19/account-settings", endpoint="functions.account_settings", methods=["GET"]),
        Rule("/2015-03-31/event-source-mappings", endpoint="mappings.create", methods=["POST"]),
        Rule("/2015-03-31/event-source-mappings", endpoint="mappings.list_all", methods=["GET"]),
        Rule("/2015-03-31/event-source-mappings/<uuid>", endpoint="mappings.get", methods=["GET"]),
        Rule("/2015-03-31/event-source-mappings/<uuid>", endpoint="mappings.update", methods=["PUT"]),
        Rule("/2015-03-31/event-source-mappings/<uuid>", endpoint="mappings.delete", methods=["DELETE"]),
        Rule("/2017-03-31/tags/<path:arn>", endpoint="tags", methods=["GET", "POST", "DELETE"]),
    ],
    strict_slashes=False,
)


class LambdaApi:
    """Answers requests for Lambda and passes all others on."""

    def __init__(
        self,
        app: WSGIApplication,
        service: Callable[[], LambdaService],
        arn_prefix: str,
        guards: Guards | None = None,
    ) -> None:
        """Wraps an application.

        Args:
            app: what answers all other requests.
            service: the service, once it is there.
            arn_prefix: `arn:aws:lambda:<region>:<account>`.
            guards: what is asked before a function is made or changed; by default nothing.
        """
        self._app = app
        self._tags: dict[str, dict[str, str]] = {}  # by ARN
        self._rooms = {
            "functions": FunctionsApi(service, arn_prefix, self._tags, guards or Guards()),
            "mappings": MappingsApi(service, arn_prefix, self._tags),
        }

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers as Lambda does, an error with its name in `x-amzn-ErrorType`."""
        request = Request(environ)
        if not _DATED.match(request.path):
            return self._app(environ, start_response)
        try:
            status, body, headers = self._answer(request)
        except HTTPException:
            text = f"The embedded AWS has no operation {request.method} {request.path} of Lambda yet."
            status, body, headers = _error(400, "UnknownOperationException", text)  # nobody reads it as "gone"
        except LambdaServiceError as error:
            status, body, headers = _error(_STATUS.get(type(error), 400), error.code, str(error))
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body)
        return Response(data, status=status, headers=headers, content_type="application/json")(environ, start_response)

    def _answer(self, request: Request) -> tuple[int, Mapping[str, Any] | bytes | None, Mapping[str, str]]:
        endpoint, arguments = _ROUTES.bind("", path_info=request.path).match(method=request.method)
        if endpoint == "tags":
            return self._answer_tags(request, unquote(arguments["arn"]))
        room, _, operation = endpoint.partition(".")
        return getattr(self._rooms[room], operation)(request, **arguments)

    def _answer_tags(self, request: Request, arn: str) -> tuple[int, Mapping[str, Any] | None, Mapping[str, str]]:
        if not any(room.has(arn) for room in self._rooms.values()):
            raise ResourceNotFoundException(f"The resource you requested does not exist: {arn}")
        tags = self._tags.setdefault(arn, {})
        if request.method == "GET":
            return 200, {"Tags": tags}, {}
        if request.method == "POST":
            tags.update(json.loads(request.get_data())["Tags"])
        for key in request.args.getlist("tagKeys"):
            tags.pop(key, None)
        return 204, None, {}


def _error(status: int, code: str, message: str) -> tuple[int, Mapping[str, str], Mapping[str, str]]:
    return status, {"Message": message}, {"x-amzn-ErrorType": code}
