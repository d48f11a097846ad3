"""The mailbox and the records: one email for each booking, and what must be in it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from minitickets.books.contract.emails import email_complaints
from minitickets.books.contract.message import Message, job_key
from minitickets.books.contract.records import record_complaints
from minitickets.demo.judge.observed import Complaint, Observed
from minitickets.demo.judge.wanted import Wanted
from minitickets.stack.witness import SentEmail

_MAILER = "apps/worker/confirmation.py"
_RECORDS = "apps/worker/processed_jobs.py"

Emails = Mapping[str, Sequence[SentEmail]]
"""Each booking's, by job key."""


def emails_by_booking(world: Observed, wanted: Wanted) -> Emails:
    """Finds out which email is for which booking, by its recipient, and by what it says where several have one address.

    Under "" are the emails that are for none.
    """
    to: dict[str, list[str]] = defaultdict(list)
    for key, versions in wanted.versions.items():
        for address in {version["recipient"]["email"] for version in versions}:
            to[address].append(key)
    found: dict[str, list[SentEmail]] = {key: [] for key in wanted.versions}
    for email in world.emails:
        addresses = email.request.get("Destination", {}).get("ToAddresses", [])
        keys = dict.fromkeys(key for address in addresses for key in to[address])
        wrong = {key: (len(_wrong(email, wanted.versions[key], world)), len(found[key])) for key in keys}
        found.setdefault(min(wrong, key=lambda key: wrong[key], default=""), []).append(email)
    return found


def email_verdict(world: Observed, wanted: Wanted, emails: Emails, given_up: set[str]) -> Iterator[Complaint]:
    """Exactly one for each booking, but for those that were given up for a reason; each as it must be."""
    look = world.worker.look
    for _ in emails.get("", []):
        yield Complaint("an email went to somebody who booked nothing", look)
    for key, versions in wanted.versions.items():
        count = len(emails[key])
        if count != 1 and not (count == 0 and key in given_up):
            yield Complaint(f"{key} got {count or 'no'} email{'s' * (count > 1)}", look)
        for email in emails[key]:
            for wrong in _wrong(email, versions, world):
                yield Complaint(f"the email of {key} is wrong: {wrong}", _MAILER)
            if key not in email.looked:
                yield Complaint(f"{key} was not looked up by a consistent read before its email was sent", _RECORDS)


def record_verdict(world: Observed, wanted: Wanted, emails: Emails, given_up: set[str]) -> Iterator[Complaint]:
    """Exactly one record for each email, and none else."""
    records = {item.get("jobKey", {}).get("S", ""): item for item in world.records}
    for key, versions in wanted.versions.items():
        item = records.pop(key, None)
        if item is None and emails[key]:
            yield Complaint(f"{key} has no record of its email", _RECORDS)
        elif item is not None and not (key in given_up and "leaseOwner" in item):
            ids = [email.message_id for email in emails[key]]
            for wrong in record_complaints(versions[0], item, email_ids=ids, written=world.span):
                yield Complaint(f"the record of {key} is wrong: {wrong}", _RECORDS)
    for key in records:
        yield Complaint(f"there is a record of {key or 'nothing'}, which nobody booked", _RECORDS)


def counts(emails: Emails, wanted: Wanted) -> Mapping[str, int]:
    """How many emails each booking got, by job key."""
    return {key: len(emails[key]) for key in wanted.versions}


def duplicates_skipped(world: Observed, wanted: Wanted, emails: Emails) -> int:
    """How many messages were done without an email of their own, since their booking had one."""
    done = Counter[str]()
    for message_id, deliveries in world.worker.deliveries.items():
        message = wanted.message_in(world.worker.bodies.get(message_id, ""))
        if message is not None and any(delivery.deleted for delivery in deliveries):
            done[job_key(message)] += 1
    return sum(max(0, count - len(emails[key])) for key, count in done.items())


def _wrong(email: SentEmail, versions: Sequence[Message], world: Observed) -> list[str]:
    """What is wrong with it, compared with the version that it is nearest to."""
    configured = {"sender": world.sender, "name": world.sender_name, "link": world.my_tickets_url}
    return min((email_complaints(version, email.request, **configured) for version in versions), key=len)
