"""Whether all sides did the same work; one that does less is faster for nothing.

Each side gets one batch with one message of each kind. Compared with ours is what arrived at the stand-in: how many
requests of each operation, what each says (but for what the time makes different), and the answer to Lambda. Each
request must be signed as AWS wants it, and each object be a QR code that a reader takes for the same token.
"""

import base64
import hashlib
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import zxingcpp
from PIL import Image, UnidentifiedImageError

from bench.errors import BenchError
from bench.stand_in import dechunked
from embeddedaws.authorization.refusals import Refusal
from embeddedaws.authorization.signature import read_signature

_WITHOUT_BODY = {"UNSIGNED-PAYLOAD", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"}  # S3's, where TLS sees to the body
_TIMES = {"expiresAt", "processedAt", "issuedAt", ":now", ":issuedAt"}


class Work(NamedTuple):
    """What a side did with the batch."""

    requests: Sequence[Mapping[str, Any]]
    answer: Any


def same_work(works: Mapping[str, Work], ours: str, secret: str) -> None:
    """Compares each side with ours.

    Raises:
        BenchError: in a sentence, what a side did otherwise.
    """
    for name, work in works.items():
        _check_signatures(name, work, secret)
        _check_counts(name, work, works[ours])
        _check_contents(name, work, works[ours])


def same_counts(name: str, found: Mapping[str, int], wanted: Mapping[str, int]) -> None:
    """Compares what a measured run asked of the stand-in with what it should have.

    Raises:
        BenchError: in a sentence, the difference.
    """
    for operation in sorted({*found, *wanted}):
        if found.get(operation, 0) != wanted.get(operation, 0):
            raise BenchError(
                f"{name} made {found.get(operation, 0)} calls of {operation} where {wanted.get(operation, 0)} were "
                "due: its figures would compare different work"
            )


def trusts_nobody(name: str, found: Mapping[str, int]) -> None:
    """Checks what arrived of a side that knows no root of the stand-in's: to verify a certificate is work, too.

    Raises:
        BenchError: something did.
    """
    if found:
        raise BenchError(f"{name} talked to a server that nobody vouches for: it does not verify certificates")


def _check_signatures(name: str, work: Work, secret: str) -> None:
    for each in work.requests:
        if not _is_signed(each, secret):
            raise BenchError(f"{name} signed {each['operation']} wrongly: AWS would have refused it")


def _is_signed(request: Mapping[str, Any], secret: str) -> bool:
    headers, body = request["headers"], base64.b64decode(request["body"])
    try:
        signature = read_signature(headers.get("authorization", ""))
    except Refusal:
        return False
    digest = hashlib.sha256(body).hexdigest()
    taken = {digest, *(_WITHOUT_BODY if request["service"] == "s3" else ())}
    if headers.get("x-amz-content-sha256", digest) not in taken:  # it is signed in the body's place
        return False
    return "host" in signature.headers and signature.is_made_with(
        secret, request["method"], request["path"], headers, body
    )


def _check_counts(name: str, work: Work, ours: Work) -> None:
    same_counts(name, *(Counter(str(each["operation"]) for each in one.requests) for one in (work, ours)))
    if _failures(work.answer) != _failures(ours.answer):
        raise BenchError(f"{name} answered Lambda otherwise: {work.answer}, and ours {ours.answer}")


def _failures(answer: Any) -> Counter[str]:
    return Counter(each["itemIdentifier"] for each in answer["batchItemFailures"])


def _check_contents(name: str, work: Work, ours: Work) -> None:
    found, wanted = (Counter(_meaning(each) for each in one.requests) for one in (work, ours))
    if found != wanted:
        more, less = ("; ".join(sorted(each)) for each in (found - wanted, wanted - found))
        raise BenchError(f"{name} asked for other things.\n  It asked: {more[:1500]}\n  Ours:     {less[:1500]}")


def _meaning(request: Mapping[str, Any]) -> str:
    """What a request says, in one spelling."""
    body = base64.b64decode(request["body"])
    if request["operation"] == "PutObject":
        path = request["path"].partition("?")[0]
        return f"PutObject {path} {_drawn(_unchunked(request['headers'], body))}"
    return f"{request['operation']} {json.dumps(_timeless(json.loads(body)), sort_keys=True)}"


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: "a time" if key in _TIMES else _timeless(each) for key, each in value.items()}
    return [_timeless(each) for each in value] if isinstance(value, list) else value


def _unchunked(headers: Mapping[str, str], body: bytes) -> bytes:
    """S3's body without the chunks that some clients sign it in."""
    if "aws-chunked" not in headers.get("content-encoding", ""):
        return body
    return dechunked(body + b"\r\n\r\n") or b""


def _drawn(png: bytes) -> str:
    """The token that a QR code says."""
    try:
        found = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)).convert("L"))
    except UnidentifiedImageError:
        found = []
    if len(found) != 1:
        raise BenchError("an object is not the PNG of one QR code")
    return found[0].text
