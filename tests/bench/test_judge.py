"""The judge sees who does less, or other, work."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from botocore.auth import S3SigV4Auth, SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from bench.errors import BenchError
from bench.judge import Work, same_work, trusts_nobody
from bench.stand_in import Request
from tickets.qr import draw_qr

SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
Kept = dict[str, Any]


def _kept(service: str, path: str, body: bytes, target: str = "", **headers: str) -> Kept:
    """A request as the stand-in keeps it, signed by botocore."""
    request = AWSRequest("POST", f"https://127.0.0.1:1{path}", data=body, headers={**headers, "Host": "127.0.0.1:1"})
    if target:
        request.headers["X-Amz-Target"] = target
    signer = S3SigV4Auth if service == "s3" else SigV4Auth
    signer(Credentials("AKID", SECRET, "token"), service, "eu-west-1").add_auth(request)
    return Request(service, "POST", path, {k.lower(): v for k, v in request.headers.items()}, body).kept()


def _get(key: str) -> Kept:
    return _kept("dynamodb", "/", json.dumps({"Key": {"jobKey": {"S": key}}}).encode(), "DynamoDB_20120810.GetItem")


def _put(now: str = "1", **more: str) -> Kept:
    body = {"Item": {"jobKey": {"S": "a"}, "expiresAt": {"N": now}}, **more}
    return _kept("dynamodb", "/", json.dumps(body).encode(), "DynamoDB_20120810.PutItem")


def _draw(mac: str = "AAAA") -> Kept:
    return _kept("s3", "/bucket/tickets/b/1.png", draw_qr(f"MT1.k1.b-1.e.{mac}"))


def _work(*requests: Kept, failed: tuple[str, ...] = ()) -> Work:
    return Work(requests, {"batchItemFailures": [{"itemIdentifier": each} for each in failed]})


def _with(request: Kept, **changed: Any) -> Kept:
    return {**request, **changed}


OURS = _work(_get("a"), _get("b"), _put(), _draw(), failed=("m-1",))
CASES: dict[str, tuple[Callable[[], Work], str]] = {
    "one call fewer": (
        lambda: _work(_get("a"), _put(), _draw(), failed=("m-1",)),
        "made 1 calls of GetItem where 2 were due",
    ),
    "one call more": (
        lambda: _work(_get("a"), _get("b"), _put(), _put(), _draw(), failed=("m-1",)),
        "made 2 calls of PutItem where 1 were due",
    ),
    "another item": (
        lambda: _work(_get("a"), _get("a"), _put(), _draw(), failed=("m-1",)),
        "asked for other things",
    ),
    "no condition": (
        lambda: _work(_get("a"), _get("b"), _put(ConditionExpression="x"), _draw(), failed=("m-1",)),
        "asked for other things",
    ),
    "another token": (
        lambda: _work(_get("a"), _get("b"), _put(), _draw("BBBB"), failed=("m-1",)),
        "asked for other things",
    ),
    "another answer": (lambda: _work(_get("a"), _get("b"), _put(), _draw()), "answered Lambda otherwise"),
    "not signed": (
        lambda: _work(_get("a"), _with(_get("b"), headers={}), _put(), _draw(), failed=("m-1",)),
        "signed GetItem wrongly",
    ),
    "signed without its body": (
        lambda: _work(
            _kept("dynamodb", "/", b"{}", "X.GetItem", **{"x-amz-content-sha256": "UNSIGNED-PAYLOAD"}), failed=("m-1",)
        ),
        "signed GetItem wrongly",
    ),
    "another body than was signed": (
        lambda: _work(_get("a"), _with(_get("b"), body=base64.b64encode(b"{}").decode()), _put(), _draw()),
        "signed GetItem wrongly",
    ),
}


@pytest.mark.parametrize(("work", "sentence"), CASES.values(), ids=CASES)
def test_other_work_is_told_in_a_sentence(work: Callable[[], Work], sentence: str) -> None:
    with pytest.raises(BenchError, match=f"^peer {sentence}"):
        same_work({"ours": OURS, "peer": work()}, "ours", SECRET)


def test_an_object_that_is_no_picture_is_told() -> None:
    broken = _kept("s3", "/bucket/tickets/b/1.png", b"x" * 400)
    with pytest.raises(BenchError, match="is not the PNG of one QR code"):
        same_work({"ours": OURS, "peer": _work(_get("a"), _get("b"), _put(), broken, failed=("m-1",))}, "ours", SECRET)


def test_the_same_work_in_another_order_and_at_another_time_is_the_same() -> None:
    same_work({"ours": OURS, "peer": _work(_draw(), _put("2"), _get("b"), _get("a"), failed=("m-1",))}, "ours", SECRET)


def test_who_talks_to_a_server_that_nobody_vouches_for_is_told() -> None:
    trusts_nobody("peer", {})
    with pytest.raises(BenchError, match=r"^peer talked to a server that nobody vouches for"):
        trusts_nobody("peer", {"GetItem": 1})
