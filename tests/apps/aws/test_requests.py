"""What the calls of the functions are on the wire: on every transport what clients of botocore's own make of them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.apps.aws.calls import CALLS, REGION, Call, good_answer
from tests.apps.aws.outcomes import Answered, outcome_of
from tests.apps.aws.requests_seen import Plain, Understood, understood
from tests.apps.aws.transports import Transport, environment, signer
from tests.fixtures.certificates import server_context
from tests.fixtures.sigv4 import check_signature
from tests.fixtures.wire import Wire


class Bench:
    """One server, a transport's clients of it and botocore's."""

    def __init__(self, server: Wire, transport: Transport, bundle: str) -> None:
        self._server = server
        self._bundle = bundle
        services = {call.service for call in CALLS.values()}
        self._clients = {
            service: transport.client(service, server.url, environ={"AWS_CA_BUNDLE": bundle}) for service in services
        }
        with environment({"AWS_CA_BUNDLE": bundle}):
            self._plain = Plain(REGION, server.url, services)

    def by_transport(self, call: Call) -> Understood:
        outcome = outcome_of(self._clients[call.service], call.operation, call.request)
        assert outcome == Answered(call.means)
        return self._seen(call)

    def by_botocore(self, call: Call) -> Understood:
        self._plain.call(call.service, call.operation, call.request)
        return self._seen(call)

    def _seen(self, call: Call) -> Understood:
        request = self._server.requests.pop()
        assert not self._server.requests
        encrypted = self._server.url.startswith("https")
        check_signature(request, signer(call.scope), datetime.now(UTC), encrypted=encrypted)
        return understood(request)


@pytest.fixture(scope="module", params=["http", "https"])
def bench(request: pytest.FixtureRequest, transport: Transport, bundle: str) -> Iterator[Bench]:
    tls = server_context() if request.param == "https" else None
    with Wire(tls=tls).answer(good_answer) as server:
        yield Bench(server, transport, bundle)


@pytest.mark.parametrize("operation", CALLS)
def test_a_call_is_what_botocore_makes_of_it(bench: Bench, operation: str) -> None:
    call = CALLS[operation]
    seen = bench.by_transport(call)
    assert seen == bench.by_botocore(call)
    assert seen.checked


def of(operation: str, **changed: Any) -> Call:
    """An example with other parameters."""
    call = CALLS[operation]
    return call._replace(request={**call.request, **changed})


TEXT = st.text(max_size=200)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=60)
VALUES = st.recursive(
    st.one_of(
        st.fixed_dictionaries({"S": TEXT}),
        st.fixed_dictionaries({"N": st.integers().map(str)}),
        st.fixed_dictionaries({"BOOL": st.booleans()}),
    ),
    lambda inner: st.fixed_dictionaries({"M": st.dictionaries(NAMES, inner, max_size=3)}),
    max_leaves=5,
)
ITEMS = st.dictionaries(NAMES, VALUES, max_size=5).map(lambda item: of("PutItem", Item=item))
EMAILS = st.builds(
    lambda subject, body, to: of(
        "SendEmail",
        Destination={"ToAddresses": [to]},
        Content={"Simple": {"Subject": {"Data": subject}, "Body": {"Html": {"Data": body, "Charset": "UTF-8"}}}},
    ),
    TEXT,
    TEXT,
    TEXT,
)
HIDINGS = st.lists(st.tuples(TEXT, st.integers(0, 43200)), min_size=1, max_size=10).map(
    lambda entries: of(
        "ChangeMessageVisibilityBatch",
        Entries=[
            {"Id": str(n), "ReceiptHandle": handle, "VisibilityTimeout": seconds}
            for n, (handle, seconds) in enumerate(entries)
        ],
    )
)
# S3's keys are of 1 to 1,024 bytes; those with a part that is relative are apart, as URLs take them for directions.
KEYS = st.one_of(
    NAMES,
    st.lists(
        st.sampled_from(
            [
                "a",
                " ",
                "+",
                "%",
                "%2F",
                "/",
                "//",
                "?",
                "#",
                "&",
                "=",
                "~",
                ":",
                "é",
                "票",
                "🎫",
                "'",
                '"',
                "\\",
                "*",
                "\x7f",
                "a.b",
                "..a",
            ]
        ),
        min_size=1,
        max_size=8,
    ).map("".join),
)
OBJECTS = st.builds(lambda key, body: of("PutObject", Key=key, Body=body), KEYS, st.binary(max_size=600))


@given(call=st.one_of(ITEMS, EMAILS, HIDINGS, OBJECTS))
def test_any_call_is_what_botocore_makes_of_it(bench: Bench, call: Call) -> None:
    assert bench.by_transport(call) == bench.by_botocore(call)
