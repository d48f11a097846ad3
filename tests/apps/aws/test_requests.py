"""What the calls of the functions are on the wire: on every transport what clients of botocore's own make of them."""

import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.apps.aws.bench import Bench
from tests.apps.aws.calls import CALLS, REGION, Call, good_answer
from tests.apps.aws.transports import Transport
from tests.fixtures.certificates import server_context
from tests.fixtures.wire import Wire

IN_AWS = (f"*.{REGION}.amazonaws.com", f"*.s3.{REGION}.amazonaws.com")


@pytest.fixture(scope="module", params=["http", "https", "https, below a path", "https, in AWS"])
def bench(request: pytest.FixtureRequest, transport: Transport, bundle: str) -> Iterator[Bench]:
    scheme, _, where = request.param.partition(", ")
    names = IN_AWS if where == "in AWS" else ("localhost",)
    with Wire(tls=server_context(*names) if scheme == "https" else None) as server:
        url = {"in AWS": "", "below a path": f"{server.url}/behind/a-proxy"}.get(where, server.url)
        with aws_at(server):
            yield Bench(server.answer(good_answer), transport, bundle, url)


@contextmanager
def aws_at(server: Wire) -> Generator[None]:
    """Makes AWS's names lead to a server on loopback, whatever the port; the certificate is still for the name."""
    real = socket.getaddrinfo

    def found(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else str(host)
        in_aws = name.endswith(".amazonaws.com")
        assert in_aws or name in ("localhost", "127.0.0.1")
        return real("127.0.0.1", server.port if in_aws else port, *args, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", found)
        yield


@pytest.mark.parametrize("operation", CALLS)
def test_a_call_is_what_botocore_makes_of_it(bench: Bench, operation: str) -> None:
    call = CALLS[operation]
    seen = bench.by_transport(call)
    assert seen == bench.by_botocore(call)
    assert seen.checked


def test_a_small_object_is_sent_without_asking_whether_it_may(transport: Transport, bench: Bench) -> None:
    bench.by_transport(CALLS["PutObject"])
    assert not bench.asked_first or transport.name == "reference"


@pytest.mark.parametrize("bucket", ["with.dots", "with_underscore", "Upper", "a" * 63])
def test_a_bucket_of_any_name_is_found_where_botocore_finds_it(bench: Bench, bucket: str) -> None:
    call = of("PutObject", Bucket=bucket)
    assert bench.by_transport(call) == bench.by_botocore(call)


ODD_KEYS = ["a b", "a+b", "a%2Fb", "a%b", "/a", "a//b", "../a", "a/./b/..", "é/票/🎫", "a?b#c&d=e", "~a*(b)!'", '"\\']


@pytest.mark.parametrize("key", ODD_KEYS)
def test_a_key_of_any_form_is_written_as_botocore_writes_it(bench: Bench, key: str) -> None:
    call = of("PutObject", Key=key)
    assert bench.by_transport(call) == bench.by_botocore(call)


def test_below_a_path_of_any_form_signatures_are_good(transport: Transport, bundle: str) -> None:
    with Wire().answer(good_answer) as server:
        bench = Bench(server, transport, bundle, f"{server.url}/behind/a%20~proxy+/")
        for call in CALLS.values():
            bench.by_transport(call)


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


@pytest.mark.parametrize("bench", ["https"], indirect=True)
@given(call=st.one_of(ITEMS, EMAILS, HIDINGS, OBJECTS))
def test_any_call_is_what_botocore_makes_of_it(bench: Bench, call: Call) -> None:
    assert bench.by_transport(call) == bench.by_botocore(call)
