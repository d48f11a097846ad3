"""What all reports say in the same words: the terminal's, a pull request's, and other programs'."""

import json
from collections import Counter
from typing import Any

from pulumicheck.iam.element import Element
from pulumicheck.iam.phrases import met, must
from pulumicheck.review.consequences import Consequence, Setting, Turn, Unproven
from pulumicheck.review.differences import ABSENT, Difference
from pulumicheck.review.review import Review
from pulumicheck.types.arns import short_arn

NOTHING = "nothing changes"
NOT_ACCEPTED = "Not accepted yet"
DOUBTS = "Not understood, so taken for the worse"
GATE = "The gate itself changes"

_TURNS = {
    Turn.ALLOWED: "may",
    Turn.NO_LONGER_ALLOWED: "may no longer",
    Turn.DENIED: "is denied",
    Turn.NO_LONGER_DENIED: "is no longer denied",
    Turn.GONE_WITH_ITS_DENIAL: "is gone, and so is the denial of",
}


def options(review: Review, most: int = 50) -> str:
    """What accepts the open questions, as a shell takes it: the first of them, and how many there are besides."""
    names = [each.quoted for each in review.open_questions]
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return " ".join(f"--accept {name}" for name in names[:most]) + rest


def summary(review: Review) -> list[str]:
    """The counts, the worst first: of permissions, of resources; empty if nothing changes."""
    counted = (review.verdicts, review.changes)
    parts = [", ".join(f"{count} {what}" for what, count in each.items()) for each in counted]
    told = [f"{name}: {part}" for name, part in zip(("permissions", "resources"), parts, strict=True) if part]
    told += [f"outputs: {len(review.outputs)} changed"] if review.outputs else []
    told += [f"the engine says otherwise of {len(review.contradictions)}"] if review.contradictions else []
    told += [f"not understood: {len(review.doubts)}"] if review.doubts else []
    return told + (["the gate itself changes"] if review.gate else [])


def said(change: str) -> str:
    """What one side says of a resource."""
    return change or "stays"


def phrase(consequence: Consequence) -> str:
    """What is allowed or denied now and was not, or the other way round."""
    if isinstance(consequence, Setting):
        return f"{'has' if consequence.is_there else 'no longer has'} {consequence.text}"
    if isinstance(consequence, Unproven):
        return consequence.why
    subject = f"{consequence.principals} " if consequence.principals else ""
    actions, resources = (", ".join(map(_short, each)) for each in (consequence.actions, consequence.resources))
    place = "" if resources == "*" and subject else f" on {resources}"
    told = met if consequence.turn.is_of_denial else must
    when = " and ".join(told(condition) for condition in consequence.conditions)
    return f"{subject}{_TURNS[consequence.turn]} {actions}{place}{f' if {when}' if when else ''}"


def _short(element: Element) -> str:
    texts = ", ".join(short_arn(text) for text in element.texts)
    return f"all but {texts}" if element.negated else texts


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
