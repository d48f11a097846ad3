from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from tests.fixtures.sigv4 import Signer, WrongSignature, check_signature
from tests.fixtures.wire_connection import Received

# AWS's published examples: the Signature Version 4 test suite (as in aws-c-auth), the IAM user guide's ListUsers, and
# the S3 API reference's "Signature Calculations for the Authorization Header".
SUITE_DAY = datetime(2015, 8, 30, 12, 36, tzinfo=UTC)
S3_DAY = datetime(2013, 5, 24, tzinfo=UTC)
SUITE = Signer("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "us-east-1", "service")
TOKEN = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"
S3 = Signer("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1", "s3")
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
PARAM1 = "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e"
WELCOME = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"
FORM = "application/x-www-form-urlencoded"


class Published(NamedTuple):
    """An example: the headers beside host and x-amz-date stand in one line each."""

    signer: Signer
    line: str
    signature: str
    headers: tuple[str, ...] = ()
    body: bytes = b""

    @property
    def day(self) -> datetime:
        return S3_DAY if self.signer is S3 else SUITE_DAY

    @property
    def request(self) -> Received:
        host = {"iam": "iam", "s3": "examplebucket.s3"}.get(self.signer.service, "example")
        lines = [*self.headers, f"host:{host}.amazonaws.com", f"x-amz-date:{self.day:%Y%m%dT%H%M%SZ}"]
        headers = [(name, value) for name, _, value in (line.partition(":") for line in lines)]
        names = ";".join(sorted({name for name, _ in headers}))
        scope = f"{self.signer.key_id}/{self.day:%Y%m%d}/{self.signer.region}/{self.signer.service}/aws4_request"
        authorization = f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders={names}, Signature={self.signature}"
        method, target = self.line.split(" ", 1)
        return Received(1, method, target, (*headers, ("authorization", authorization)), self.body)


VANILLA = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
PUBLISHED = {
    "vanilla": Published(SUITE, "GET /", VANILLA),
    "a relative path": Published(SUITE, "GET /example1/example2/../..", VANILLA),
    "slashes": Published(SUITE, "GET //example//", "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
    "a blank in a path": Published(
        SUITE, "GET /example space/", "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"
    ),
    "another script in a path": Published(
        SUITE, "GET /ሴ", "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"
    ),
    "a query in another order": Published(
        SUITE, "GET /?Param2=value2&Param1=value1", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
    ),
    "values with blanks": Published(
        SUITE,
        "GET /",
        "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
        ("my-header1: value1", 'my-header2: "a   b   c"'),
    ),
    "a header three times": Published(
        SUITE,
        "GET /",
        "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
        ("my-header1:value2", "my-header1:value2", "my-header1:value1"),
    ),
    "a session token": Published(
        SUITE._replace(token=TOKEN),
        "GET /",
        "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8",
        (f"x-amz-security-token:{TOKEN}",),
    ),
    "a body": Published(
        SUITE,
        "POST /",
        "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b",
        (f"content-type:{FORM}", "content-length:13", f"x-amz-content-sha256:{PARAM1}"),
        b"Param1=value1",
    ),
    "ListUsers": Published(
        SUITE._replace(service="iam"),
        "GET /?Action=ListUsers&Version=2010-05-08",
        "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
        (f"content-type:{FORM}; charset=utf-8",),
    ),
    "PutObject": Published(
        S3,
        "PUT /test%24file.text",
        "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        (
            "date:Fri, 24 May 2013 00:00:00 GMT",
            "x-amz-storage-class:REDUCED_REDUNDANCY",
            f"x-amz-content-sha256:{WELCOME}",
        ),
        b"Welcome to Amazon S3.",
    ),
    "a query without a value": Published(
        S3,
        "GET /?lifecycle",
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
        (f"x-amz-content-sha256:{EMPTY}",),
    ),
}


@pytest.mark.parametrize("published", PUBLISHED.values(), ids=PUBLISHED)
def test_what_aws_has_published_is_accepted(published: Published) -> None:
    check_signature(published.request, published.signer, published.day)


WELCOMED = PUBLISHED["PutObject"].request


def with_header(name: str, value: str) -> Received:
    return WELCOMED._replace(headers=(*(h for h in WELCOMED.headers if h[0] != name), (name, value)))


def without_header(name: str) -> Received:
    return WELCOMED._replace(headers=tuple(header for header in WELCOMED.headers if header[0] != name))


TAMPERED = {
    "method": (WELCOMED._replace(method="POST"), "another signature"),
    "path": (WELCOMED._replace(target="/test%24file.txt"), "another signature"),
    "relative path": (WELCOMED._replace(target="/x/../test%24file.text"), "another signature"),
    "query": (WELCOMED._replace(target="/test%24file.text?acl"), "another signature"),
    "body": (WELCOMED._replace(body=b"Welcome to Amazon S4."), "of another body"),
    "body's hash": (with_header("x-amz-content-sha256", EMPTY), "of another body"),
    "no hash of the body": (without_header("x-amz-content-sha256"), "a signed header is missing"),
    "unsigned body without TLS": (with_header("x-amz-content-sha256", "UNSIGNED-PAYLOAD"), "of another body"),
    "host": (with_header("host", "otherbucket.s3.amazonaws.com"), "another signature"),
    "signed header": (with_header("x-amz-storage-class", "STANDARD"), "another signature"),
    "signed header left out": (without_header("x-amz-storage-class"), "a signed header is missing"),
    "unsigned header": (with_header("x-amz-acl", "public-read"), "not signed: ['x-amz-acl']"),
    "unsigned content type": (with_header("content-type", "text/html"), "not signed: ['content-type']"),
    "token": (with_header("x-amz-security-token", "stolen"), "not the session token"),
    "no authorization": (without_header("authorization"), "no authorization"),
    "no date": (without_header("x-amz-date"), "no x-amz-date"),
    "date": (with_header("x-amz-date", "20130524T000001Z"), "another signature"),
    "another day": (with_header("x-amz-date", "20130525T000000Z"), "at another time"),
}


@pytest.mark.parametrize(("request_", "why"), TAMPERED.values(), ids=TAMPERED)
def test_what_was_changed_after_signing_is_refused(request_: Received, why: str) -> None:
    with pytest.raises(WrongSignature) as refused:
        check_signature(request_, S3, S3_DAY)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    "signer",
    [
        S3._replace(key_id="AKIAOTHER"),
        S3._replace(secret="another"),
        S3._replace(region="eu-central-1"),
        S3._replace(service="sqs"),
        S3._replace(token="a token"),
    ],
)
def test_a_signature_is_good_for_one_key_and_one_service(signer: Signer) -> None:
    with pytest.raises(WrongSignature):
        check_signature(WELCOMED, signer, S3_DAY)


@pytest.mark.parametrize(("minutes", "late"), [(4, False), (6, True), (-6, True)])
def test_a_signature_is_good_for_five_minutes(minutes: int, *, late: bool) -> None:
    now = S3_DAY + timedelta(minutes=minutes)
    if not late:
        return check_signature(WELCOMED, S3, now)
    with pytest.raises(WrongSignature, match="at another time"):
        check_signature(WELCOMED, S3, now)
    return None
