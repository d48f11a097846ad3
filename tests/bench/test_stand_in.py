"""The stand-in reads requests as they may come."""

import asyncio
from typing import cast

import pytest

from bench.stand_in import Connection, World, dechunked

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nX-Amz-Target: DynamoDB_20120810.PutItem\r\n"


class Wire(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return False


def _send(*parts: bytes) -> tuple[World, Wire]:
    world, wire = World(keep=True), Wire()
    connection = Connection(world, "dynamodb")
    connection.connection_made(wire)
    for part in parts:
        connection.data_received(part)
    return world, wire


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_request_is_answered_once_it_is_whole(size: int) -> None:
    request = HEAD + b"Content-Length: 2\r\n\r\n{}"
    world, wire = _send(*(request[at : at + size] for at in range(0, len(request), size)))

    assert world.counts == {"PutItem": 1}
    assert wire.written.startswith(b"HTTP/1.1 200 OK\r\n")


def test_two_requests_on_one_connection_are_two() -> None:
    request = HEAD + b"Content-Length: 2\r\n\r\n{}"

    assert _send(request, request)[0].counts == {"PutItem": 2}


def test_who_waits_to_be_told_to_go_on_is_told() -> None:
    _, wire = _send(HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")

    assert wire.written == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_a_body_in_chunks_is_put_together() -> None:
    world, _ = _send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n{\r\n", b"1;x=y\r\n}\r\n0\r\n\r\n")

    assert [cast("str", each["body"]) for each in world.requests] == ["e30="]


def test_chunks_of_s3_end_with_its_trailer() -> None:
    assert dechunked(b"3\r\nabc\r\n0\r\nx-amz-checksum-crc32:AAAA\r\n\r\n") == b"abc"
    assert dechunked(b"3\r\nabc\r\n0\r\n") is None
