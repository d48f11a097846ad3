"""What must hold when a run is over."""

from collections.abc import Iterable, Mapping, Sequence

from minitickets.ops.dead_letters import DeadLetter
from minitickets.ops.log_lines import Entry
from minitickets.simulate.bookings import of_key
from minitickets.simulate.violations import Violations
from minitickets.soak.books import Books
from minitickets.soak.publication import booking_in


def check_emails(emails: Mapping[int, int], bookings: range, books: Books, violations: Violations) -> None:
    """Each booking has an email, and as many as the books say; the books have told if there are too many."""
    for booking in bookings:
        booked = books.ledger.fates[booking].emails
        sent = emails.get(booking, 0)
        if not sent:
            violations.add("lost", booking, "it has no email, and no dead letter was left to move back")
        if sent != booked:
            violations.add("unknown error", booking, f"SES kept {sent} emails, and the books have {booked}")


def explain(books: Books, entries: Iterable[Entry], violations: Violations) -> int:
    """Finds the cause of each window that no fault opened.

    Where this machine is slower than a client's patience, the worker loses an answer without any fault of ours. It says
    so in its log; gives how many such windows there are. Without such a line the window is a violation.
    """
    told = {of_key(entry["jobKey"]) for entry in entries if _lost_an_answer(entry)}
    slow = 0
    for booking, window in books.unexplained:
        if window == "not recorded" and booking in told:
            slow += 1
        else:
            violations.add("too many emails", booking, f"no fault opened the window ({window})")
    return slow


def check_dead_letters(
    letters: Sequence[DeadLetter], entries: Iterable[Entry], unseen: frozenset[str], violations: Violations
) -> None:
    """Each dead letter has a reason: a line of the function's log, or invocations that ended without a word."""
    known = unseen.union(entry["messageId"] for entry in entries if "messageId" in entry)
    for letter in letters:
        if letter.message_id not in known:
            violations.add("dead letter", booking_in(letter.body), "it was dead-lettered, and no log says why")


def check_drained(letters: Sequence[DeadLetter], violations: Violations) -> None:
    """No dead letter is left after they were moved back in calm weather."""
    for letter in letters:
        violations.add("drain", booking_in(letter.body), "its dead letter was moved back, and it died again")


def check_receives(receives: int, allowed: int, violations: Violations) -> None:
    """No message was received more often than its queue allows."""
    if receives > allowed:
        violations.add("receive count", -1, f"a message was received {receives} times, and {allowed} are allowed")


def _lost_an_answer(entry: Entry) -> bool:
    unclear = entry.get("message") == "job_failed" and entry.get("error") == "Unclear"
    return "jobKey" in entry and (unclear or entry.get("message") == "sent_not_recorded")
