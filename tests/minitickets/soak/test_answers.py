"""What botocore makes of a fault: the service's own error, or no answer at all."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from botocore.exceptions import ClientError, ConnectionClosedError

from embeddedaws.clients import Clients
from minitickets.books.faults import Fault, Kind, Service
from minitickets.soak.answers import cut, refusal
from minitickets.soak.storm import NumberedCall


def _call(clients: Clients, service: str) -> None:
    if service == "ses":
        content: Any = {"Simple": {"Subject": {"Data": "s"}, "Body": {"Text": {"Data": "t"}}}}
        clients.sesv2.send_email(
            FromEmailAddress="a@example.com", Destination={"ToAddresses": ["b@example.com"]}, Content=content
        )
    else:
        clients.dynamodb.get_item(TableName="t", Key={"jobKey": {"S": "k"}})


@pytest.mark.parametrize(
    ("service", "kind", "booking", "status", "code"),
    [
        pytest.param("ses", "throttle", 0, 429, "TooManyRequestsException", id="ses throttles"),
        pytest.param("ses", "serverError", 1, 500, "InternalServiceErrorException", id="ses fails"),
        pytest.param("ses", "serverError", 0, 503, "ServiceUnavailable", id="ses is unavailable"),
        pytest.param(
            "dynamodb", "throttle", 1, 400, "ProvisionedThroughputExceededException", id="the table throttles"
        ),
        pytest.param("dynamodb", "throttle", 0, 400, "ThrottlingException", id="dynamodb throttles"),
        pytest.param("dynamodb", "serverError", 0, 500, "InternalServerError", id="dynamodb fails"),
    ],
)
def test_a_refusal_is_the_services_own(
    serve: Callable[..., Clients], service: Service, kind: Kind, booking: int, status: int, code: str
) -> None:
    answer = refusal(Fault(service=service, kind=kind), NumberedCall(service, "Call", booking, 1))

    with pytest.raises(ClientError) as refused:
        _call(serve(answer), service)

    assert refused.value.response.get("Error", {}).get("Code") == code
    assert refused.value.response.get("ResponseMetadata", {}).get("HTTPStatusCode") == status


@pytest.mark.parametrize("service", ["ses", "dynamodb"])
def test_a_cut_connection_leaves_the_caller_without_an_answer(serve: Callable[..., Clients], service: str) -> None:
    def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return cut(environ)(environ, start_response)

    with pytest.raises(ConnectionClosedError):
        _call(serve(app), service)
