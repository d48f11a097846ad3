"""The live page as an ASGI application."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from minitickets.local.embedded_system import EmbeddedSystem
from minitickets.local.exchange import http_error, read_object, read_text, route
from minitickets.local.feed import Feed
from minitickets.local.guard import Guard
from minitickets.local.system import InvalidError
from pulumicheck.map.rendering import content_security_policy

Page = Callable[[str], str]
"""Renders the page with a nonce for its scripts and styles."""

# An email is shown in a frame without any right; it may bring its own style and pictures, and nothing from elsewhere.
_EMAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

_ACCEPTED = 202


def live_app(system: EmbeddedSystem, page: Page, port: int) -> tuple[Guard, Feed]:
    """The application for a system, and the feed to be closed before its server stops."""
    feed = Feed(system)
    routes = _Routes(system, feed, page)
    app = Starlette(routes=routes.all(), lifespan=_running(feed), exception_handlers={HTTPException: http_error})
    return Guard(app, port), feed


def _running(feed: Feed) -> Callable[[Starlette], Any]:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncGenerator[None]:
        task = asyncio.create_task(feed.run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    return lifespan


class _Routes:
    def __init__(self, system: EmbeddedSystem, feed: Feed, page: Page) -> None:
        self._system = system
        self._feed = feed
        self._page = page

    def all(self) -> list[Route]:
        return [
            route("/", self._show_page),
            route("/live/events", self._events),
            route("/live/emails/{id}", self._email),
            route("/live/emails/{id}/html", self._email_html),
            route("/live/tickets", self._tickets),
            route("/live/qr/{key:path}", self._qr_code),
            route("/live/logs", self._logs),
            route("/live/bookings", self._publish, "POST"),
            route("/live/duplicates", self._duplicates, "POST"),
            route("/live/poison", self._poison, "POST"),
            route("/live/burst", self._burst, "POST"),
            route("/live/drills/{name}", self._drill, "POST"),
        ]

    async def _show_page(self, _request: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        html = await run_in_threadpool(self._page, nonce)
        policy = content_security_policy(live=True, nonce=nonce)
        return HTMLResponse(html, headers={"Content-Security-Policy": f"{policy}; frame-ancestors 'none'"})

    async def _events(self, _request: Request) -> Response:
        return StreamingResponse(self._feed.events(), media_type="text/event-stream")

    async def _email(self, request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self._system.email, request.path_params["id"]))

    async def _email_html(self, request: Request) -> Response:
        email = await run_in_threadpool(self._system.email, request.path_params["id"])
        return HTMLResponse(email["html"], headers={"Content-Security-Policy": _EMAIL_POLICY})

    async def _tickets(self, request: Request) -> Response:
        user_id = request.query_params.get("userId", "")
        tickets = await run_in_threadpool(self._system.tickets_of, user_id)
        return JSONResponse({"userId": user_id, "tickets": tickets})

    async def _qr_code(self, request: Request) -> Response:
        return Response(
            await run_in_threadpool(self._system.qr_code, request.path_params["key"]), media_type="image/png"
        )

    async def _logs(self, request: Request) -> Response:
        asked = (request.query_params.get(name) for name in ("correlationId", "messageId"))
        return JSONResponse({"lines": await run_in_threadpool(self._system.log_lines, *filter(None, asked))})

    async def _publish(self, request: Request) -> Response:
        body = await read_text(request)
        return JSONResponse(await run_in_threadpool(self._system.publish, body), _ACCEPTED)

    async def _duplicates(self, request: Request) -> Response:
        asked = await read_object(request)
        booking_id = asked.get("bookingId")
        if not isinstance(booking_id, str | None):
            raise InvalidError("bookingId must be a text.")
        return JSONResponse(await run_in_threadpool(self._system.publish_again, booking_id or None), _ACCEPTED)

    async def _poison(self, _request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self._system.publish_poison), _ACCEPTED)

    async def _burst(self, request: Request) -> Response:
        asked = await read_object(request)
        count = asked.get("count")
        if not isinstance(count, int):
            raise InvalidError("count must be a whole number.")
        return JSONResponse(await run_in_threadpool(self._system.publish_many, count), _ACCEPTED)

    async def _drill(self, request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self._system.drill, request.path_params["name"]), _ACCEPTED)
