"""Why nothing allows a request: the statement that comes nearest to it."""

from collections.abc import Sequence

from pulumicheck.iam.phrases import elements, missed, named
from pulumicheck.iam.reference import StatementRef
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import Statement

Numbered = tuple[StatementRef, Statement]

_MANY = 3  # values of an element that a sentence lists


def nearest_miss(request: Request, allows: Sequence[Numbered]) -> str:
    """Half a sentence about the Allow statement of which most matches: action, resource, principal, then conditions.

    Args:
        request: what no statement allows.
        allows: the Allow statements of the policies that were asked.
    """
    steps = [(_matched(statement, request), ref, statement) for ref, statement in allows]
    matched, ref, statement = max(steps, key=lambda step: step[0], default=(0, None, None))
    if matched == 0 or ref is None or statement is None:
        return f"no statement names {request.action}"
    return f"{ref} {_miss(matched, statement, request)}"


def _matched(statement: Statement, request: Request) -> int:
    """How many parts of a statement match, in the order of the explanation, up to the first that does not."""
    parts = (statement.names_action, statement.names_resource, statement.naming)
    return next((count for count, part in enumerate(parts) if not part(request)), len(parts))


def _miss(matched: int, statement: Statement, request: Request) -> str:
    if matched == 1 and statement.resources is not None:
        return f"allows {request.action} on {elements(statement.resources, _MANY)}, not on {request.resource}"
    if matched == 2 and statement.principals is not None:  # noqa: PLR2004 - action and resource
        return f"allows it to {named(statement.principals, _MANY)}, not to {request.principal}"
    unmet = "; ".join(missed(condition, request.facts) for condition in statement.unmet(request))
    return f"would allow it, but {unmet}"
