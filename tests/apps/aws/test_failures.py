"""What a server does to a call, and what the call makes of it: the same class of failure on every transport."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from aws.calls import Client, NotSent
from tests.apps.aws.broken import BROKEN, FORMS, SLOW, UNHEARD
from tests.apps.aws.calls import CALLS
from tests.apps.aws.cases import Case
from tests.apps.aws.outcomes import Answered, Outcome, outcome_of
from tests.apps.aws.refused import ODD_ERRORS, REFUSALS, SERVER_ERRORS, THROTTLES
from tests.apps.aws.transports import PATIENT, QUICK, Transport
from tests.fixtures.wire import Wire

CASES = THROTTLES | REFUSALS | ODD_ERRORS | SERVER_ERRORS | FORMS | BROKEN | SLOW | UNHEARD
SLACK = 6  # seconds, of a machine that does other things too: a server that says nothing waits longer
LONGEST_PAUSE = 1.0  # seconds, between two tries


class Made(NamedTuple):
    """A call that was made: what became of it, in how many seconds, and what the server saw of it."""

    outcome: Outcome
    seconds: float
    requests: int
    heard: int  # bytes


def make(client: Client, case: Case, server: Wire) -> Made:
    start = time.monotonic()
    outcome = outcome_of(client, case.operation, CALLS[case.operation].request)
    seconds = time.monotonic() - start
    return Made(outcome, seconds, len(server.requests), sum(connection.heard for connection in server.connections))


def make_all(transport: Transport, tries: int) -> dict[str, Made]:
    """All cases at once, as nearly all of the time is spent waiting; what follows the case's answer is a good one."""
    with ExitStack() as servers:
        ready = [(name, *prepared(transport, tries, name, servers)) for name in CASES]
        with ThreadPoolExecutor(8) as pool:
            return dict(pool.map(lambda each: (each[0], make(*each[1:])), ready))


def prepared(transport: Transport, tries: int, name: str, servers: ExitStack) -> tuple[Client, Case, Wire]:
    case, timeouts = CASES[name], QUICK if name in SLOW else PATIENT
    server = servers.enter_context(Wire(greeting=case.greeting))
    server.script(*(case.script, (CALLS[case.operation].answer,))[:tries])
    return transport.client(CALLS[case.operation].service, server.url, timeouts, tries=tries), case, server


@pytest.fixture(scope="module")
def once(transport: Transport) -> dict[str, Made]:
    return make_all(transport, 1)


@pytest.fixture(scope="module")
def twice(transport: Transport) -> dict[str, Made]:
    return make_all(transport, 2)


@pytest.mark.parametrize("name", CASES)
def test_a_call_that_is_tried_once(transport: Transport, once: dict[str, Made], name: str) -> None:
    case, made = CASES[name], once[name]
    assert made.outcome in transport.right(name, case.outcome, case.or_else)
    assert made.requests == (0 if case.greeting else 1)
    assert made.outcome.kind is not NotSent or made.heard == 0
    assert made.seconds < QUICK.call + SLACK


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_a_call_that_is_tried_twice(transport: Transport, twice: dict[str, Made], name: str) -> None:
    case, made = CASES[name], twice[name]
    if case.retried is None or name in transport.weaknesses:
        return
    if case.retried:
        assert made.outcome == Answered(CALLS[case.operation].means)
    else:
        assert made.outcome in (case.outcome, case.or_else)
    assert made.requests == (1 if case.greeting or not case.retried else 2)
    assert made.seconds < 2 * QUICK.call + LONGEST_PAUSE + SLACK
