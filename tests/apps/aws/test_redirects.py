"""An answer that sends the caller elsewhere: nobody else is told what was asked, or by whom."""

import pytest

from aws.calls import Refused
from tests.apps.aws.calls import CALLS, good_answer, http
from tests.apps.aws.outcomes import Failed, outcome_of
from tests.apps.aws.transports import Transport
from tests.fixtures.wire import Wire

REDIRECTS = (301, 302, 307, 308)  # at 303 urllib3 loses a connection, which the next test would be told of
MOVED = "<Error><Code>{code}</Code><Message>m</Message><Endpoint>{endpoint}</Endpoint><Bucket>b</Bucket></Error>"


@pytest.mark.parametrize("status", REDIRECTS)
@pytest.mark.parametrize("operation", ["GetItem", "SendEmail", "PutObject"])
def test_no_redirect_is_followed(transport: Transport, operation: str, status: int) -> None:
    with Wire().answer(good_answer) as elsewhere, Wire() as server:
        server.script((http(status, b"", f"Location: {elsewhere.url}/"),))
        client = transport.client(CALLS[operation].service, server.url, tries=2)
        outcome = outcome_of(client, operation, CALLS[operation].request)
        assert outcome in transport.right("a redirect", Failed(Refused, str(status), status))
        assert not elsewhere.connections
        assert len(server.requests) == 1 or transport.seeks_buckets


@pytest.mark.parametrize(
    ("status", "code"),
    [(301, "PermanentRedirect"), (307, "TemporaryRedirect"), (400, "IllegalLocationConstraintException")],
)
def test_a_bucket_elsewhere_is_not_sought(transport: Transport, status: int, code: str) -> None:
    with Wire().answer(good_answer) as elsewhere, Wire() as server:
        body = MOVED.format(code=code, endpoint=elsewhere.url).encode()
        server.script((http(status, body, f"Location: {elsewhere.url}/", "x-amz-bucket-region: eu-west-1"),))
        client = transport.client("s3", server.url)
        outcome = outcome_of(client, "PutObject", CALLS["PutObject"].request)
        assert outcome in transport.right("a redirect", Failed(Refused, code, status))
        assert not elsewhere.connections
        assert len(server.requests) == 1 or transport.seeks_buckets
