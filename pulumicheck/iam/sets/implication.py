"""Whether some conditions hold whenever others do.

Proven or not: what cannot be proven counts as no, so that a change is rather called broader than equal.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from pulumicheck.iam.conditions import Condition
from pulumicheck.iam.sets.value_sets import value_sets

_MANY = 64  # alternatives up to which the values of conditions are looked at one by one


@dataclass(frozen=True)
class Conditions:
    """The Condition element of a statement.

    Attributes:
        all: conditions, every one of which must hold.
        variables: whether the policy's version knows variables.
    """

    all: tuple[Condition, ...]
    variables: bool

    @property
    def texts(self) -> frozenset[tuple[str, str, frozenset[str]]]:
        """What stands in the policy, without an order."""
        return frozenset((condition.name, condition.fact, frozenset(condition.values)) for condition in self.all)

    def implies(self, others: "Conditions") -> bool:
        """Whether the others hold in every request in which these hold."""
        return all(self._imply(wanted, others) for wanted in others.all)

    def alternatives(self) -> "list[Conditions]":
        """Conditions with a single value each, one of which holds whenever these do.

        `a or b` may be covered by two statements, of which one asks for a and the other for b.
        """
        choices = [list(_single(condition)) for condition in self.all]
        count = 1
        for each in choices:
            count *= len(each)
        return [self] if count > _MANY else [replace(self, all=chosen) for chosen in product(*choices)]

    def _imply(self, wanted: Condition, others: "Conditions") -> bool:
        given = [condition for condition in self.all if condition.fact == wanted.fact]
        without = _holds_without(wanted) or any(not _holds_without(condition) for condition in given)
        return without and any(self._implies_with(condition, wanted, others) for condition in given)

    def _implies_with(self, given: Condition, wanted: Condition, others: "Conditions") -> bool:
        """The same of one condition, where the request has the key."""
        if given.operator is None:
            return not _asks_null(given, "false") or (wanted.operator is None and _asks_null(wanted, "false"))
        if wanted.operator is None:
            return _asks_null(wanted, "false")
        if given.quantifier != wanted.quantifier or given.operator.negated != wanted.operator.negated:
            return False
        mine, its = value_sets(given, variables=self.variables), value_sets(wanted, variables=others.variables)
        if not given.operator.negated:
            return all(each.is_within(its) for each in mine)
        # A variable without a value keeps a negated operator from holding, so the same one must be asked for here.
        return all(each in mine if each.has_variables else each.is_within(mine) for each in its)


def _single(condition: Condition) -> Iterator[Condition]:
    positive = condition.operator is not None and not condition.operator.negated
    if len(condition.values) < 2 or not positive or condition.quantifier == "ForAllValues":  # noqa: PLR2004 - several
        yield condition
        return
    for value, test in zip(condition.values, condition.tests, strict=True):
        yield replace(condition, values=(value,), tests=(test,))


def _holds_without(condition: Condition) -> bool:
    """Whether a request that does not have the key meets the condition."""
    return condition.holds({})


def _asks_null(condition: Condition, answer: str) -> bool:
    return answer in (value.lower() for value in condition.values)
