"""Each command that changes a stack, killed between any two of its requests, or in the middle of one, and run again."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from wsgiref.types import WSGIApplication

import pytest

from embeddedaws.clients import Clients
from embeddedaws.moto.queue_time import QueueClock
from minitickets.ops.target import LocalStack
from minitickets.stack.bookings import as_body, sample_booking
from pulumicheck.plan.project import Project
from tickets.signing_key import KeyRing, create_key_ring, parse_key_ring, rotate_key_ring, serialize_key_ring

from .conftest import LOCAL_REGION, Stack
from .killed import Killer

BODIES = [as_body(sample_booking("test", str(number))) for number in range(23)]
KILLED = {-9, 255}  # the second where the process that starts them all could not see how it ended
HIDDEN = 61  # seconds, after which what a killed process has received is visible again


@dataclass(frozen=True)
class Row:
    """A command.

    Attributes:
        arguments: what is typed.
        prepare: makes what it works on.
        check: what must be true when it was killed and run again. In the middle of a request, of which nobody knows
            what came, something may be done once more, as long as nothing is lost.
    """

    arguments: list[str]
    prepare: Callable[[Stack], None]
    check: Callable[[Stack, bool], None]
    may_be_refused: bool = False
    """Whether it may find that there is nothing left to do."""


def _prepare_publish(stack: Stack) -> None:
    stack.make_queues()


def _check_publish(stack: Stack, unclear: bool) -> None:  # noqa: FBT001
    for queue in (stack.names.jobs_queue, stack.names.tickets_queue):
        _check_bodies(Counter(stack.bodies(queue)), unclear)


def _check_bodies(found: Counter[str], unclear: bool) -> None:  # noqa: FBT001
    assert set(found) == set(BODIES)
    twice = [body for body, times in found.items() if times > 1]
    assert max(found.values()) <= 1 + unclear
    assert len(twice) <= (10 if unclear else 0)


def _prepare_redrive(stack: Stack) -> None:
    stack.make_queues()
    url = stack.clients.sqs.create_queue(QueueName=stack.names.jobs_dlq)["QueueUrl"]
    for body in BODIES:
        stack.clients.sqs.send_message(QueueUrl=url, MessageBody=body)


def _check_redrive(stack: Stack, unclear: bool) -> None:  # noqa: FBT001
    _check_bodies(Counter(stack.bodies(stack.names.jobs_queue)), unclear)
    assert stack.bodies(stack.names.jobs_dlq) == []


OLD_KEYS = create_key_ring()


def _check_keys(stack: Stack, *at_most: int) -> None:
    """What a function or a scanner reads now, and that no key was lost."""
    ring = parse_key_ring(stack.secret())
    assert ring.active in ring.keys
    assert 1 <= len(ring.keys) <= max(at_most)


def _check_rotate(stack: Stack, unclear: bool) -> None:  # noqa: ARG001, FBT001
    ring = parse_key_ring(stack.secret())
    assert OLD_KEYS.keys.items() <= ring.keys.items()
    assert ring.active not in OLD_KEYS.keys
    _check_keys(stack, 3)  # one for each time that somebody asked


LEAKED = rotate_key_ring(rotate_key_ring(OLD_KEYS))


def _check_remove(stack: Stack, unclear: bool) -> None:  # noqa: ARG001, FBT001
    ring = parse_key_ring(stack.secret())
    assert ring == KeyRing(LEAKED.active, {key: LEAKED.keys[key] for key in LEAKED.keys if key != OLD_KEYS.active})


ROWS = {
    "create": Row(
        ["keys", "create", "--local"],
        lambda stack: stack.make_secret(),
        lambda stack, _: _check_keys(stack, 1),
        may_be_refused=True,
    ),
    "rotate": Row(
        ["keys", "rotate", "--local"],
        lambda stack: stack.make_secret(serialize_key_ring(OLD_KEYS)),
        _check_rotate,
    ),
    "remove": Row(
        ["keys", "remove", OLD_KEYS.active, "--now", "--local"],
        lambda stack: stack.make_secret(serialize_key_ring(LEAKED)),
        _check_remove,
        may_be_refused=True,
    ),
    "publish": Row(["publish", "--local", "bookings.jsonl"], _prepare_publish, _check_publish),
    "redrive": Row(["dlq", "redrive", "jobs", "--local"], _prepare_redrive, _check_redrive),
}


@dataclass(frozen=True)
class Stage:
    killer: Killer
    stack: Stack
    clock: QueueClock


@pytest.fixture
def stage(
    project: Project, serve: Callable[..., Clients], emptied_moto: Callable[[], WSGIApplication], stack: Stack
) -> Callable[[bool], Iterator[Stage]]:
    """Gives one new stack after the other."""
    (project.root / "bookings.jsonl").write_text("\n".join(BODIES))

    def stages(unclear: bool) -> Iterator[Stage]:  # noqa: FBT001
        while True:
            clock = QueueClock()
            killer = Killer(emptied_moto(), answers_first=unclear)
            clients = serve(killer.introduction, LOCAL_REGION)
            running = LocalStack("dev", LOCAL_REGION, clients.sqs.meta.endpoint_url, killer.introduction.token)
            with running.announced(project), clock.installed():
                yield Stage(killer, Stack(clients, stack.names), clock)

    return stages


@pytest.mark.long
@pytest.mark.parametrize("unclear", [False, True], ids=["between two requests", "in the middle of one"])
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_killed_at_any_request_and_run_again_it_ends_right(
    row: Row,
    unclear: bool,  # noqa: FBT001
    stage: Callable[[bool], Iterator[Stage]],
    project: Project,
) -> None:
    for number, on in zip(count(1), stage(unclear), strict=False):
        row.prepare(on.stack)

        status = on.killer.run(project.root, row.arguments, killed_at=number)

        if status == 0:
            assert number > 2
            break
        assert status in KILLED
        on.clock.skip(HIDDEN)
        assert on.killer.run(project.root, row.arguments) in ({0, 1} if row.may_be_refused else {0})
        row.check(on.stack, unclear)
        assert not list((project.root / ".minitickets").glob("unfinished-*"))
