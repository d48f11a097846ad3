"""Runs one drill on an embedded AWS that other things may use, too, and leaves the stack as it was."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock

from embeddedaws.embedded_aws import EmbeddedAws
from minitickets.drill import invocations, permissions, services
from minitickets.drill.drilled import Drilled
from minitickets.drill.outcome import require_emails, require_record, require_tickets
from minitickets.drill.scene import Scene
from minitickets.drill.standing import Standing, differences, standing_of
from minitickets.drill.waiting import NotSeen
from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from pulumicheck.particulars import Symptom
from tickets.signing_key import create_key_ring

Drill = Callable[[Scene], None]
"""Makes the cause, notes what is seen, and undoes the cause; raises NotSeen where the symptom does not show."""

DRILLS: Mapping[str, Drill] = {
    "wrong-table-arn": permissions.wrong_table_arn,
    "sent-not-recorded": permissions.sent_not_recorded,
    "api-scans": permissions.api_scans,
    "no-partial-answer": invocations.no_partial_answer,
    "concurrency-exhausted": invocations.concurrency_exhausted,
    "timed-out": invocations.timed_out,
    "key-missing": services.key_missing,
    "handler-misnamed": invocations.handler_misnamed,
    "sender-not-verified": services.sender_unknown,
    "poison": services.poison,
}

_drilling = Lock()


def drill_each(
    symptoms: Iterable[Symptom], stack: str, begin: Callable[[Symptom], None], tell: Callable[[str], None]
) -> Iterator[tuple[Symptom, Drilled]]:
    """Runs one drill after the other on the same AWS, which ends with them; gives each as it ends.

    Args:
        symptoms: which ones.
        stack: whose settings to use.
        begin: hears of each drill, before it begins.
        tell: hears of each of its steps, in a sentence.
    """
    project = find_project()
    with EmbeddedAws(project.region(stack), APPS) as aws:
        deployed = deploy(aws, project, stack, ring=create_key_ring())
        for symptom in symptoms:
            begin(symptom)
            yield symptom, run_drill(symptom, deployed, tell)


def run_drill(symptom: Symptom, stack: DeployedStack, tell: Callable[[str], None]) -> Drilled:
    """Makes the symptom happen, undoes its cause, and checks that a booking is handled normally again.

    Messages of others wait at the queue's entrance meanwhile, 10 to 30 seconds. The queues' clock may be ahead
    afterwards, by the time that a failed message stays hidden. What the drill's own bookings led to stays: emails,
    records, tickets, log lines. The cause is undone however the drill ends, Ctrl-C included.

    Args:
        symptom: which one.
        stack: where, with its mappings and its signing key.
        tell: hears of each step, in a sentence; it is called in this thread.

    Raises:
        CommandError: another drill is running.
    """
    with _one_at_a_time():
        began = time.monotonic()
        scene = Scene(stack, tell)
        before = standing_of(scene)
        reproduced = _drill(scene, symptom.name)
        left_over = tuple(_left_over(scene, before))
    return Drilled(
        name=symptom.name,
        reproduced=reproduced,
        evidence=tuple(scene.evidence),
        lines=tuple(scene.lines),
        find=tuple(scene.find),
        left_over=left_over,
        seconds=time.monotonic() - began,
    )


@contextmanager
def _one_at_a_time() -> Generator[None]:
    if not _drilling.acquire(blocking=False):
        raise CommandError("another drill is running: wait until it has ended.")
    try:
        yield
    finally:
        _drilling.release()


def _drill(scene: Scene, name: str) -> bool:
    try:
        DRILLS[name](scene)
    except NotSeen as error:
        scene.saw(str(error))
        return False
    return True


def _left_over(scene: Scene, before: Standing) -> Iterator[str]:
    yield from differences(before, standing_of(scene))
    try:
        _check(scene)
    except NotSeen as error:
        yield str(error)


def _check(scene: Scene) -> None:
    """A booking that follows becomes one email, one record and one ticket."""
    booking = scene.booking()
    for pipeline in (scene.worker, scene.tickets):
        scene.publish(pipeline, booking)
    for pipeline in (scene.worker, scene.tickets):
        scene.wait_until_deleted(pipeline, booking)
    require_emails(scene, booking)
    require_record(scene, booking)
    require_tickets(scene, booking)
    scene.tell("A booking that follows is handled normally.")
