"""Secrets that a change changes: nobody but who has the passphrase can tell to what."""

from collections.abc import Iterator, Sequence

from pulumicheck.plan.values import Secret, has_unknowns
from pulumicheck.review.differences import Difference
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.steps import Step

_GRANTING = ("acl", "arn", "policies", "policy", "principal", "role", "statement")  # in the name of an input


def masked_changes(steps: Sequence[Step]) -> Iterator[Doubt]:
    """Changed secrets that may let someone do more than before.

    Args:
        steps: what the engine would do.
    """
    for step in steps:
        if step.op in ("update", "replace"):
            for each in step.properties:
                if _is_masked(each) and _may_grant(step, each):
                    yield Doubt(step.resource.urn, each.path, "a secret that changes; what it allows cannot be known")


def _is_masked(change: Difference) -> bool:
    both = [value for value in (change.before, change.after) if isinstance(value, Secret)]
    return any(map(has_unknowns, both))


def _may_grant(step: Step, change: Difference) -> bool:
    row = step.resource.row
    named = change.top.lower()
    return not row.is_known or change.top == row.document or any(word in named for word in _GRANTING)
