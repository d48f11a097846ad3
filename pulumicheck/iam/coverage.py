"""Which parts of a statement others do not cover.

A statement is a box: callers by actions by resources, under conditions. Several boxes may cover one together, so it is
asked of all texts at once: whichever of the statements an action is in, every resource has to be in one of those.
"""

from collections.abc import Sequence
from dataclasses import replace

from pulumicheck.iam.element import ANYTHING, Element, in_others
from pulumicheck.iam.glob import TooComplex
from pulumicheck.iam.implication import alternatives, implies, texts_of
from pulumicheck.iam.principals import ANYONE
from pulumicheck.iam.statement import Statement


def uncovered(statement: Statement, others: Sequence[Statement]) -> list[Statement]:
    """The parts of a statement that no other of the same effect is proven to cover, as statements.

    Args:
        statement: what should be covered.
        others: by which.
    """
    same = [other for other in others if other.effect == statement.effect]
    if _meaning(statement) in map(_meaning, same):
        return []
    parts = [
        replace(statement, principals=principals, actions=actions, resources=resources)
        for principals in (statement.principals.units() if statement.principals else [None])
        for actions in statement.actions.units()
        for resources in (statement.resources.units() if statement.resources else [None])
    ]
    return [part for part in parts if not _is_covered(part, same)]


def _meaning(statement: Statement) -> tuple[object, ...]:
    """The same for statements that are the same but for names and order, even if nothing can be proven of them."""
    principals, resources = statement.principals or ANYONE, statement.resources or ANYTHING
    return (
        (principals.negated, set(principals.named)),
        (statement.actions.negated, set(statement.actions.globs)),
        (resources.negated, set(resources.globs)),
        (statement.variables, texts_of(statement.conditions)),
    )


def _is_covered(part: Statement, others: Sequence[Statement]) -> bool:
    principals = part.principals or ANYONE
    named = [each for each in others if principals.are_within(each.principals or ANYONE, part.effect)]
    for conditions in alternatives(part.conditions):
        asking_less = [other for other in named if implies(conditions, other.conditions)]
        try:
            if not _is_in_boxes(part, asking_less):
                return False
        except TooComplex:
            return False
    return True


def _is_in_boxes(part: Statement, others: Sequence[Statement]) -> bool:
    resources = part.resources or ANYTHING
    boxes = [(other.actions, other.resources or ANYTHING) for other in others]
    usable = [box for box in boxes if _can_be_told(resources, box[1])]
    return all(
        _is_in_one(resources, [its for (_, its), has_action in zip(usable, found, strict=True) if has_action])
        for found in in_others(part.actions, [actions for actions, _ in usable])
    )


def _can_be_told(inner: Element, outer: Element) -> bool:
    """Whether letters can stand for variables: all but what they are is known, so not what they are not."""
    return not outer.negated or inner == outer or not (inner.has_variables or outer.has_variables)


def _is_in_one(inner: Element, others: Sequence[Element]) -> bool:
    """Whether each text of an element is in one of the others."""
    return inner in others or all(map(any, in_others(inner, others)))
