"""A failure needs a cause in the world; the function's word for it is none."""

from typing import Any

import pytest

from embeddedaws.mapping.events import Failed, Invoked, Received, Succeeded
from minitickets.books.faults import Fault
from minitickets.books.violations import Violations
from minitickets.soak.bookkeeper import Bookkeeper, Carried
from minitickets.soak.request import FunctionRequest
from minitickets.soak.traffic import Traffic
from tests.fixtures.lambdas import an_event

REFUSED = Fault(service="ses", kind="throttle")
SEND = FunctionRequest("key", "trace", "ses", "SendEmail", 0)


class World:
    """Two bookings in one batch, in an environment of the log stream `a`."""

    def __init__(self, *, leases: bool = False) -> None:
        self.violations = Violations(lambda: 0)
        self.books = Bookkeeper(range(2), self.violations, leases=leases)
        self.slow = False
        self.killed = set[str]()
        self.traffic = Traffic(
            self.books, lambda ids: [int(each) for each in ids], self.killed, lambda _: self.slow, self.violations
        )

    def end(self, *failed: str, error: str | None = None, timed_out: bool = False) -> list[str]:
        """The batch comes, and ends so; gives what is broken."""
        self.traffic(an_event(Received, "0", "1"))
        self.traffic(an_event(Invoked, "0", "1", function_error=error, timed_out=timed_out, log_stream="a"))
        self.traffic(an_event(Succeeded, *({"0", "1"} - set(failed))))
        self.traffic(an_event(Failed, *failed))
        assert self.traffic.in_flight() == 0
        return list(self.violations.counts)


@pytest.fixture
def world() -> World:
    return World()


def test_a_failure_without_a_cause_is_told(world: World) -> None:
    assert world.end("1") == ["cause"]


def test_a_fault_on_any_call_of_the_invocation_is_a_cause(world: World) -> None:
    world.books.struck(SEND, "a", REFUSED)

    assert world.end("1") == []
    assert world.end("1") == ["cause"]  # of this invocation, not of the next


def test_what_is_sent_is_never_answered_as_failed(world: World) -> None:
    world.books.struck(FunctionRequest("key", "trace", "ses", "SendEmail", 1), "a", REFUSED)
    for operation in ("GetItem", "SendEmail", "PutItem"):
        request = FunctionRequest("key", "trace", "ses" if operation == "SendEmail" else "dynamodb", operation, 0)
        world.books.carry_out(request, "a", None, lambda: (Carried(done=True), None))

    assert world.end("0", "1") == ["cause"]
    assert world.violations.first[0].booking == 0


@pytest.mark.parametrize(("leases", "broken"), [(True, []), (False, ["cause"])])
def test_a_lease_that_another_worker_may_hold_is_a_cause(*, leases: bool, broken: list[str]) -> None:
    world = World(leases=leases)
    world.books.published_twice(1)

    assert world.end("1") == broken


@pytest.mark.parametrize(
    ("how", "broken"),
    [
        ({"killed": True}, []),
        ({}, ["answer", "cause"]),
        ({"timed_out": True}, ["answer", "cause"]),
        ({"timed_out": True, "slow": True}, []),
        ({"slow": True}, ["answer"]),
    ],
    ids=["killed here", "by itself", "too long", "too long on a slow machine", "by itself on a slow machine"],
)
def test_an_invocation_is_cut_off_by_the_world_or_it_is_told(
    world: World, how: dict[str, Any], broken: list[str]
) -> None:
    world.killed |= {"a"} if how.get("killed") else set()
    world.slow = how.get("slow", False)

    assert world.end("0", "1", error="Unhandled", timed_out=how.get("timed_out", False)) == broken


def test_what_only_a_slow_machine_explains_is_counted(world: World) -> None:
    world.slow = True

    assert world.end("0", "1") == []
    assert world.traffic.excused == 2
