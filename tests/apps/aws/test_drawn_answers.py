"""Refusals that nobody has thought of: each transport makes of them what botocore does, and never an answer."""

import json
from collections.abc import Callable, Iterator
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aws.calls import Refused
from tests.apps.aws.calls import CALLS, http
from tests.apps.aws.outcomes import Failed, Outcome, outcome_of
from tests.apps.aws.transports import TRANSPORTS, Transport
from tests.fixtures.wire import Wire

# The reference is what each other transport is compared with.
pytestmark = pytest.mark.parametrize(
    "transport", [n for n in TRANSPORTS if n != "reference"], indirect=True, scope="session"
)
Ask = Callable[[str, bytes], tuple[Outcome, Outcome]]


@pytest.fixture(scope="module")
def ask(transport: Transport) -> Iterator[Ask]:
    """Has a transport and the reference call a server that answers so."""
    reference = Transport("reference")
    with Wire() as server:
        services = {call.service for call in CALLS.values()}
        clients = {
            service: [each.client(service, server.url) for each in (transport, reference)] for service in services
        }

        def outcomes(operation: str, answer: bytes) -> tuple[Outcome, Outcome]:
            server.script((answer,))
            call = CALLS[operation]
            by_transport, by_botocore = (outcome_of(c, operation, call.request) for c in clients[call.service])
            return by_transport, by_botocore

        yield outcomes


STATUSES = st.sampled_from([400, 401, 403, 404, 409, 413, 429, 500, 501, 502, 503, 504, 599])
WORDS = st.sampled_from(
    [
        "ThrottlingException",
        "com.amazonaws.ses#MessageRejected",
        "X:http://internal.amazon.com/coral/y#z/",
        "#",
        ":",
        "",
        " ",
        "a#b#c",
        "a:b:c",
        "Code",
        "400",
    ]
)
VALUES = st.one_of(WORDS, st.none(), st.integers(), st.lists(WORDS, max_size=1), st.just({}))
KINDS = st.dictionaries(st.sampled_from(["__type", "code", "Code"]), VALUES, max_size=1)
TOLD = st.builds(
    lambda kind, more: {**kind, **more},
    KINDS,
    st.dictionaries(st.sampled_from(["message", "Message", "Reason", "Error"]), VALUES),
)
BODIES = st.one_of(TOLD.map(json.dumps), st.text(max_size=20), st.sampled_from(["{}", "[]", '{"__type"']))
TOLD_BESIDE = {"SendEmail": "x-amzn-errortype", "ChangeMessageVisibilityBatch": "x-amzn-query-error"}
HEADERS = st.fixed_dictionaries(
    {
        "x-amzn-errortype": WORDS.filter(str.isascii),
        "x-amzn-query-error": st.sampled_from(["A.B;Sender", "A.B;Receiver", "A.B", ""]),
    }
)
ELEMENTS = st.lists(
    st.tuples(st.sampled_from(["Code", "Message", "RequestId", "Key"]), WORDS), max_size=4, unique_by=lambda e: e[0]
)
XML = ELEMENTS.map(
    lambda told: "<Error>" + "".join(f"<{name}>{escape(text)}</{name}>" for name, text in told) + "</Error>"
)
S3_BODIES = st.one_of(
    XML,
    XML.map('<?xml version="1.0" encoding="UTF-8"?>\n{}\n'.format),
    XML.map(lambda text: text[:-9]),
    st.text(max_size=20),
    st.just("<html></html>"),
)


def check(answer: bytes, by_transport: Outcome, by_botocore: Outcome) -> None:
    """Where botocore finds no code, another may be found that is told somewhere."""
    assert isinstance(by_transport, Failed)
    if not isinstance(by_botocore, Failed) or by_botocore.kind is not Refused:
        return
    assert by_transport._replace(code="") == by_botocore._replace(code="")
    none = ("", str(by_botocore.status))
    told = by_transport.code in none or by_transport.code.encode() in answer
    assert by_transport.code == by_botocore.code or (by_botocore.code in none and told)


@given(
    operation=st.sampled_from(["GetItem", "SendEmail", "ChangeMessageVisibilityBatch", "GetSecretValue"]),
    status=STATUSES,
    headers=HEADERS,
    body=BODIES,
)
def test_a_refusal_in_json(ask: Ask, operation: str, status: int, headers: dict[str, str], body: str) -> None:
    lines = [f"{name}: {value}" for name, value in headers.items() if name == TOLD_BESIDE.get(operation)]
    answer = http(status, body.encode(), *lines)
    check(answer, *ask(operation, answer))


@given(status=STATUSES, body=S3_BODIES)
def test_a_refusal_in_xml(ask: Ask, status: int, body: str) -> None:
    answer = http(status, body.encode())
    check(answer, *ask("PutObject", answer))
