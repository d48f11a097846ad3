"""The stand-in for AWS: five services that answer on loopback after a set time, in a process of their own.

    python -m bench.stand_in FOLDER     FOLDER holds server.pem: the certificate chain and its key

First it writes a line with its ports, by scheme and service. Then each line of its standard input begins a new count
and is answered with the last one:

    {"latencies": {"dynamodb": 0.005, ...}, "keep": false, "cut": false}
    {"counts": {"GetItem": 10, ...}, "connections": {"dynamodb": 10, ...}, "requests": [...]}

`latencies` are seconds from a request's last byte to its answer; `keep` keeps whole requests, for the judge; `cut`
closes all connections, so that each client has to connect again.
"""

import asyncio
import base64
import json
import re
import ssl
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

SERVICES = ("dynamodb", "sesv2", "sqs", "s3", "secretsmanager")
DONE, REFUSED = "done", "refused"  # what a booking's id ends with that is recorded, or whose email SES does not take
KEY_RING = json.dumps({"active": "k1", "keys": {"k1": base64.b64encode(bytes(range(32))).decode()}})
_ANSWERS = {
    "SendEmail": {"MessageId": "0100018c2f5e8a3b-5f2b7c1e-4a0d-4b6e-9a57-000000000000-000000"},
    "GetSecretValue": {"ARN": "arn", "Name": "key", "VersionId": "v", "SecretString": KEY_RING},
}
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
_JSON = "application/x-amz-json-1.0"
_CHUNK = re.compile(rb"([0-9a-fA-F]+)(?:;[^\r]*)?\r\n")


class Request(NamedTuple):
    """One request as it came."""

    service: str
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def operation(self) -> str:
        """AWS's name of it."""
        if target := self.headers.get("x-amz-target"):
            return target.rpartition(".")[2]
        return {"sesv2": "SendEmail", "s3": "PutObject"}.get(self.service, self.method)

    def kept(self) -> dict[str, Any]:
        """As the judge gets it."""
        return {
            **self._asdict(),
            "headers": dict(self.headers),
            "body": base64.b64encode(self.body).decode(),
            "operation": self.operation,
        }


@dataclass
class World:
    """What all connections share."""

    latencies: Mapping[str, float] = field(default_factory=dict[str, float])
    keep: bool = False
    counts: Counter[str] = field(default_factory=Counter[str])
    connections: Counter[str] = field(default_factory=Counter[str])
    requests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    open: set[asyncio.Transport] = field(default_factory=set[asyncio.Transport])

    def begin(self, order: Mapping[str, Any]) -> dict[str, Any]:
        """Begins a new count and gives the last one."""
        found = {"counts": self.counts, "connections": self.connections, "requests": self.requests}
        self.counts, self.connections, self.requests = Counter(), Counter(), []
        self.latencies, self.keep = order.get("latencies", {}), order.get("keep", False)
        if order.get("cut"):
            for transport in list(self.open):
                transport.close()
        return found

    def take(self, request: Request) -> bytes:
        """Counts a request and gives its answer."""
        self.counts[request.operation] += 1
        if self.keep:
            self.requests.append(request.kept())
        return _answer(request)


