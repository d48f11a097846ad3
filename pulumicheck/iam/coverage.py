"""Which parts of a statement others do not cover.

A statement is a box: callers by actions by resources, under conditions. Several boxes may cover one together. So each
side of the box is cut into pieces that lie either wholly inside each other box or not provably so, on that side; a
piece is known by the set of the others that it lies in, as the bits of a number. Pieces of all four sides make a part
that is covered if some other box holds them all.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import compress, product

from pulumicheck.iam.cutting import Cutter
from pulumicheck.iam.effort import spend
from pulumicheck.iam.element import ANYTHING
from pulumicheck.iam.implication import alternatives, implies
from pulumicheck.iam.principals import ANYONE, Principals
from pulumicheck.iam.statement import Statement

_TO_BEGIN = 50  # steps

Boxes = int
"""Some of the statements that may cover, one bit each."""


def uncovered(statement: Statement, others: Sequence[Statement]) -> list[Statement]:
    """The parts of a statement that no other of the same effect is proven to cover, as statements.

    Args:
        statement: what should be covered.
        others: by which.

    Raises:
        TooComplex: the steps of the comparison are spent.
    """
    spend(_TO_BEGIN + len(others))
    same = [other for other in others if other.effect == statement.effect]
    if any(statement.meaning == other.meaning for other in same):
        return []
    return list(_uncovered(statement, same))


def _uncovered(statement: Statement, others: Sequence[Statement]) -> Iterator[Statement]:
    implied = [[implies(given, other.conditions) for other in others] for given in alternatives(statement.conditions)]
    of_use = [any(found) for found in zip(*implied, strict=True)]
    able = list(compress(others, of_use))
    chosen = {_boxes(compress(found, of_use)) for found in implied}
    callers = _callers(statement, able)
    actions = Cutter([other.actions for other in able]).groups(statement.actions)
    resources = Cutter([other.resources or ANYTHING for other in able]).groups(statement.resources or ANYTHING)
    for (who, principals), (what, action), (where, resource) in product(callers, actions, resources):
        if not _are_all_in(chosen, {who}, what, where):
            yield replace(
                statement,
                principals=principals,
                actions=action,
                resources=resource if statement.resources else None,
            )


def _are_all_in(*sides: Iterable[Boxes]) -> bool:
    """Whether some box holds the pieces, whichever piece of each side is taken."""
    found = {-1}
    for side in sides:
        found = {boxes & more for boxes in found for more in side}
        spend(len(found))
    return 0 not in found


def _callers(statement: Statement, others: Sequence[Statement]) -> list[tuple[Boxes, Principals | None]]:
    """The statement's principals, together those that are named by the same of the others."""
    found: dict[Boxes, list[Principals]] = {}
    for unit in (statement.principals or ANYONE).units():
        spend(sum(len((other.principals or ANYONE).named) for other in others))
        within = _boxes(unit.are_within(other.principals or ANYONE, statement.effect) for other in others)
        found.setdefault(within, []).append(unit)
    return [
        (boxes, statement.principals and replace(units[0], named=tuple(each for unit in units for each in unit.named)))
        for boxes, units in found.items()
    ]


def _boxes(are_in: Iterable[bool]) -> Boxes:
    return sum(1 << at for at, is_in in enumerate(are_in) if is_in)
