"""The judge of a demo: whether its world holds what the bookings file asks for, and nothing else.

The functions are the suspects. What they log is no evidence: it is compared with the world, like everything they did.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from minitickets.demo.judge.emails import Emails, email_verdict, emails_by_booking, record_verdict
from minitickets.demo.judge.logs import count_verdict, message_log_verdict
from minitickets.demo.judge.messages import given_up, message_verdict
from minitickets.demo.judge.observed import Complaint, Observed
from minitickets.demo.judge.returns import backoff_verdict, return_verdict
from minitickets.demo.judge.tickets import issued_by_booking, ticket_verdict
from minitickets.demo.judge.wanted import Wanted


@dataclass(frozen=True)
class Judgement:
    """What was found."""

    wanted: Wanted
    """From the worker; poison for it is no booking here."""
    emails: Emails
    """Those of each booking, by job key."""
    complaints: Sequence[Complaint]
    """What is not as it must be, the gravest first."""


def judge(world: Observed) -> Judgement:
    """Looks at the whole world."""
    wanted = Wanted(tuple(world.lines), needs_address=True)
    emails = emails_by_booking(world, wanted)
    tickets = Wanted(tuple(world.lines), needs_address=False)
    return Judgement(wanted, emails, list(dict.fromkeys(_complaints(world, wanted, tickets, emails))))


def _complaints(world: Observed, wanted: Wanted, tickets: Wanted, emails: Emails) -> Iterator[Complaint]:
    no_email, no_tickets = given_up(world, wanted, world.worker), given_up(world, tickets, world.issuer)
    for action in dict.fromkeys(world.denied):
        yield Complaint(f"a policy does not let a function do {action}", "infra/")
    yield from wanted.misread()
    yield from email_verdict(world, wanted, emails, no_email)
    yield from ticket_verdict(world, tickets, no_tickets)
    yield from message_verdict(wanted, world.worker, no_email)
    yield from message_verdict(tickets, world.issuer, no_tickets)
    yield from record_verdict(world, wanted, emails, no_email)
    yield from backoff_verdict(world, wanted)
    for handled, asked in ((world.worker, wanted), (world.issuer, tickets)):
        yield from return_verdict(handled, asked)
        yield from message_log_verdict(handled, asked)
    yield from count_verdict(world.worker, "email_sent", {key: len(found) for key, found in emails.items() if key})
    yield from count_verdict(world.issuer, "ticket_issued", issued_by_booking(world, tickets))