class Connection(asyncio.Protocol):
    """One client's connection; one request after the other, as HTTP/1.1 has it."""

    def __init__(self, world: World, service: str) -> None:
        self._world, self._service = world, service
        self._buffer = bytearray()
        self._head: tuple[str, str, dict[str, str]] | None = None
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts it."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a fact for the type checker
        self._transport = transport
        self._world.connections[self._service] += 1
        self._world.open.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """Forgets it."""
        self._world.open.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        """Answers what is whole."""
        self._buffer += data
        while (request := self._whole()) is not None:
            answer = self._world.take(request)
            if latency := self._world.latencies.get(self._service, 0):
                asyncio.get_running_loop().call_later(latency, self._write, answer)
            else:
                self._write(answer)

    def _write(self, answer: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(answer)

    def _whole(self) -> Request | None:
        if self._head is None and (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            self._head = _head_of(bytes(self._buffer[:end]))
            del self._buffer[: end + 4]
            if "expect" in self._head[2]:
                self._transport.write(_CONTINUE)
        if self._head is None:
            return None
        method, path, headers = self._head
        if (body := self._body(headers)) is None:
            return None
        self._head = None
        return Request(self._service, method, path, headers, body)

    def _body(self, headers: Mapping[str, str]) -> bytes | None:
        """The body once it is all there."""
        if "chunked" in headers.get("transfer-encoding", ""):
            body = dechunked(bytes(self._buffer))
            if body is not None:
                self._buffer.clear()  # no client of ours sends a request before the last one's answer
            return body
        length = int(headers.get("content-length", "0"))
        if len(self._buffer) < length:
            return None
        body = bytes(self._buffer[:length])
        del self._buffer[:length]
        return body


def dechunked(data: bytes) -> bytes | None:
    """A body that came in chunks of HTTP, or of S3 within it, without the trailer; None if its end is not there."""
    body, position = b"", 0
    while found := _CHUNK.match(data, position):
        size, position = int(found[1], 16), found.end()
        if size == 0:
            return body if data.endswith(b"\r\n\r\n") else None
        body, position = body + data[position : position + size], position + size + 2
    return None


def _head_of(head: bytes) -> tuple[str, str, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ")
    fields = (line.partition(":") for line in lines)
    return method, path, {name.lower(): value.strip() for name, _, value in fields}


def _answer(request: Request) -> bytes:
    operation = request.operation
    if operation == "SendEmail" and f"+{REFUSED}@" in request.body.decode():
        return _response(500, {"message": "try again"}, "x-amzn-ErrorType: InternalServiceErrorException\r\n")
    if operation == "PutObject":
        return _response(200, None, 'ETag: "9bb58f26192e4ba00f01e2e7b136bbd8"\r\nx-amz-id-2: aaaaaaaaaaaaaaaa\r\n')
    if operation == "GetItem" and _is(request, DONE):
        return _response(200, {"Item": {"jobKey": {"S": "x"}, "expiresAt": {"N": "4102444800"}}})
    if operation == "ChangeMessageVisibilityBatch":
        return _response(200, {"Successful": [{"Id": each["Id"]} for each in json.loads(request.body)["Entries"]]})
    return _response(200, _ANSWERS.get(operation, {}))


def _is(request: Request, ending: str) -> bool:
    key = json.loads(request.body)["Key"]
    return any(value.get("S", "").endswith(ending) for value in key.values())


def _response(status: int, body: Any, more: str = "") -> bytes:
    data = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
    return (
        f"HTTP/1.1 {status} {'OK' if status == 200 else 'Internal Server Error'}\r\n"  # noqa: PLR2004
        "Server: Server\r\nDate: Mon, 30 Nov 2026 00:00:00 GMT\r\n"
        f"Content-Type: {_JSON}\r\nContent-Length: {len(data)}\r\nConnection: keep-alive\r\n"
        f"x-amzn-RequestId: TJ8K3H9V7C2N1M5P6Q4R0S8T2UVV4KQNSO5AEMVJF66Q9ASUAAJG\r\n{more}\r\n"
    ).encode() + data


async def _serve(folder: Path) -> None:
    world, loop = World(), asyncio.get_running_loop()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(folder / "server.pem")
    ports: dict[str, dict[str, int]] = {"http": {}, "https": {}}
    for scheme, context in (("http", None), ("https", tls)):
        for service in SERVICES:
            server = await loop.create_server(lambda each=service: Connection(world, each), "127.0.0.1", 0, ssl=context)
            ports[scheme][service] = server.sockets[0].getsockname()[1]
    orders = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    _tell(ports)
    while line := await orders.readline():
        _tell(world.begin(json.loads(line)))


def _tell(what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
