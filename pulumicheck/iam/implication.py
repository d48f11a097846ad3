"""Whether some conditions hold whenever others do.

Proven or not: what cannot be proven counts as no, so that a change is rather called broader than equal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from pulumicheck.iam.conditions import Condition
from pulumicheck.iam.effort import spend

_MANY = 64  # alternatives up to which the values of conditions are looked at one by one

Conditions = Sequence[Condition]
"""The Condition element of a statement: every one of them must hold."""


def implies(given: Conditions, wanted: Conditions) -> bool:
    """Whether some conditions hold in every request in which the given ones hold."""
    return all(_imply(given, each) for each in wanted)


def alternatives(conditions: Conditions) -> list[Conditions]:
    """Conditions with a single value each, one of which holds whenever these do.

    `a or b` may be covered by two statements, of which one asks for a and the other for b.
    """
    choices = [list(_single(condition)) for condition in conditions]
    return [conditions] if prod(map(len, choices)) > _MANY else list(product(*choices))


def _imply(conditions: Conditions, wanted: Condition) -> bool:
    spend(1 + len(conditions))
    given = [condition for condition in conditions if condition.fact == wanted.fact]
    # A request that does not have the key comes first: it meets the wanted one, or not all of the given ones.
    without = wanted.holds({}) or not all(condition.holds({}) for condition in given)
    return without and any(_implies_with(condition, wanted) for condition in given)


def _implies_with(given: Condition, wanted: Condition) -> bool:
    """The same of one condition, where the request has the key."""
    if given.operator is None:
        return not _asks_null(given, "false") or (wanted.operator is None and _asks_null(wanted, "false"))
    if wanted.operator is None:
        return _asks_null(wanted, "false")
    if given.quantifier != wanted.quantifier or given.operator.negated != wanted.operator.negated:
        return False
    if not given.operator.negated:
        return all(each in wanted.distinct_sets or each.is_within(wanted.sets) for each in given.sets)
    # A variable without a value keeps a negated operator from holding, so the same one must be asked for here.
    return all(
        each in given.distinct_sets or (not each.has_variables and each.is_within(given.sets)) for each in wanted.sets
    )


def _single(condition: Condition) -> Iterator[Condition]:
    positive = condition.operator is not None and not condition.operator.negated
    if len(condition.values) < 2 or not positive or condition.quantifier == "ForAllValues":  # noqa: PLR2004 - several
        yield condition
        return
    for value, its_set in zip(condition.values, condition.sets, strict=True):
        yield replace(condition, values=(value,), sets=(its_set,))


def _asks_null(condition: Condition, answer: str) -> bool:
    return answer in (value.lower() for value in condition.values)
