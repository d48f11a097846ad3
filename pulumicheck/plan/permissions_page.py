"""A page about who may do what and why only this, written from the plan of a stack."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pulumicheck.plan.plan import Plan
from pulumicheck.plan.statements import PlannedStatement
from pulumicheck.shown import code, prose
from pulumicheck.types.arns import short_arn
from pulumicheck.types.iam import ROLE

_COLUMNS = "| on | actions | {first} | why only this | used by |\n|---|---|---|---|---|"


def permissions_page(plan: Plan, head: str) -> str:
    """The page in Markdown: each principal with what it may do, then what resources say of those who call them.

    Args:
        plan: the plan.
        head: what the page says first of itself.
    """
    identity = [each for each in plan.statements if each.policy_type in ("identity", "boundary")]
    resource = [statement for statement in plan.statements if statement.policy_type == "resource"]
    parts = [f"# Permissions\n\n{head}\n"]
    for arn, statements in groupby(identity, key=lambda statement: statement.principal):
        parts += [_heading(arn), _assumed_by(arn, plan), _table("policy", list(statements))]
    parts += ["## What resources say of their callers\n", _table("who", resource)]
    if plan.unknown_policies:
        told = "\n".join(f"- `{policy.principal}`: {policy.why}." for policy in plan.unknown_policies)
        parts.append(f"## What cannot be known\n\n{told}\n")
    return "\n".join(parts)


def _heading(arn: str) -> str:
    kind, _, name = arn.rpartition(":")[2].partition("/")
    return f"## {prose(kind.capitalize())} {code(name)}\n"


def _assumed_by(arn: str, plan: Plan) -> str:
    roles = {r.urn for r in plan.resources if r.type == ROLE.token and r.outputs.get("arn") == arn}
    trust = [each for each in plan.statements if each.policy_type == "trust" and each.attached_to in roles]
    if not trust:
        exported = [name for name, value in plan.recording.outputs.items() if value == arn]
        what = f"the stack's output {code(exported[0])}" if exported else "this policy"
        return f"For a role outside of this project: attach {what} to it.\n"
    return "\n".join(
        f"Who may assume it: {code(each.principal)}. {prose(each.why or '')}".rstrip() + "\n" for each in trust
    )


def _table(first: str, statements: Sequence[PlannedStatement]) -> str:
    rows = [f"| {' | '.join(_cells(first, statement))} |" for statement in statements]
    return "\n".join([_COLUMNS.format(first=first), *rows, ""])


def _cells(first: str, statement: PlannedStatement) -> Iterator[str]:
    allows = "at most " if statement.policy_type == "boundary" else ""
    verb = allows if statement.effect == "Allow" else "**never** "
    yield "<br>".join(code(short_arn(resource)) for resource in statement.resources) or "itself"
    conditions = [
        f"<br>if {code(key)} {prose(operator)} {code(str(values))}" for key, operator, values in statement.conditions
    ]
    yield verb + "<br>".join(map(code, statement.actions)) + "".join(conditions)
    sid = code(statement.sid)
    yield sid if first == "policy" else f"{code(statement.principal)} ({sid})"
    yield prose(statement.why or "")
    yield ", ".join(map(prose, statement.used_by))
