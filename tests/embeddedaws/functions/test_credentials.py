import pytest

from embeddedaws.clients import Credentials
from embeddedaws.functions.credentials import RoleClients

WORKER = "arn:aws:iam::123456789012:role/worker"
TICKETS = "arn:aws:iam::123456789012:role/tickets"
HOUR = 3600.0


class Sts:
    """Gives credentials that live for an hour, and counts them."""

    def __init__(self) -> None:
        self.now = 0.0
        self.assumed: list[str] = []

    def assume_role(self, role_arn: str) -> Credentials:
        self.assumed.append(role_arn)
        return Credentials(
            access_key_id="AKIA", secret_access_key="secret", session_token="token", expiration=self.now + HOUR
        )

    def clients(self) -> RoleClients:
        return RoleClients(self.assume_role, "http://127.0.0.1:9", "ap-south-1", lambda: self.now)


@pytest.mark.parametrize(
    ("expiration", "soon"),
    [(None, False), (1301.0, False), (1300.0, True), (900.0, True)],
    ids=["never", "later", "in five minutes", "past"],
)
def test_credentials_are_old_five_minutes_before_their_end(expiration: float | None, *, soon: bool) -> None:
    credentials = Credentials(access_key_id="a", secret_access_key="b", session_token="c", expiration=expiration)

    assert credentials.expire_soon(1000.0) is soon


def test_each_role_has_one_client_until_its_credentials_get_old() -> None:
    sts = Sts()
    clients = sts.clients()

    worker = clients.get(WORKER)
    assert clients.get(WORKER) is worker
    assert clients.get(TICKETS) is not worker
    sts.now = HOUR
    assert clients.get(WORKER) is not worker
    assert sts.assumed == [WORKER, TICKETS, WORKER]
    clients.close()
