"""What must hold of every booking when a run is over, by what mailbox, tables, bucket and queues hold."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from embeddedaws.send_email import AcceptedEmail
from minitickets.books.bookings import body_of, in_body, of_address, of_key
from minitickets.books.contract.emails import email_complaints
from minitickets.books.contract.message import Item, Message, job_key
from minitickets.books.contract.records import record_complaints
from minitickets.books.violations import Violations
from minitickets.ops.dead_letters import DeadLetter
from minitickets.ops.log_lines import Entry
from minitickets.soak.bookkeeper import Bookkeeper
from minitickets.soak.publication import quantity_of
from minitickets.stack.accepted import request_of

Emails = Mapping[int, Sequence[AcceptedEmail]]
"""Those of each booking, by its number."""


def message_of(booking: int) -> Message:
    """The message of a booking."""
    return json.loads(body_of(booking, quantity_of(booking)))


def emails_of(emails: Iterable[AcceptedEmail]) -> Emails:
    """Sorts a run's emails by their recipients; under -1 are those to nobody of the run."""
    found: dict[int, list[AcceptedEmail]] = defaultdict(list)
    for email in emails:
        found[of_address(email.recipient)].append(email)
    return found


def check_emails(emails: Emails, bookings: range, books: Bookkeeper, sender: str, violations: Violations) -> None:
    """Each booking has an email, as many as the books say, and each is what it must be.

    The books have told already if there are too many.
    """
    for _ in range(sum(len(each) for booking, each in emails.items() if booking not in bookings)):
        violations.add("content", -1, "an email went to somebody who booked nothing")
    for booking in bookings:
        sent, booked = emails.get(booking, ()), books.ledger.fates[booking].emails
        if not sent:
            violations.add("lost", booking, "it has no email, and no dead letter was left to move back")
        if len(sent) != booked:
            violations.add("unknown error", booking, f"SES kept {len(sent)} emails, and the books have {booked}")
        for email in sent:
            for wrong in email_complaints(message_of(booking), request_of(email), sender=sender):
                violations.add("content", booking, f"its email is wrong: {wrong}")


def check_records(
    items: Iterable[Item], emails: Emails, bookings: range, unrecorded: AbstractSet[int], violations: Violations
) -> None:
    """Each booking's email has a record, but for those whose record the world prevented."""
    records = {item.get("jobKey", {}).get("S", ""): item for item in items}
    for booking in bookings:
        message = message_of(booking)
        record = records.get(job_key(message))
        if booking in unrecorded and (record is None or "leaseOwner" in record):
            continue
        if record is None:
            violations.add("record", booking, "there is no record of its email")
            continue
        ids = [email.message_id for email in emails.get(booking, ())]
        for wrong in record_complaints(message, record, email_ids=ids):
            violations.add("content", booking, f"its record is wrong: {wrong}")


def check_logs(entries: Sequence[Entry], emails: Emails, bookings: range, violations: Violations) -> None:
    """The log tells of no email that is not there, and has nobody's address."""
    told = Counter(of_key(str(entry.get("jobKey"))) for entry in entries if entry.get("message") == "email_sent")
    for booking in bookings:
        if told[booking] > len(emails.get(booking, ())):
            violations.add("log", booking, f"{told[booking]} lines tell of its emails, and there are fewer")
    for booking in _addressed(entries):
        violations.add("log", booking, "its recipient's address is in a line")


def check_dead_letters(
    letters: Sequence[DeadLetter], entries: Iterable[Entry], unseen: AbstractSet[str], violations: Violations
) -> None:
    """Each dead letter has a reason: a line of the function's log, or invocations that ended without a word."""
    known = {*unseen, *(entry["messageId"] for entry in entries if "messageId" in entry)}
    for letter in letters:
        if letter.message_id not in known:
            violations.add("dead letter", in_body(letter.body), "it was dead-lettered, and no log says why")


def check_drained(letters: Sequence[DeadLetter], violations: Violations) -> None:
    """No dead letter is left after they were moved back in calm weather."""
    for letter in letters:
        violations.add("drain", in_body(letter.body), "its dead letter was moved back, and it died again")


def check_receives(receives: int, allowed: int, violations: Violations) -> None:
    """No message was received more often than its queue allows."""
    if receives > allowed:
        violations.add("receive count", -1, f"a message was received {receives} times, and {allowed} are allowed")


def _addressed(entries: Iterable[Entry]) -> Iterator[int]:
    for entry in entries:
        for word in json.dumps(entry).replace('"', " ").split():
            if word.endswith("@example.com"):
                yield of_address(word)
