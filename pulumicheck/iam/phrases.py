"""Conditions and elements in words."""

from collections.abc import Sequence

from pulumicheck.iam.conditions import Condition
from pulumicheck.iam.pattern import Facts
from pulumicheck.iam.patterns import Patterns
from pulumicheck.iam.principals import Principals

_SUBJECTS = {"": "{}", "ForAllValues": "every value of {}", "ForAnyValue": "some value of {}"}


def must(condition: Condition) -> str:
    """What a condition asks, such as `ses:FromAddress must equal 'a@example.com'`."""
    subject = _SUBJECTS[condition.quantifier].format(condition.key)
    return f"{subject} {_demand(condition)}"


def missed(condition: Condition, facts: Facts) -> str:
    """Why a request does not meet a condition, such as `ses:FromAddress is 'b@example.com' and must equal …`."""
    known = facts.get(condition.fact)
    subject = f"{condition.key} is {_quoted(known)}" if known else f"{condition.key} is absent"
    of = {"": "", "ForAllValues": "every one of its values ", "ForAnyValue": "one of its values "}[condition.quantifier]
    return f"{subject} and {of}{_demand(condition)}"


def met(condition: Condition) -> str:
    """A condition of a Deny statement, such as `aws:SecureTransport Bool 'false'`."""
    return f"{condition.key} {condition.name} {_quoted(condition.values)}"


def elements(patterns: Patterns, at_most: int | None = None) -> str:
    """The values of an Action or Resource element, or `all but …` for its negation."""
    return f"all but {_some(patterns.texts, at_most)}" if patterns.negated else _some(patterns.texts, at_most)


def named(principals: Principals, at_most: int | None = None) -> str:
    """The values of a Principal element, or `all but …` for its negation."""
    return f"all but {_some(principals.texts, at_most)}" if principals.negated else _some(principals.texts, at_most)


def _demand(condition: Condition) -> str:
    if condition.operator is None:
        return "must be absent" if "true" in map(str.lower, condition.values) else "must be there"
    asked = condition.operator.must
    if len(condition.values) != 1:  # not equal 'a' becomes equal none of 'a', 'b'
        asked = f"{asked.removeprefix('not ')} {'none' if condition.operator.negated else 'one'} of"
    return f"must {asked} {_quoted(condition.values)}" + (", where it is there" if condition.if_exists else "")


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(repr(text) for text in texts) or "nothing"


def _some(texts: Sequence[str], at_most: int | None) -> str:
    rest = len(texts[at_most:]) if at_most else 0
    return ", ".join(texts[:at_most]) + (f" and {rest} more" if rest else "")
