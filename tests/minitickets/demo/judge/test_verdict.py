"""What is not as it must be is told, whatever the functions say of it."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from embeddedaws.moto.contents import QueuedMessage
from minitickets.demo.judge.emails import duplicates_skipped
from minitickets.demo.judge.verdict import judge
from minitickets.ops.bookings_file import GoodLine, parse_line
from minitickets.ops.log_lines import Entry
from minitickets.stack.deployed import StoredObject
from minitickets.stack.witness import Hide
from tests.minitickets.demo.judge.conftest import Making, delivery
from tickets.qr import draw_qr

FIRST, SECOND = "booking.confirmed:bkg_a_1", "booking.confirmed:bkg_b_2"
PICTURE = "tickets/bkg_a_1/2.png"


def _simple(making: Making, part: str, old: str, new: str) -> None:
    """Changes the words of a part of the first email."""
    request = json.loads(json.dumps(making.emails[0].request))
    body = request["Content"]["Simple"]["Body"]
    body[part]["Data"] = body[part]["Data"].replace(old, new)
    making.email(0, **request)


def _item(making: Making, number: int, **changes: Any) -> None:
    making.tickets[number] = {**making.tickets[number], **changes}


def _without(entries: Any, **fields: str) -> list[Any]:
    return [each for each in entries if not fields.items() <= each.items()]


def _line(message_id: str, level: str, correlation_id: str = "") -> Entry:
    """A line that says why a message failed."""
    ids = {"messageId": message_id, "correlationId": correlation_id, "receiveCount": 1}
    return {"level": level, "message": "job_failed", "reason": "why", **ids}


WRONG: dict[str, tuple[Callable[[Making], Any], str]] = {
    "an email is missing": (lambda m: m.emails.pop(), f"{SECOND} got no email: see logs/worker.log"),
    "an email comes twice": (lambda m: m.emails.append(m.emails[0]), f"{FIRST} got 2 emails: see logs/worker.log"),
    "one email goes to the other guest": (
        lambda m: m.email(0, Destination={"ToAddresses": ["guest2@example.com"]}),
        f"{FIRST} got no email",
    ),
    "an email goes to a stranger": (
        lambda m: m.email(0, Destination={"ToAddresses": ["eve@example.com"]}),
        "an email went to somebody who booked nothing",
    ),
    "it has a copy": (
        lambda m: m.email(0, Destination={**m.emails[0].request["Destination"], "BccAddresses": ["eve@example.com"]}),
        "does not go to the booking's recipient alone",
    ),
    "the text names another venue": (
        lambda m: _simple(m, "Text", "Hall 2", "Hall 3"),
        f"the email of {FIRST} is wrong: its text part does not show the booking's venue",
    ),
    "the HTML greets another": (
        lambda m: _simple(m, "Html", "Ada Lovelace", "Zoë Brønsted"),
        "its HTML part does not show the booking's name",
    ),
    "it was sent without a look": (
        lambda m: m.emails.__setitem__(0, replace(m.emails[0], looked=frozenset())),
        f"{FIRST} was not looked up by a consistent read",
    ),
    "a record is missing": (lambda m: m.records.pop(), f"{SECOND} has no record of its email"),
    "a record is a lease still": (
        lambda m: m.records[0].update(leaseOwner={"S": "x"}),
        f"the record of {FIRST} is wrong: it is a lease and no record",
    ),
    "a record names another email": (
        lambda m: m.records[0].update(emailId={"S": "email-1"}),
        "its emailId is none that SES gave",
    ),
    "a record is nobody's": (
        lambda m: m.records.append({"jobKey": {"S": "booking.confirmed:x"}}),
        "there is a record of booking.confirmed:x, which nobody booked",
    ),
    "a ticket is missing": (lambda m: m.tickets.pop(2), "the ticket bkg_a_1-2 is not there"),
    "there is one too many": (
        lambda m: m.tickets.append({**m.tickets[1], "ticketId": {"S": "bkg_a_1-3"}}),
        "the ticket bkg_a_1-3 is there, and was not booked",
    ),
    "a ticket is never completed": (
        lambda m: _item(m, 1, status={"S": "reserved"}),
        "the ticket bkg_a_1-1 is wrong: its status is another",
    ),
    "a ticket is another user's": (lambda m: _item(m, 1, userId={"S": "usr_b"}), "its userId is another"),
    "a ticket has no number": (lambda m: _item(m, 1, ticketId={"S": "bkg_a_1-x"}), "bkg_a_1-x has no number"),
    "the claim is another's": (lambda m: _item(m, 0, ownerId={"S": "usr_b"}), f"the claim of {FIRST} is missing or"),
    "the claim is missing": (lambda m: m.tickets.pop(0), f"the claim of {FIRST} is missing or"),
    "tickets of a booking that nobody made": (
        lambda m: m.tickets.append({**m.tickets[1], "ticketId": {"S": "bkg_x-1"}}),
        "there are tickets of bkg_x, which nobody booked",
    ),
    "a QR code is missing": (lambda m: m.pictures.pop(PICTURE), "bkg_a_1-2 is wrong: its QR code is not there"),
    "a QR code is the other ticket's": (
        lambda m: m.pictures.update({PICTURE: m.pictures["tickets/bkg_a_1/1.png"]}),
        "bkg_a_1-2 is wrong: its QR code holds another text than its token",
    ),
    "a QR code is anybody's": (
        lambda m: m.pictures.update(
            {PICTURE: StoredObject("image/png", draw_qr("MT1.k1.x-1.y.AAAAAAAAAAAAAAAAAAAAAA"))}
        ),
        "holds another text",
    ),
    "a QR code is stored as text": (
        lambda m: m.pictures.update({PICTURE: m.pictures[PICTURE]._replace(content_type="text/plain")}),
        "is not stored as image/png",
    ),
    "a QR code lies elsewhere": (
        lambda m: m.pictures.update({"tickets/x.png": m.pictures[PICTURE]}),
        "tickets/x.png belongs to no ticket",
    ),
    "a key is not in the ring": (lambda m: _item(m, 1, keyId={"S": "k9"}), "its key is not in the ring"),
    "poison is acknowledged": (lambda m: m.bury("worker"), "line 4 is no booking, and is not in jobs-dlq"),
    "tickets acknowledge poison": (lambda m: m.bury("issuer"), "line 4 is no booking, and is not in tickets-dlq"),
    "a booking is a dead letter": (
        lambda m: m.bury("worker", 2, 4),
        "line 2 is a dead letter in jobs-dlq, and nothing had failed it",
    ),
    "a copy of a booking that was done is one": (
        lambda m: m.bury("worker", 3, 4),
        "line 1 is a dead letter in jobs-dlq, and nothing had failed it",
    ),
    "so is what nobody published": (
        lambda m: setattr(m, "worker", replace(m.worker, dead=[*m.worker.dead, QueuedMessage("x", "{}", 1, 0)])),
        "a message that nobody published is a dead letter",
    ),
    "a message is left": (
        lambda m: setattr(m, "issuer", replace(m.issuer, left=[QueuedMessage("x", "{}", 1, 0)])),
        "tickets is not empty",
    ),
    "a function was not allowed something": (
        lambda m: m.denied.append("s3:PutObject"),
        "a policy does not let a function do s3:PutObject: see infra/",
    ),
    "an invocation crashed": (
        lambda m: m.deliver("issuer", 2, delivery(failed=1, error="Unhandled"), delivery(180)),
        "an invocation of tickets ended with Unhandled",
    ),
    "a failure was hidden for too long": (
        lambda m: (m.deliver("worker", 2, delivery(failed=1), delivery(41)), m.hides.append(Hide("w2", 1, 40))),
        "line 2 in jobs was hidden for 40 s after receive 1, not 10 s",
    ),
    "a failure was not hidden at all": (
        lambda m: m.deliver("worker", 2, delivery(failed=1), delivery(61)),
        "line 2 in jobs was hidden for as long as its queue does after receive 1, not 10 s",
    ),
    "poison was hidden": (
        lambda m: m.hides.__setitem__(0, Hide("w4", 1, 10)),
        "line 4 in jobs was hidden for 10 s after receive 1, not 0 s",
    ),
    "a failure came back early": (
        lambda m: (m.deliver("worker", 2, delivery(failed=1), delivery(3)), m.hides.append(Hide("w2", 1, 10))),
        "line 2 in jobs came back after 3.0 s and not after 10 s",
    ),
    "so did tickets": (
        lambda m: m.deliver("issuer", 2, delivery(failed=1), delivery(90)),
        "line 2 in tickets came back after 90.0 s and not after 180 s",
    ),
    "the log tells of an email that is not there": (
        lambda m: m.log("worker", [*m.worker.log, m.worker.log[0]]),
        f"the log tells 2 times email_sent of {FIRST}, not 1",
    ),
    "the log does not tell of an email": (
        lambda m: m.log("worker", [{**m.worker.log[0], "message": "done"}, *m.worker.log[1:]]),
        f"the log does not tell email_sent of {FIRST}",
    ),
    "the log tells of a ticket too many": (
        lambda m: m.log("issuer", [*m.issuer.log, m.issuer.log[0]]),
        "3 times ticket_issued",
    ),
    "nothing is logged": (lambda m: m.log("worker", []), "of line 1 in jobs no log line says what became of it"),
    "no line says why a dead letter is one": (
        lambda m: m.log("issuer", _without(m.issuer.log, level="ERROR")),
        "of line 4 in tickets no log line says why it failed",
    ),
    "an address is in the log": (
        lambda m: m.log("worker", [*m.worker.log, {"message": "to guest1@example.com"}]),
        "the log has the address in line 1",
    ),
    "a name is in the log": (
        lambda m: m.log("worker", [*m.worker.log, {"message": "for Ada Lovelace"}]),
        f"the log has the name of {FIRST}",
    ),
    "a line is of another correlation": (
        lambda m: m.log("worker", [{**m.worker.log[0], "correlationId": "c-x"}, *m.worker.log[1:]]),
        "of line 1 in jobs no log line says what became of it",
    ),
    "a line of trouble has no reason": (
        lambda m: m.log("issuer", [*m.issuer.log[:-1], {**m.issuer.log[-1], "reason": None}]),
        "of line 4 in tickets no log line says why it failed",
    ),
    "a line has no receive count": (
        lambda m: m.log("issuer", [*m.issuer.log[:-1], {**m.issuer.log[-1], "receiveCount": None}]),
        "of line 4 in tickets no log line says why it failed",
    ),
    "a token is in the log": (lambda m: m.log("issuer", [*m.issuer.log, {"x": "MT1.k1.a"}]), "has a ticket's token"),
}


def test_nothing_is_wrong_where_all_is_well(making: Making) -> None:
    assert making.complaints() == []


@pytest.mark.parametrize(("change", "told"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_is_told(making: Making, change: Callable[[Making], Any], told: str) -> None:
    change(making)

    assert [each for each in making.complaints() if told in each], making.complaints()


def test_what_the_reader_of_bookings_is_wrong_about_is_told(making: Making) -> None:
    line, poison = making.lines[1], making.lines[3]
    making.lines[1] = GoodLine(2, line.body, None, "it is not")
    making.lines[3] = GoodLine(4, poison.body, line.booking, None)

    told = making.complaints()

    assert "line 2 is refused as no booking, and is one: see apps/bookings.py" in told
    assert "line 4 is taken for a booking, and is none: see apps/bookings.py" in told


def test_an_address_that_ses_cannot_take_is_poison_for_the_worker_alone(making: Making) -> None:
    body = making.lines[1].body.replace("guest2@example.com", "guest 2")
    line = parse_line(2, body.encode())
    assert isinstance(line, GoodLine)
    making.lines[1] = line
    for function in ("worker", "issuer"):
        handled = getattr(making, function)
        setattr(making, function, replace(handled, bodies={**handled.bodies, f"{function[0]}2": body}))
    del making.emails[1], making.records[1]
    making.log("worker", [_line("w2", "ERROR"), *(each for each in making.worker.log if each["messageId"] != "w2")])

    assert any("line 2 is no booking, and is not in jobs-dlq" in each for each in making.complaints())
    making.bury("worker", 2, 4)
    assert making.complaints() == []


def test_what_ses_refused_too_often_may_be_given_up(making: Making) -> None:
    receives = [delivery(200 * n, failed=1) for n in range(5)]
    making.deliver("worker", 2, *receives)
    making.hides += [Hide("w2", receive, wait) for receive, wait in enumerate((10, 40, 120, 120, 120), 1)]
    making.log("worker", [*making.worker.log[:1], *making.worker.log[2:], _line("w2", "WARNING", "c-b-2")])
    making.bury("worker", 2, 4)
    del making.emails[1], making.records[1]

    making.refused = {"guest2@example.com": 4}
    assert any("nothing had failed it" in each for each in making.complaints())
    making.refused = {"guest2@example.com": 5}
    assert making.complaints() == []


@pytest.mark.parametrize(("neighbour", "told"), [({"guest1@example.com": 1}, 0), ({}, 1)])
def test_a_timeout_excuses_only_beside_somebody_whom_ses_kept_waiting(
    making: Making, neighbour: dict[str, int], told: int
) -> None:
    making.deliver("worker", 2, *(delivery(60 * n, failed=10, timed_out=True, batch=["w1", "w2"]) for n in range(5)))
    making.bury("worker", 2, 4)
    del making.emails[1], making.records[1]
    making.log("worker", [each for each in making.worker.log if each["messageId"] != "w2"])
    making.refused = neighbour

    assert sum("nothing had failed it" in each for each in making.complaints()) == told


def test_a_changed_booking_may_be_either_and_is_its_first_owner_s(making: Making, messages: list[Any]) -> None:
    other: dict[str, Any] = {**messages[1], "userId": "usr_z", "event": {**messages[1]["event"], "title": "Another"}}
    line = parse_line(5, json.dumps(other).encode())
    assert isinstance(line, GoodLine)
    making.lines.append(line)
    for function in ("worker", "issuer"):
        handled = getattr(making, function)
        life = [delivery()] if function == "worker" else [delivery(180 * n, failed=1) for n in range(5)]
        name = f"{function[0]}5"
        setattr(
            making,
            function,
            replace(
                handled,
                bodies={**handled.bodies, name: line.body},
                deliveries={**handled.deliveries, name: life},
                log=[*handled.log, _line(name, "ERROR", other["correlationId"])],
            ),
        )
    making.bury("issuer", 4, 5)

    assert making.complaints() == []


def test_two_bookings_of_one_address_are_told_apart_by_what_their_emails_say(making: Making) -> None:
    body = making.lines[1].body.replace("guest2@example.com", "guest1@example.com")
    line = parse_line(2, body.encode())
    assert isinstance(line, GoodLine)
    making.lines[1] = line
    making.worker = replace(making.worker, bodies={**making.worker.bodies, "w2": body})
    making.issuer = replace(making.issuer, bodies={**making.issuer.bodies, "i2": body})
    making.email(1, Destination={"ToAddresses": ["guest1@example.com"]})
    making.emails.reverse()

    assert making.complaints() == []


def test_a_duplicate_is_a_message_that_was_done_without_an_email_of_its_own(making: Making) -> None:
    world = making.world()
    verdict = judge(world)

    assert duplicates_skipped(world, verdict.wanted, verdict.emails) == 1
