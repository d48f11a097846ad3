from collections.abc import Callable, Mapping
from typing import Any

import pytest

from aws.calls import Timeouts
from bookings import Booking
from worker.bootstrap import budget, build_ports
from worker.leases import DynamoLeases, NoLeases

FUNCTION_TIMEOUT = 10


@pytest.mark.parametrize("leases", [True, False])
def test_the_worst_job_fits_the_function_timeout(*, leases: bool) -> None:
    assert 0 < FUNCTION_TIMEOUT - budget(leases=leases).to_start <= 2


@pytest.mark.parametrize(("seconds", "kind"), [("0", NoLeases), ("60", DynamoLeases)])
def test_leases_are_as_the_stack_says(aws_environment: dict[str, str], seconds: str, kind: type) -> None:
    ports = build_ports(aws_environment | {"LEASE_SECONDS": seconds})
    assert isinstance(ports.leases, kind)
    assert (ports.budget.lease > 0) == (seconds != "0")


def test_leases_are_off_unless_asked_for(aws_environment: dict[str, str]) -> None:
    assert isinstance(build_ports(aws_environment).leases, NoLeases)


def test_a_missing_variable_is_named(aws_environment: dict[str, str]) -> None:
    del aws_environment["SENDER"]
    with pytest.raises(KeyError, match="SENDER"):
        build_ports(aws_environment)


class Recorder:
    """A transport whose every client writes down the emails that it is asked for."""

    def __init__(self) -> None:
        self.tries: dict[str, int] = {}
        self.requests: list[Mapping[str, Any]] = []

    def client(self, service: str, timeouts: Timeouts, *, tries: int = 1, connections: int = 1) -> "Recorder":
        assert timeouts.call * connections > 0
        self.tries[service] = tries
        return self

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        assert operation == "SendEmail"
        self.requests.append(request)
        return {"MessageId": "email-1"}


def test_no_call_of_the_worker_is_tried_again_unseen(aws_environment: dict[str, str]) -> None:
    aws = Recorder()
    build_ports(aws_environment, aws=aws)
    assert aws.tries == {"dynamodb": 1, "sesv2": 1, "sqs": 1}


@pytest.mark.parametrize(
    ("variables", "from_address", "page"),
    [
        ({}, "no-reply@minitickets.theversehub.in", False),
        ({"SENDER_NAME": "Harbour"}, '"Harbour" <no-reply@minitickets.theversehub.in>', False),
        ({"MY_TICKETS_URL": "https://tickets.example"}, "no-reply@minitickets.theversehub.in", True),
    ],
    ids=["neither", "a name", "a page"],
)
def test_what_the_guest_sees_is_as_the_stack_says(
    aws_environment: dict[str, str],
    booking: Callable[..., Booking],
    variables: dict[str, str],
    from_address: str,
    page: bool,  # noqa: FBT001 # a column of the table
) -> None:
    aws = Recorder()
    build_ports(aws_environment | variables, aws=aws).mailer.send(booking())
    (request,) = aws.requests
    assert request["FromEmailAddress"] == from_address
    assert request["Content"].keys() == {"Simple"}
    assert ("https://tickets.example" in request["Content"]["Simple"]["Body"]["Text"]["Data"]) == page


@pytest.mark.parametrize(("memory", "margin"), [("128", 1.0), ("256", 0.5), ("1769", 0.5)])
def test_a_slow_processor_has_a_greater_margin(aws_environment: dict[str, str], memory: str, margin: float) -> None:
    ports = build_ports(aws_environment | {"AWS_LAMBDA_FUNCTION_MEMORY_SIZE": memory})
    assert ports.budget.margin == margin
