"""`docs/permissions.md`: who may do what and why only this, written from the plan of a stack."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pulumicheck.plan.arns import short_arn
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.statements import PlannedStatement

_HEAD = """\
# Permissions

Written by `minitickets access page --stack {stack}` from the plan of that stack; a test fails when this page is not
what the program says. That each line is needed, and that none is missing, is what `minitickets prove` shows.
"""
_COLUMNS = "| on | actions | {first} | why only this | used by |\n|---|---|---|---|---|"


def permissions_page(plan: Plan) -> str:
    """The page in Markdown: each principal with what it may do, then what resources say of those who call them."""
    identity = [statement for statement in plan.statements if statement.policy_type == "identity"]
    resource = [statement for statement in plan.statements if statement.policy_type == "resource"]
    parts = [_HEAD.format(stack=plan.recording.stack)]
    for arn, statements in groupby(identity, key=lambda statement: statement.principal):
        parts += [_heading(arn), _assumed_by(arn, plan), _table("policy", list(statements))]
    parts += ["## What resources say of their callers\n", _table("who", resource)]
    return "\n".join(parts)


def _heading(arn: str) -> str:
    kind, _, name = arn.rpartition(":")[2].partition("/")
    return f"## {kind.capitalize()} `{name}`\n"


def _assumed_by(arn: str, plan: Plan) -> str:
    roles = {r.urn for r in plan.resources if r.type == "aws:iam/role:Role" and r.outputs.get("arn") == arn}
    trust = [each for each in plan.statements if each.policy_type == "trust" and each.attached_to in roles]
    if not trust:
        return "For a role outside of this project: attach the stack's output `apiPolicyArn` to it.\n"
    return "\n".join(f"Who may assume it: `{each.principal}`. {each.why}\n" for each in trust)


def _table(first: str, statements: Sequence[PlannedStatement]) -> str:
    rows = [f"| {' | '.join(_cells(first, statement))} |" for statement in statements]
    return "\n".join([_COLUMNS.format(first=first), *rows, ""])


def _cells(first: str, statement: PlannedStatement) -> Iterator[str]:
    verb = "" if statement.effect == "Allow" else "**never** "
    yield "<br>".join(f"`{short_arn(resource)}`" for resource in statement.resources) or "itself"
    yield verb + "<br>".join(f"`{action}`" for action in statement.actions) + _condition(statement)
    yield f"`{statement.sid}`" if first == "policy" else f"`{statement.principal}` (`{statement.sid}`)"
    yield (statement.why or "").replace("|", "\\|")
    yield ", ".join(statement.used_by)


def _condition(statement: PlannedStatement) -> str:
    conditions = [
        f"<br>if `{key}` {operator} `{value}`"
        for operator, keys in (statement.condition or {}).items()
        for key, value in keys.items()
    ]
    return "".join(conditions)
