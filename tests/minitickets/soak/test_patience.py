import socket
import time

import pytest

from minitickets.soak.machine import LATE, Machine
from minitickets.soak.patience import PATIENCE, is_lost
from worker.bootstrap import DYNAMODB, SES


def test_it_is_what_the_worker_s_clients_have() -> None:
    assert {"ses": SES.read, "dynamodb": DYNAMODB.read} == PATIENCE


@pytest.mark.parametrize(
    ("seconds", "closed", "lost"),
    [(4.0, False, True), (3.5, False, False), (3.5, True, True), (0.5, True, False)],
    ids=["later than the client waits", "in time", "it has hung up meanwhile", "it was impatient"],
)
def test_an_answer_is_lost_on_a_client_that_waited_as_long_as_it_should(
    *, seconds: float, closed: bool, lost: bool
) -> None:
    server, client = socket.socketpair()
    with server, client:
        if closed:
            client.close()

        assert is_lost({"werkzeug.socket": server}, "ses", seconds) is lost


def test_what_a_client_sends_next_is_not_taken_for_its_end() -> None:
    server, client = socket.socketpair()
    with server, client:
        client.send(b"next")

        assert not is_lost({"werkzeug.socket": server}, "ses", 3.9)
        assert server.recv(4) == b"next"


def test_a_machine_is_slow_if_it_woke_late() -> None:
    with Machine() as machine:
        assert not machine.was_slow(0)
    machine._late.append(time.monotonic())

    assert machine.was_slow(60)
    assert DYNAMODB.read > LATE
