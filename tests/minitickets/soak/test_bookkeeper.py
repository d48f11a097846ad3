"""Windows need a cause that hit the booking."""

from itertools import product

import pytest

from minitickets.books.faults import Fault
from minitickets.books.violations import Violations
from minitickets.soak.bookkeeper import Bookkeeper, Carried, End
from minitickets.soak.patience import is_lost
from minitickets.soak.request import FunctionRequest

UNANSWERED = Fault(service="ses", kind="lostAnswer")
PATIENT = Fault(service="ses", kind="slow", seconds=1)
TOO_SLOW = Fault(service="ses", kind="slow", seconds=9)
REFUSED = Fault(service="dynamodb", kind="throttle")


class World:
    """One booking, and the invocations that do something for it; each environment has one invocation."""

    def __init__(self, *, leases: bool = False) -> None:
        self.violations = Violations(lambda: 0)
        self.books = Bookkeeper(range(1), self.violations, leases=leases)

    def call(
        self,
        operation: str,
        environment: str = "a",
        fault: Fault | None = None,
        *,
        done: bool = True,
        late: float = 0,
    ) -> None:
        service = "ses" if operation == "SendEmail" else "dynamodb"
        request = FunctionRequest(f"key-{environment}", f"trace-{environment}", service, operation, 0)
        if fault is not None:
            self.books.struck(request, environment, fault)
        seconds = late or ((fault and fault.seconds) or 0)
        lost = (fault is not None and fault.kind == "lostAnswer") or is_lost({}, request.service, seconds)
        self.books.carry_out(request, environment, fault, lambda: (Carried(done, lost=lost), None))

    def end(self, environment: str = "a", *, killed: bool = False) -> End:
        return self.books.ended(environment, [0], killed=killed)

    @property
    def found(self) -> tuple[int, list[str]]:
        return self.books.windows(0), list(self.violations.counts)


@pytest.fixture
def world() -> World:
    return World()


def _send(world: World, environment: str = "a", fault: Fault | None = None, *, late: float = 0) -> None:
    world.call("GetItem", environment)
    world.call("SendEmail", environment, fault, late=late)


def test_sent_and_recorded_allows_no_second_email(world: World) -> None:
    _send(world)
    world.call("PutItem")
    world.end()
    assert world.found == (0, [])

    _send(world, "b")
    assert world.found == (0, ["too many emails"])


@pytest.mark.parametrize(
    ("fault", "late", "windows"),
    [
        pytest.param(UNANSWERED, 0, 1, id="the answer is lost"),
        pytest.param(TOO_SLOW, 0, 1, id="the answer is later than the client waits"),
        pytest.param(PATIENT, 0, 0, id="the answer is late, and in time"),
        pytest.param(None, 4.2, 1, id="this machine took longer than the client waits"),
        pytest.param(None, 1.0, 0, id="it took its time"),
    ],
)
def test_an_answer_that_the_world_keeps_back_opens_a_window(
    world: World, fault: Fault | None, late: float, windows: int
) -> None:
    _send(world, fault=fault, late=late)
    world.end()

    assert world.books.windows(0) == windows
    assert bool(world.violations.counts) is not bool(windows)  # nobody tried to record it, and something must excuse


@pytest.mark.parametrize(
    ("refused", "late", "killed", "found"),
    [
        pytest.param(False, 0, True, (1, []), id="a kill explains it"),
        pytest.param(True, 0, False, (1, []), id="a fault that hit the record explains it"),
        pytest.param(False, 0.6, False, (1, []), id="a record that came too late explains it"),
        pytest.param(False, 0, False, (0, ["record", "too many emails"]), id="nothing explains it"),
    ],
)
def test_a_missing_record_opens_a_window_only_where_the_world_is_to_blame(
    *, world: World, refused: bool, late: float, killed: bool, found: tuple[int, list[str]]
) -> None:
    _send(world)
    if refused:
        world.call("PutItem", fault=REFUSED, done=False)
    if late:
        world.call("PutItem", done=False, late=late)
    world.end(killed=killed)
    _send(world, "b")

    assert world.found == found


@pytest.mark.parametrize(
    ("leases", "twice", "found"),
    [
        pytest.param(False, False, (1, ["too many emails"]), id="unexplained"),
        pytest.param(False, True, (1, []), id="published twice"),
        pytest.param(True, True, (1, ["lease"]), id="in spite of leases"),
    ],
)
def test_two_workers_at_once_need_a_message_that_was_there_twice_and_no_leases(
    *, leases: bool, twice: bool, found: tuple[int, list[str]]
) -> None:
    world = World(leases=leases)
    if twice:
        world.books.published_twice(0)
    for operation, environment in product(("GetItem", "SendEmail"), "ab"):
        world.call(operation, environment)

    assert world.found == found


def test_an_email_that_arrives_after_its_environment_was_gone_is_a_crash(world: World) -> None:
    world.call("GetItem", environment="")
    world.call("SendEmail", environment="")
    _send(world, "b")

    assert world.found == (1, [])


def test_what_ends_is_the_oldest_invocation_of_an_environment(world: World) -> None:
    _send(world)
    later = FunctionRequest("key-a", "trace-later", "dynamodb", "GetItem", 0)
    world.books.carry_out(later, "a", None, lambda: (Carried(done=True), None))
    world.end(killed=True)
    world.books.carry_out(later, "a", None, lambda: (Carried(done=True), None))

    assert world.found == (1, [])


def test_the_end_of_an_invocation_tells_how_often_the_world_failed_it(world: World) -> None:
    world.call("GetItem", fault=REFUSED, done=False)
    world.call("GetItem", late=0.6)
    world.call("GetItem", "b")

    assert [world.end(), world.end("b"), world.end("c"), world.end("c", killed=True)] == [End(2), End(), End(), End(1)]


def test_the_end_of_an_invocation_tells_which_emails_it_knows_to_be_sent(world: World) -> None:
    _send(world)
    world.call("PutItem")
    _send(world, "b", UNANSWERED)

    assert (world.end().done, world.end("b").done) == (frozenset({0}), frozenset())


def test_ses_is_asked_once_an_invocation(world: World) -> None:
    send = FunctionRequest("key-a", "trace-a", "ses", "SendEmail", 0)
    world.books.asked(send, "a")
    assert not world.violations.counts

    world.books.asked(send, "a")
    assert list(world.violations.counts) == ["call"]


def test_paths_are_what_the_services_saw(world: World) -> None:
    world.call("GetItem", fault=REFUSED, done=False)
    _send(world)
    world.call("PutItem", fault=REFUSED, done=False)
    world.end()
    _send(world, "b")
    world.end("b", killed=True)

    assert world.books.paths == {
        "check: throttle": 1,
        "record: throttle": 1,
        "record: lost": 1,
        "crash: after an email": 1,
        "check: found done": 0,
    }
    assert world.books.unrecorded == {0}
