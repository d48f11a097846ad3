"""Conditions, elements, and why nothing allows a request, in words."""

from collections.abc import Sequence

from pulumicheck.iam.conditions import Condition
from pulumicheck.iam.element import Element
from pulumicheck.iam.principals import Principals
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import Statement
from pulumicheck.iam.tokens import Facts

_SUBJECTS = {"": "{}", "ForAllValues": "every value of {}", "ForAnyValue": "some value of {}"}
_MANY = 3  # values of an element that a sentence lists


def nearest_miss(request: Request, allows: Sequence[tuple[str, Statement]]) -> str:
    """Half a sentence about the Allow statement of which most matches: action, resource, principal, then conditions.

    Args:
        request: what no statement allows.
        allows: the Allow statements of the policies that were asked, each with what to call it.
    """
    steps = [(_matched(statement, request), name, statement) for name, statement in allows]
    matched, name, statement = max(steps, key=lambda step: step[0], default=(0, "", None))
    if matched == 0 or statement is None:
        return f"no statement names {request.action}"
    return f"{name} {_miss(matched, statement, request)}"


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


def values_of(element: Element | Principals, at_most: int | None = None) -> str:
    """The values of an Action, Resource or Principal element, or `all but …` for its negation."""
    return f"all but {_some(element.texts, at_most)}" if element.negated else _some(element.texts, at_most)


def _matched(statement: Statement, request: Request) -> int:
    """How many parts of a statement match, in the order of the explanation, up to the first that does not."""
    parts = (statement.names_action, statement.names_resource, statement.naming)
    return next((count for count, part in enumerate(parts) if not part(request)), len(parts))


def _miss(matched: int, statement: Statement, request: Request) -> str:
    if matched == 1 and statement.resources is not None:
        return f"allows {request.action} on {values_of(statement.resources, _MANY)}, not on {request.resource}"
    if matched == 2 and statement.principals is not None:  # noqa: PLR2004 - action and resource
        return f"allows it to {values_of(statement.principals, _MANY)}, not to {request.principal}"
    unmet = "; ".join(missed(condition, request.facts) for condition in statement.unmet(request))
    return f"would allow it, but {unmet}"


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
