"""Whom a call is made to: for each region what botocore knows, unless the environment names another."""

import socket
from typing import Any

import botocore.session
import pytest
from botocore.endpoint_provider import EndpointProvider

from tests.apps.aws.calls import CALLS, REGION, good_answer
from tests.apps.aws.outcomes import Answered, outcome_of
from tests.apps.aws.transports import Transport
from tests.fixtures.wire import Wire

CALL_OF = {call.service: call for call in CALLS.values()}
VARIABLE_OF = {
    "dynamodb": "AWS_ENDPOINT_URL_DYNAMODB",
    "sqs": "AWS_ENDPOINT_URL_SQS",
    "sesv2": "AWS_ENDPOINT_URL_SESV2",
    "s3": "AWS_ENDPOINT_URL_S3",
    "secretsmanager": "AWS_ENDPOINT_URL_SECRETS_MANAGER",
}


def host_of(monkeypatch: pytest.MonkeyPatch, transport: Transport, service: str, **variables: str) -> tuple[str, int]:
    """The host and port that a call is made to."""
    asked: list[tuple[str, int]] = []

    def note(host: Any, port: Any, *_: Any, **__: Any) -> Any:
        asked.append((host.decode() if isinstance(host, bytes) else host, int(port)))
        raise socket.gaierror(socket.EAI_NONAME, "not here")

    with monkeypatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", note)
        outcome_of(transport.client(service, environ=variables), CALL_OF[service].operation, CALL_OF[service].request)
    (host,) = set(asked)
    return host


def known(service: str, region: str, **options: bool) -> str:
    """The host in botocore's rules."""
    loader = SESSION.get_component("data_loader")
    rules = loader.load_service_model(service, "endpoint-rule-set-1")
    bucket = {"Bucket": CALL_OF["s3"].request["Bucket"]} if service == "s3" else {}
    legacy = {"UseGlobalEndpoint": region == "us-east-1" and not options}  # S3's first region has a name without one
    parameters = {"Region": region, "UseFIPS": False, "UseDualStack": False, **bucket, **legacy, **options}
    return (
        EndpointProvider(rules, loader.load_data("partitions"))
        .resolve_endpoint(**parameters)
        .url.removeprefix("https://")
    )


SESSION: Any = botocore.session.get_session()
REGIONS = [
    region
    for partition in SESSION.get_available_partitions()
    for region in SESSION.get_available_regions("sqs", partition)
]


@pytest.mark.parametrize("service", CALL_OF)
def test_each_region_has_its_endpoint(monkeypatch: pytest.MonkeyPatch, transport: Transport, service: str) -> None:
    regions = (
        REGIONS
        if transport.name != "reference"
        else [REGION, "us-east-1", "cn-north-1", "us-gov-west-1", "us-iso-east-1"]
    )
    for region in regions:
        found = host_of(monkeypatch, transport, service, AWS_REGION=region, AWS_DEFAULT_REGION=region)
        assert found == (known(service, region), 443)


@pytest.mark.parametrize("service", CALL_OF)
@pytest.mark.parametrize(
    ("variable", "option"), [("AWS_USE_FIPS_ENDPOINT", "UseFIPS"), ("AWS_USE_DUALSTACK_ENDPOINT", "UseDualStack")]
)
def test_an_endpoint_of_another_kind_is_used_or_refused(
    monkeypatch: pytest.MonkeyPatch, transport: Transport, service: str, variable: str, option: str
) -> None:
    if transport.name != "reference":
        with pytest.raises(ValueError, match=variable):  # a sentence that names it
            transport.client(service, environ={variable: "true"})
        return
    found = host_of(monkeypatch, transport, service, AWS_REGION="us-east-1", **{variable: "true"})
    assert found == (known(service, "us-east-1", **{option: True}), 443)


@pytest.mark.parametrize("service", CALL_OF)
def test_the_variable_of_a_service_comes_first(transport: Transport, service: str) -> None:
    call = CALL_OF[service]
    with Wire().answer(good_answer) as general, Wire().answer(good_answer) as special:
        for variables, asked in (({}, general), ({VARIABLE_OF[service]: special.url}, special)):
            client = transport.client(service, general.url, environ=variables)
            assert outcome_of(client, call.operation, call.request) == Answered(call.means)
            assert len(asked.requests) == 1
        others = {name: special.url for other, name in VARIABLE_OF.items() if other != service}
        assert outcome_of(
            transport.client(service, general.url, environ=others), call.operation, call.request
        ) == Answered(call.means)
    assert (len(general.requests), len(special.requests)) == (2, 1)


@pytest.mark.parametrize("region", ["eu-central-1\nx", "eu central", "a" * 64])
@pytest.mark.parametrize("url", ["", "http://localhost:1"])
def test_what_is_no_region_is_refused(transport: Transport, region: str, url: str) -> None:
    with pytest.raises(ValueError, match="region"):
        transport.client("sqs", url, environ={"AWS_REGION": region, "AWS_DEFAULT_REGION": region})
