"""How many emails a schedule must lead to, from what happened at which call, and nothing that the worker said.

Let one worker's email be *unrecorded* if SES accepted it and no record followed: the worker crashed in between, or was
not told that SES had accepted. Then the next delivery finds no record and sends again. Let two workers meet *at once*
if each looked before the other recorded. Then both send, unless leases are on, with which they cannot. So

    emails = 1 + unrecorded emails + 1 if the workers met at once
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from minitickets.explore.steps import WHOLE_BATCH, WORKERS, WorkerStep
from minitickets.explore.world import Schedule

UNRECORDED = frozenset({("SendEmail", "crash after"), ("SendEmail", "answer lost"), ("PutItem", "crash before")})
"""The points after which an email is unrecorded."""

Point = tuple[str, str]
"""A call, and how it went."""


@dataclass(frozen=True)
class Case:
    """What happened to one booking in a schedule: the points, in their order, and whether two workers met at once."""

    points: tuple[Point, ...]
    at_once: bool


def predicted_emails(steps: Sequence[WorkerStep], booking: int) -> int:
    """The emails that a booking gets in a schedule with these steps."""
    own = [step for step in steps if step.booking == booking]
    unrecorded = sum(
        _carried_out(own, worker, "SendEmail") is not None and _carried_out(own, worker, "PutItem") is None
        for worker in range(1, WORKERS + 1)
    )
    return 1 + unrecorded + meet_at_once(steps, booking)


def meet_at_once(steps: Sequence[WorkerStep], booking: int) -> bool:
    """Whether both workers looked before the other recorded."""
    own = [step for step in steps if step.booking == booking]
    looked = [_carried_out(own, worker, "GetItem", last=True) for worker in range(1, WORKERS + 1)]
    recorded = [_carried_out(own, worker, "PutItem") for worker in range(1, WORKERS + 1)]
    pairs = zip(looked, reversed(recorded), strict=True)
    return all(look is not None and record is not None and look < record for look, record in pairs)


def cases(schedule: Schedule) -> Iterable[tuple[int, Case]]:
    """The bookings whose case has a name: what happened, happened at their own calls or at the whole batch's."""
    happened = [step for step in schedule.steps if step.course != "done"]
    for booking in range(len(schedule.emails)):
        if all(step.booking in {booking, WHOLE_BATCH} for step in happened):
            points = tuple((step.call, str(step.course)) for step in happened)
            yield booking, Case(points, meet_at_once(schedule.steps, booking))


def predicted_for(case: Case) -> int:
    """The emails in a case in which something happened to one worker only."""
    return 1 + any(point in UNRECORDED for point in case.points) + case.at_once


def _carried_out(steps: Sequence[WorkerStep], worker: int, call: str, *, last: bool = False) -> int | None:
    """The position of a worker's first call of a kind that the service carried out, or of its last one."""
    positions = [
        position
        for position, step in enumerate(steps)
        if step.worker == worker and step.call.removesuffix(" again") == call and step.course != "crash before"
    ]
    return positions[-1 if last else 0] if positions else None
