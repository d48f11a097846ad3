"""Requests in and answers out: bodies within bounds, and whatever goes wrong as a sentence."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from click import ClickException
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from minitickets.local.system import BusyError, InvalidError, RefusedError, UnknownError
from minitickets.ops.bookings_file import MESSAGE_BYTES

Endpoint = Callable[[Request], Awaitable[Response]]

_STATUS: Mapping[type[RefusedError], int] = {InvalidError: 422, UnknownError: 404, BusyError: 409}
_TOO_LARGE = 413


def route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
    """The endpoint, where what goes wrong becomes a sentence."""

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except RefusedError as refusal:
            return _refused(refusal)
        except ClickException as error:
            return JSONResponse({"error": error.message}, 500)
        except HTTPException:
            raise
        except Exception as error:  # noqa: BLE001 - the last boundary: no traceback reaches a browser, or the terminal
            return JSONResponse({"error": f"{type(error).__name__}: this is a fault of ours."}, 500)

    return Route(path, answer, methods=[method])


async def read_text(request: Request) -> str:
    """The request's body, no larger than a message may be."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MESSAGE_BYTES:
            raise HTTPException(_TOO_LARGE, f"a message holds {MESSAGE_BYTES:,} bytes at most.")
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise InvalidError("the message is not UTF-8.") from None


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object in the request's body; an empty one where there is no body."""
    try:
        asked = json.loads(await read_text(request) or "{}")
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise InvalidError("the request must be a JSON object.")
    return asked


def _refused(error: RefusedError) -> Response:
    answer: dict[str, Any] = {"error": str(error)}
    if isinstance(error, InvalidError):
        answer["problems"] = [{"field": each.field, "problem": each.problem} for each in error.problems]
    return JSONResponse(answer, next((_STATUS[kind] for kind in _STATUS if isinstance(error, kind)), 400))


async def http_error(_request: Request, error: Exception) -> Response:
    """What Starlette itself refuses, as JSON."""
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for no other
    return JSONResponse({"error": str(error.detail)}, error.status_code, headers=error.headers)
