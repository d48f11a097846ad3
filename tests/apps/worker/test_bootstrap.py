import threading
from collections.abc import Callable, Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import botocore.session
import pytest

from bookings import Booking
from worker.bootstrap import Timeouts, budget, build_ports
from worker.failures import Unclear
from worker.leases import DynamoLeases, NoLeases
from worker.mailer import SesMailer

if TYPE_CHECKING:
    from types_boto3_sesv2 import SESV2Client

FUNCTION_TIMEOUT = 10


class Stalling(BaseHTTPRequestHandler):
    requests = 0
    release = threading.Event()

    def do_POST(self) -> None:
        Stalling.requests += 1
        self.release.wait(10)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # the base class names it
        pass


@pytest.fixture
def stalling_server() -> Generator[str]:
    Stalling.requests = 0
    Stalling.release.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Stalling) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        Stalling.release.set()
        server.shutdown()
        thread.join()


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
    """A session whose every client writes down the emails that it is asked for."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []

    def create_client(self, *_: Any, **__: Any) -> "Recorder":
        return self

    def send_email(self, **request: Any) -> dict[str, str]:
        self.requests.append(request)
        return {"MessageId": "email-1"}


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
    session: Any = Recorder()
    build_ports(aws_environment | variables, session=session).mailer.send(booking())
    (request,) = session.requests
    assert request["FromEmailAddress"] == from_address
    assert request["Content"].keys() == {"Simple"}
    assert ("https://tickets.example" in request["Content"]["Simple"]["Body"]["Text"]["Data"]) == page


@pytest.mark.usefixtures("aws_environment")
def test_a_stalling_ses_sees_one_request_per_send(stalling_server: str, booking: Callable[..., Booking]) -> None:
    client: SESV2Client = botocore.session.get_session().create_client(  # pyright: ignore[reportAssignmentType]
        "sesv2", "ap-south-1", endpoint_url=stalling_server, config=Timeouts(connect=1, read=0.3).config()
    )
    with pytest.raises(Unclear):
        SesMailer(client, "no-reply@example.com").send(booking())
    client.close()
    assert Stalling.requests == 1
