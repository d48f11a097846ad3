"""What both reports, for the terminal and for a pull request, say in the same words."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pulumicheck.review.differences import ABSENT, Difference
from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review

NOTHING = "nothing changes"


def summary(review: Review) -> list[str]:
    """The counts, the worst first: of permissions, of resources; empty if nothing changes."""
    counted = (review.verdicts, review.changes)
    parts = [", ".join(f"{count} {what}" for what, count in each.items()) for each in counted]
    told = [f"{name}: {part}" for name, part in zip(("permissions", "resources"), parts, strict=True) if part]
    return told + ([f"outputs: {len(review.outputs)} changed"] if review.outputs else [])


def warnings(change: ResourceChange) -> Iterator[str]:
    """What a reviewer must not overlook, the loudest first."""
    if change.is_refused:
        yield "protected: `pulumi up` stops here"
    if change.lost:
        yield f"lost with it: {change.lost}"
    if change.protection == "removed":
        yield "protect is taken away: a later change can delete it"
    if change.protection == "added":
        yield "protect is set"
    if change.kept_for:
        yield change.kept_for


def asked(review: Review) -> str:
    """What has to be accepted, as a sentence; "" if nothing has."""
    if not review.open_questions:
        return ""
    names = " ".join(f"--accept {name}" for name in review.names_to_accept)
    return f"Not accepted yet: {names} (or --accept-all)."


def consequences(change: PermissionChange) -> Iterator[tuple[str, str]]:
    """What a change allows more and less, each with its sign."""
    for sign, phrases in (("+", change.gains), ("-", change.losses)):
        for phrase in phrases:
            yield sign, phrase


def change_of(difference: Difference) -> str:
    """One property, before and after, on one line."""
    before, after = difference.before, difference.after
    if isinstance(before, list) and isinstance(after, list):
        return _of_lists(before, after)
    if before is ABSENT:
        return f"+ {shown(after)}"
    if after is ABSENT:
        return f"- {shown(before)}"
    return f"{shown(before)} → {shown(after)}"


def shown(value: Any) -> str:
    """A value for people."""
    return value if isinstance(value, str) and value.strip() == value != "" else json.dumps(value, ensure_ascii=False)


def _of_lists(before: list[Any], after: list[Any]) -> str:
    old, new = (Counter(shown(item) for item in each) for each in (before, after))
    gone, come = [f"- {item}" for item in old - new], [f"+ {item}" for item in new - old]
    return ", ".join(gone + come) or f"in another order: {', '.join(shown(item) for item in after)}"
