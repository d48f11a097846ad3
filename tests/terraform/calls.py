"""Calls of AWS's API by kind: what a client asked for, and what it got, as the services' own models name it."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

from botocore.loaders import create_loader
from botocore.model import OperationModel, ServiceModel
from botocore.parsers import create_parser
from werkzeug.wrappers import Request, Response

_SIGNED_FOR = re.compile(r"Credential=[^/]+/[0-9]{8}/[a-z0-9-]+/([a-z0-9-]+)/aws4_request")
_NAMES = {"monitoring": "cloudwatch", "ses": "sesv2"}  # what a service is signed for, where boto3 calls it otherwise
_CHOSEN = {"Tags", "Variables", "tags"}  # objects whose keys the client chose


@dataclass(frozen=True)
class Call:
    """One kind of call.

    Attributes:
        service: as boto3 names it.
        operation: as AWS names it.
        parameters: the names of what it says.
        answer: the paths to all that is in the answer.
        code: the error that it was answered with; "" if it was none.
    """

    service: str
    operation: str
    parameters: frozenset[str]
    answer: frozenset[str]
    code: str

    @property
    def kind(self) -> tuple[str, str, str]:
        """What tells it from others."""
        return self.service, self.operation, self.code


def read_call(request: Request, response: Response) -> Call:
    """What a signed request was, and how it was answered."""
    signed_for = _SIGNED_FOR.search(request.headers.get("Authorization", ""))
    assert signed_for, request.headers
    service = _NAMES.get(signed_for[1], signed_for[1])
    operation, parameters = _asked(_model(service), request)
    code, answered = _answered(operation, response)
    return Call(service, operation.name, frozenset(parameters), frozenset(answered), code)


@cache
def _model(service: str) -> ServiceModel:
    return ServiceModel(create_loader().load_service_model(service, "service-2"), service)


def _asked(model: ServiceModel, request: Request) -> tuple[OperationModel, set[str]]:
    body = request.get_data()
    if target := request.headers.get("X-Amz-Target"):
        return model.operation_model(target.rpartition(".")[2]), set(json.loads(body))
    form = parse_qs(body.decode(), keep_blank_values=True) if "form" in (request.content_type or "") else {}
    if form:
        names = {name.partition(".")[0] for name in form} - {"Action", "Version"}
        return model.operation_model(form["Action"][0]), names
    return next(_rest(model, request, body))


def _rest(model: ServiceModel, request: Request, body: bytes) -> Iterator[tuple[OperationModel, set[str]]]:
    """The operation whose method, path and fixed query are the request's: of several, first the most particular."""
    models = [each for name in model.operation_names if not (each := model.operation_model(name)).deprecated]
    query = set(request.args)
    for operation in sorted(models, key=lambda each: -len(each.http["requestUri"])):
        uri = urlsplit(operation.http["requestUri"])
        fixed = set(parse_qs(uri.query, keep_blank_values=True))
        path = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(uri.path.rstrip("/")))
        if operation.http["method"] == request.method and fixed <= query and re.fullmatch(path, _path(request)):
            yield operation, _members(operation, query - fixed, body)


def _path(request: Request) -> str:
    path = str(request.environ["RAW_URI"]).partition("?")[0].rstrip("/")
    return path.replace("/v1/email/", "/v2/email/")  # one operation of SES, which boto3 calls by the other path


def _members(operation: OperationModel, query: set[str], body: bytes) -> set[str]:
    shape = operation.input_shape
    if shape is None:
        return set()
    sent = query | (set(json.loads(body)) if body.startswith(b"{") else set())
    payload = shape.serialization.get("payload") if body else None
    names = {shape.members[name].serialization.get("name", name): name for name in shape.members}
    in_path = {name for name, each in shape.members.items() if each.serialization.get("location") == "uri"}
    return in_path | {names[name] for name in sent if name in names} | ({payload} if payload else set())


def _answered(operation: OperationModel, response: Response) -> tuple[str, Iterator[str]]:
    # CloudWatch has several protocols, and answers in the one that it is asked in.
    is_xml = response.get_data()[:1] == b"<" and operation.service_model.protocol != "rest-xml"
    parser = create_parser("query" if is_xml else operation.service_model.protocol)
    headers = {name.lower(): value for name, value in response.headers}
    told = {"status_code": response.status_code, "headers": headers, "body": response.get_data()}
    parsed: dict[str, Any] = parser.parse(told, operation.output_shape)  # pyright: ignore[reportArgumentType] - none is right, too
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        return parsed["Error"]["Code"], iter(())
    return "", paths({name: value for name, value in parsed.items() if name != "ResponseMetadata"})


def paths(answer: Any, above: str = "") -> Iterator[str]:
    """The paths to all values of an answer, `Table.KeySchema.KeyType`: of a list, those of what is in it."""
    if isinstance(answer, Mapping) and above.rpartition(".")[2] not in _CHOSEN:
        for name, value in answer.items():
            yield from paths(value, f"{above}.{name}" if above else name)
    elif isinstance(answer, list) and answer and isinstance(answer[0], Mapping):
        for each in answer:
            yield from paths(each, above)
    elif answer is not None:
        yield above
