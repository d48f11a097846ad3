"""The queues: what was given up, and what is left."""

from collections import Counter
from collections.abc import Iterator, Sequence

from minitickets.books.contract.message import Message, job_key
from minitickets.demo.judge.observed import Complaint, Handled, Observed
from minitickets.demo.judge.wanted import Wanted


def given_up(world: Observed, wanted: Wanted, handled: Handled) -> set[str]:
    """The job keys of bookings that became dead letters since their world failed them, as often as it takes.

    In a demo nothing fails the functions but SES, for recipients whose address asks for it. A booking that came for
    several users or events is one of theirs, and only the tickets of the others can be given up.
    """
    needed = Counter[str]()
    for letter in handled.dead:
        if (message := wanted.message_in(letter.body)) is not None:
            needed[job_key(message)] += handled.max_receive_count
    failures = Counter(dict(_failures(world, wanted, handled)))
    contested = {key for key in needed if handled is world.issuer and len(owners(wanted.versions[key])) > 1}
    return contested | {key for key, count in needed.items() if failures[key] >= count}


def owners(versions: Sequence[Message]) -> set[tuple[str, str]]:
    """The users and events that a booking came for."""
    return {(version["userId"], version["event"]["id"]) for version in versions}


def message_verdict(wanted: Wanted, handled: Handled, reason: set[str]) -> Iterator[Complaint]:
    """Poison is dead, all of it, and else only the bookings in `reason`; nothing is left."""
    dead = Counter(letter.body for letter in handled.dead)
    for line in wanted.lines:
        if wanted.is_poison(line):
            if dead[line.body] < 1:
                yield Complaint(f"line {line.line} is no booking, and is not in {handled.dlq}", handled.look)
            dead[line.body] -= 1
    for body in sorted(body for body, count in dead.items() if count > 0):
        line, message = wanted.line_of.get(body), wanted.message_in(body)
        if message is None or job_key(message) not in reason:
            what = f"line {line.line}" if line else "a message that nobody published"
            yield Complaint(f"{what} is a dead letter in {handled.dlq}, and nothing had failed it", handled.look)
    crashed = {each.error for life in handled.deliveries.values() for each in life if each.error and not each.timed_out}
    for error in sorted(crashed):
        yield Complaint(f"an invocation of {handled.function} ended with {error}", handled.look)
    if handled.left:
        yield Complaint(f"{handled.queue} is not empty", handled.look)


def _failures(world: Observed, wanted: Wanted, handled: Handled) -> Iterator[tuple[str, int]]:
    """How often the world failed each booking: SES refused its email, or a neighbour's so slowly that both ended."""
    if handled is not world.worker:
        return
    times_out = Counter(
        message_id
        for message_id, deliveries in handled.deliveries.items()
        for delivery in deliveries
        if delivery.timed_out and any(_refused(world, wanted, handled, other) for other in delivery.batch)
    )
    for key, versions in wanted.versions.items():
        refused = sum(world.refused.get(address, 0) for address in {_address(version) for version in versions})
        messages = [each for each, body in handled.bodies.items() if _is_of(wanted, body, key)]
        yield key, refused or sum(times_out[each] for each in messages)


def _refused(world: Observed, wanted: Wanted, handled: Handled, message_id: str) -> bool:
    message = wanted.message_in(handled.bodies.get(message_id, ""))
    return message is not None and world.refused.get(_address(message), 0) > 0


def _is_of(wanted: Wanted, body: str, key: str) -> bool:
    message = wanted.message_in(body)
    return message is not None and job_key(message) == key


def _address(message: Message) -> str:
    return message["recipient"]["email"]
