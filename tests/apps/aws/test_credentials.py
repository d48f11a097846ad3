"""Who calls: the credentials of the function's environment, which nobody else ever sees."""

import logging
from datetime import UTC, datetime

import pytest

from aws.calls import IllFormed, NotSent
from tests.apps.aws.broken import BROKEN, FORMS
from tests.apps.aws.calls import CALLS, good_answer
from tests.apps.aws.cases import LOST
from tests.apps.aws.outcomes import PRIVATE, Answered, Failed, outcome_of
from tests.apps.aws.refused import ODD_ERRORS, REFUSALS, SERVER_ERRORS
from tests.apps.aws.transports import Transport, signer
from tests.fixtures.sigv4 import check_signature
from tests.fixtures.wire import Wire

CALL = CALLS["SendEmail"]


@pytest.mark.parametrize("token", ["another/token==", ""], ids=["a token", "none"])
def test_they_come_from_the_environment(transport: Transport, token: str) -> None:
    with Wire().answer(good_answer) as server:
        client = transport.client(
            CALL.service,
            server.url,
            environ={
                "AWS_ACCESS_KEY_ID": "AKIAANOTHER",
                "AWS_SECRET_ACCESS_KEY": "another/secret",
                "AWS_SESSION_TOKEN": token,
            },
        )
        assert outcome_of(client, CALL.operation, CALL.request) == Answered(CALL.means)
        who = signer("ses")._replace(key_id="AKIAANOTHER", secret="another/secret", token=token or None)
        check_signature(server.requests[0], who, datetime.now(UTC))


@pytest.mark.parametrize("missing", [("ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN"), ("ACCESS_KEY_ID",)])
def test_without_them_nothing_is_sent(transport: Transport, missing: tuple[str, ...]) -> None:
    with Wire().answer(good_answer) as server:
        client = transport.client(CALL.service, server.url, environ={f"AWS_{name}": "" for name in missing})
        assert outcome_of(client, CALL.operation, CALL.request) == Failed(NotSent)
        assert not server.requests


def test_those_that_no_header_can_carry_are_no_fault_of_the_request(transport: Transport) -> None:
    """What is ill formed is given up for ever."""
    with Wire().answer(good_answer) as server:
        client = transport.client(
            CALL.service, server.url, environ={"AWS_SESSION_TOKEN": "a\r\nx-amz-acl: public-read"}
        )
        assert outcome_of(client, CALL.operation, CALL.request) in (Failed(NotSent), LOST)
        assert not server.requests


ILL_FORMED = {
    "an email without content": ("SendEmail", {"Destination": {"ToAddresses": ["ada@example.com"]}}),
    "an address that is a number": ("SendEmail", {**CALL.request, "Destination": {"ToAddresses": [7]}}),
    "a key that is text": ("GetItem", {"TableName": "t", "Key": "ada@example.com"}),
    "a table that is none": ("PutItem", {"TableName": None, "Item": {}}),
    "an object without a key": ("PutObject", {"Bucket": "minitickets-dev", "Body": b"x"}),
    "a message without a handle": ("ChangeMessageVisibilityBatch", {"QueueUrl": "x", "Entries": [{"Id": "1"}]}),
}


@pytest.mark.parametrize("name", ILL_FORMED)
def test_what_no_service_would_take_is_not_sent(transport: Transport, name: str) -> None:
    operation, request = ILL_FORMED[name]
    with Wire().answer(good_answer) as server:
        client = transport.client(CALLS[operation].service, server.url)
        assert outcome_of(client, operation, request) == Failed(IllFormed)
        assert not server.connections


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_no_value_becomes_a_header_of_its_own(transport: Transport, end: str) -> None:
    request = {**CALLS["PutObject"].request, "ContentType": f"image/png{end}x-amz-acl: public-read"}
    with Wire().answer(good_answer) as server:
        outcome = outcome_of(transport.client("s3", server.url), "PutObject", request)
        assert outcome in (Failed(IllFormed), LOST)
        assert not server.requests


def test_no_line_of_the_log_tells_what_was_asked_or_by_whom(
    transport: Transport, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    for case in (REFUSALS | ODD_ERRORS | SERVER_ERRORS | FORMS | BROKEN).values():
        call = CALLS[case.operation]
        with Wire().script(case.script) as server:
            outcome_of(transport.client(call.service, server.url), case.operation, call.request)
    words = "\n".join([caplog.text, *capfd.readouterr()])
    assert [private for private in PRIVATE if private in words] == []
