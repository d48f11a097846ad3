"""Answers of every form, broken ones, late ones, and connections that end."""

import gzip
import json
import zlib

from aws.calls import NotSent
from tests.apps.aws.calls import CALLS, http
from tests.apps.aws.cases import HTML, LOST, Case
from tests.apps.aws.outcomes import Answered, Failed, Outcome
from tests.fixtures.wire_connection import Drip, Ending, Pause

CLOSE, RESET, HANG = Ending.CLOSE, Ending.RESET, Ending.HANG
_GOT, _SENT = CALLS["GetItem"], CALLS["SendEmail"]
_BODY = json.dumps(_GOT.means).encode()
_FOUND = Answered(_GOT.means)
_CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
_IN_CHUNKS = b"5\r\n" + _BODY[:5] + b"\r\n%x;x=y\r\n" % len(_BODY[5:]) + _BODY[5:] + b"\r\n0\r\n\r\n"
_HALF = http(200, _BODY[:20], length=len(_BODY))


def got(*script: bytes | Pause | Drip | Ending, or_else: Outcome | None = None) -> Case:
    """A GetItem that is answered after all."""
    return Case("GetItem", script, _FOUND, None, or_else=or_else)


def lost(*script: bytes | Pause | Drip | Ending, retried: bool | None = True, or_else: Outcome | None = None) -> Case:
    """A GetItem whose answer does not come."""
    return Case("GetItem", script, LOST, retried, or_else=or_else)


