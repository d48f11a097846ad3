from unittest.mock import Mock, call

import pytest

from embeddedaws.clients import Credentials
from embeddedaws.functions.credentials import RoleClients
from tests.fixtures.lambdas import NOWHERE, ROLE

TICKETS = "arn:aws:iam::123456789012:role/tickets"
HOUR = 3600.0


@pytest.mark.parametrize(
    ("expiration", "soon"),
    [(None, False), (1301.0, False), (1300.0, True), (900.0, True)],
    ids=["never", "later", "in five minutes", "past"],
)
def test_credentials_are_old_five_minutes_before_their_end(expiration: float | None, *, soon: bool) -> None:
    credentials = Credentials(access_key_id="a", secret_access_key="b", session_token="c", expiration=expiration)

    assert credentials.expire_soon(1000.0) is soon


def test_each_role_has_one_client_until_its_credentials_get_old() -> None:
    clock = Mock(return_value=0.0)
    assume_role = Mock(side_effect=lambda _role: Credentials("AKIA", "secret", "token", clock() + HOUR))
    clients = RoleClients(assume_role, NOWHERE, "ap-south-1", clock)

    worker = clients.get(ROLE)
    assert clients.get(ROLE) is worker
    assert clients.get(TICKETS) is not worker
    clock.return_value = HOUR
    assert clients.get(ROLE) is not worker
    assert assume_role.call_args_list == [call(ROLE), call(TICKETS), call(ROLE)]
    clients.close()
