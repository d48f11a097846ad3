"""Policies to compare: AWS's managed ones rewritten and changed, and others that are made to be hard."""

import json
import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from moto.iam.aws_managed_policies import aws_managed_policies_data

from pulumicheck.iam.effort import STEPS, limited
from pulumicheck.iam.statement import PolicyType
from pulumicheck.review.consequences import TOO_COMPLEX
from pulumicheck.review.permissions import permission_changes
from tests.fixtures.programs import stack_of

Statements = list[dict[str, Any]]

LIMIT = 6_144  # characters of a managed policy, white space left out (IAM and AWS STS quotas)


@dataclass(frozen=True)
class Comparison:
    """What comes of two policies."""

    verdict: str
    steps: int
    too_complex: bool


def compare(before: Statements, after: Statements, kind: PolicyType = "identity") -> Comparison:
    """The verdict of all changes together, and how many steps it took."""
    with limited(10 * STEPS) as effort:
        changes = permission_changes(stack_of(before, kind), stack_of(after, kind))
    gains, losses = ([each for change in changes for each in getattr(change, side)] for side in ("gains", "losses"))
    verdict = "different" if gains and losses else "broader" if gains else "narrower" if losses else "equal"
    return Comparison(verdict, 10 * STEPS - effort.left, TOO_COMPLEX in gains)


def listed(value: Any) -> list[Any]:
    """As a list."""
    return value if isinstance(value, list) else [value]


def _managed() -> dict[str, Statements]:
    policies = json.loads(aws_managed_policies_data).items()
    small = {name: each["Document"] for name, each in policies if len(_compact(each["Document"])) <= LIMIT}
    return {name: listed(document["Statement"]) for name, document in small.items()}


def _compact(document: Any) -> str:
    return json.dumps(document, separators=(",", ":"))


MANAGED = _managed()


def _in_another_order(statements: Statements) -> Statements:
    return [
        {key: value[::-1] if isinstance(value, list) else value for key, value in each.items()}
        for each in reversed(statements)
    ]


def _split(statements: Statements) -> Statements:
    """Each statement in two, by its actions, and these by their resources."""
    found = [half for each in statements for half in _halves(each, "Action")]
    return [
        {**half, "Sid": f"Part{at}"} for at, half in enumerate(h for each in found for h in _halves(each, "Resource"))
    ]


def _halves(statement: dict[str, Any], key: str) -> Statements:
    values = listed(statement.get(key, []))
    middle = len(values) // 2
    return [{**statement, key: part} for part in (values[:middle], values[middle:])] if middle else [statement]


def _merged(statements: Statements) -> Statements:
    """Those that differ in their actions only, together."""
    found: dict[str, dict[str, Any]] = {}
    for each in deepcopy(statements):
        if "Action" not in each:
            found[f"{len(found)}"] = each
            continue
        rest = {key: value for key, value in each.items() if key not in ("Sid", "Action")}
        merged = found.setdefault(_compact(rest), {**rest, "Action": []})
        merged["Action"] = [*merged["Action"], *listed(each["Action"])]
    return list(found.values())


def _spelt_otherwise(statements: Statements) -> Statements:
    return json.loads(re.sub(r'(?<=[^"])\*', "**", _compact(statements)))


REWRITTEN: dict[str, Callable[[Statements], Statements]] = {
    "in another order": _in_another_order,
    "split": _split,
    "merged": _merged,
    "wildcards otherwise": _spelt_otherwise,
}
NEW = {"Sid": "New", "Effect": "Allow", "Action": "iam:CreateUser", "Resource": "arn:aws:iam::123456789012:user/new"}


def one_statement_more(statements: Statements) -> Statements:
    """With one that lets create a user."""
    return [*statements, NEW]


def one_action_less(statements: Statements) -> Statements:
    """Without the last action of the first statement that has several and that no other names."""
    for at, each in enumerate(statements):
        actions = listed(each.get("Action", []))
        others = [action for it in statements if it is not each for action in listed(it.get("Action", ["*"]))]
        if each["Effect"] == "Allow" and len(actions) > 1 and not _are_named(actions[-1:], [*actions[:-1], *others]):
            return [*statements[:at], {**each, "Action": actions[:-1]}, *statements[at + 1 :]]
    return statements


def allows_the_new(statements: Statements) -> bool:
    """Whether some statement may let create a user already."""
    allows = [each for each in statements if each["Effect"] == "Allow"]
    return any("NotAction" in each or _are_named([NEW["Action"]], listed(each["Action"])) for each in allows)


def _are_named(actions: Iterable[str], patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(action.lower(), pattern.lower()) for action in actions for pattern in patterns)
