"""Keeps strangers out: the page is for the browser on this machine, and for no other site that is open in it.

Another site may have its own name resolve to loopback (DNS rebinding), which the Host header shows, and may post forms
to any address, which the Origin header shows.
"""

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOOPBACK_NAMES = ("127.0.0.1", "localhost")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_MISDIRECTED, _FORBIDDEN, _UNSUPPORTED = 421, 403, 415


class Guard:
    """Refuses a request that does not come from the page itself, and adds the headers that keep the page in its place.

    Args:
        app: what answers the others.
        port: where it listens.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = [f"{name}:{port}" for name in _LOOPBACK_NAMES]
        if port == 80:  # noqa: PLR2004 - HTTP's own, which a browser leaves out
            self._hosts += _LOOPBACK_NAMES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as ASGI does."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope["method"], Headers(scope=scope))
        await (refusal or self._app)(scope, receive, _with_headers(send))

    def _refusal(self, method: str, headers: Headers) -> JSONResponse | None:
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return _refuse(_MISDIRECTED, "this page answers on loopback under its own address only.")
        if method in {"GET", "HEAD"}:
            return None
        if headers.getlist("origin") not in [[f"http://{host}"] for host in self._hosts]:
            return _refuse(_FORBIDDEN, "only the page itself may do that.")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _refuse(_UNSUPPORTED, "the content type must be application/json.")
        return None


def _refuse(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