FORMS = {
    "a body in chunks": got(_CHUNKED + _IN_CHUNKS),
    "a body to the end of the connection": got(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + _BODY, CLOSE),
    "HTTP/1.0": got(http(200, _BODY, version="1.0"), CLOSE),
    "an answer that closes": got(http(200, _BODY, "Connection: close"), CLOSE),
    "an answer in pieces": got(http(200, _BODY)[:30], Pause(0.05), http(200, _BODY)[30:]),
    "an answer that takes a while": got(Pause(0.15), http(200, _BODY)),
    "a hundred and continue": got(b"HTTP/1.1 100 Continue\r\n\r\n" + http(200, _BODY)),
    "early hints": got(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + http(200, _BODY), or_else=LOST),
    "an item that is null": Case("GetItem", (http(200, b'{"Item": null}'),), Answered({})),
    "204": Case("PutItem", (b"HTTP/1.1 204 No Content\r\n\r\n",), Answered({})),
    "202": Case("SendEmail", (http(202, b'{"MessageId": "m"}'),), Answered({"MessageId": "m"})),
    "an empty answer": Case("PutItem", (http(200),), Answered({})),
    "an answer with unknown fields": Case(
        "SendEmail",
        (http(200, b'{"MessageId": "m", "New": {"a": [1]}}'),),
        Answered({"MessageId": "m"}),
        or_else=Answered({"MessageId": "m", "New": {"a": [1]}}),
    ),
    "an answer without its field": Case("SendEmail", (http(200, b"{}"),), Answered({})),
    "a checksum": got(http(200, _BODY, f"x-amz-crc32: {zlib.crc32(_BODY)}")),
    "another checksum": got(http(200, _BODY, "x-amz-crc32: 7"), or_else=LOST),
    "a length twice": got(http(200, _BODY, f"Content-Length: {len(_BODY)}"), or_else=LOST),
    "two lengths": got(http(200, _BODY, "Content-Length: 9"), CLOSE, or_else=LOST),
    "a length and chunks": got(
        _CHUNKED.replace(b"\r\n\r\n", b"\r\nContent-Length: 9\r\n\r\n") + _IN_CHUNKS, or_else=LOST
    ),
    "a header in two lines": got(http(200, _BODY, "X: y\r\n z"), or_else=LOST),
    "a line that is no header": got(http(200, _BODY, "X"), or_else=LOST),
    "a header that is no text": got(http(200, _BODY, "X: \xff\x01"), or_else=LOST),
    "many headers": got(http(200, _BODY, *(f"X-{n}: y" for n in range(200))), or_else=LOST),
    "a long header": got(http(200, _BODY, "X: " + "y" * 100_000), or_else=LOST),
    "a compressed answer, unasked": got(http(200, gzip.compress(_BODY), "Content-Encoding: gzip"), or_else=LOST),
}
BROKEN = {
    "JSON that is cut": lost(http(200, _BODY[:20]), retried=None),
    "JSON that is HTML": lost(http(200, HTML, "Content-Type: text/html"), retried=None),
    "JSON that is a list": lost(http(200, b"[]"), retried=None),
    "JSON that is null": lost(http(200, b"null"), retried=None),
    "JSON that is deep": lost(http(200, b'{"Item":' * 100_000), retried=None),
    "JSON of another form": lost(http(200, b'{"Item": "text"}'), retried=None),
    "JSON that is no text": lost(http(200, b"\xff\xfe{}"), retried=None),
    "an empty body": lost(http(200), retried=None),
    "no HTTP": lost(b"220 smtp.example ESMTP\r\n", CLOSE),
    "no status": lost(b"HTTP/1.1 abc\r\n\r\n", CLOSE),
    "a cut status line": lost(b"HTTP/1.1 2", CLOSE),
    "closed after a hundred and continue": lost(b"HTTP/1.1 100 Continue\r\n\r\n", CLOSE),
    "cut headers": lost(b"HTTP/1.1 200 OK\r\nContent-Ty", CLOSE),
    "a cut body": lost(_HALF, CLOSE),
    "a body that is reset": lost(_HALF, RESET),
    "cut chunks": lost(_CHUNKED + b"%x\r\n" % len(_BODY) + _BODY[:20], CLOSE),
    "chunks that are none": lost(_CHUNKED + b"zz\r\n" + _BODY, CLOSE),
    "closed without an answer": lost(CLOSE),
    "reset without an answer": lost(RESET),
    "a sent email, closed without an answer": Case("SendEmail", (CLOSE,), LOST, retried=True),
    "a sent email, reset without an answer": Case("SendEmail", (RESET,), LOST, retried=True),
}
SLOW = {
    "no answer": lost(HANG),
    "a sent email, no answer": Case("SendEmail", (HANG,), LOST, retried=True),
    "an object, no answer": Case("PutObject", (HANG,), LOST, retried=True),
    "a status line that stops": lost(b"HTTP/1.1 2", HANG),
    "headers that stop": lost(b"HTTP/1.1 200 OK\r\nContent-Ty", HANG),
    "a body that stops": lost(_HALF, HANG),
    "a body that is shorter than it says": lost(http(200, _BODY, length=len(_BODY) + 1), HANG),
    "only a hundred and continue": lost(b"HTTP/1.1 100 Continue\r\n\r\n", HANG),
    "a request that nobody reads": Case(
        "PutObject", (CALLS["PutObject"].answer,), LOST, retried=True, greeting=(HANG,)
    ),
    "a hundred and continue, for ever": lost(*(b"HTTP/1.1 100 Continue\r\n\r\n", Pause(0.1)) * 20, http(200, _BODY)),
    "dripping headers": lost(http(200, _BODY)[:20], Drip(http(200, _BODY)[20:40], 0.1), http(200, _BODY)[40:]),
    "a dripping body": lost(http(200, _BODY)[:-20], Drip(http(200, _BODY)[-20:], 0.1)),
}
UNHEARD = {
    "closed before it was heard": Case(
        "SendEmail", (_SENT.answer,), LOST, retried=True, greeting=(CLOSE,), or_else=Failed(NotSent)
    ),
    "reset before it was heard": Case(
        "SendEmail", (_SENT.answer,), LOST, retried=True, greeting=(RESET,), or_else=Failed(NotSent)
    ),
}
