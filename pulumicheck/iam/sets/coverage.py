"""Which parts of a statement others do not cover.

A statement is a box: callers by actions by resources, under conditions. Several boxes may cover one together, so it is
asked of all texts at once: whichever of the statements an action is in, every resource has to be in one of those.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pulumicheck.iam.sets.clauses import Clause, Element
from pulumicheck.iam.sets.globs import Glob, TooComplex, memberships


def uncovered(clause: Clause, others: Sequence[Clause]) -> list[Clause]:
    """The parts of a statement that no other of the same effect is proven to cover, as statements.

    Args:
        clause: what should be covered.
        others: by which.
    """
    same = [other for other in others if other.effect == clause.effect]
    if any(_same_meaning(clause, other) for other in same):
        return []
    parts = [
        replace(clause, callers=callers, actions=action, resources=resource)
        for callers in clause.callers.units()
        for action in clause.actions.units()
        for resource in clause.resources.units()
    ]
    return [part for part in parts if not _is_covered(part, same)]


def _same_meaning(clause: Clause, other: Clause) -> bool:
    """Whether they are the same but for names and order, even if nothing could be proven of what they say."""
    return all(
        (each(clause) == each(other))
        for each in (
            lambda it: (it.callers.excepted, set(it.callers.named)),
            lambda it: (it.actions.negated, set(it.actions.globs)),
            lambda it: (it.resources.negated, set(it.resources.globs)),
            lambda it: (it.conditions.variables, it.conditions.texts),
        )
    )


def _is_covered(part: Clause, others: Sequence[Clause]) -> bool:
    named = [other for other in others if part.callers.are_within(other.callers, part.effect)]
    for conditions in part.conditions.alternatives():
        asking_less = [other for other in named if conditions.implies(other.conditions)]
        try:
            if not _is_in_boxes(part, asking_less):
                return False
        except TooComplex:
            return False
    return True


def _is_in_boxes(part: Clause, others: Sequence[Clause]) -> bool:
    usable = [other for other in others if _can_be_told(part.resources, other.resources)]
    by_action = _in_others(part.actions, [other.actions for other in usable])
    by_resource = _in_others(part.resources, [other.resources for other in usable])
    return all(
        any(has_action and has_resource for has_action, has_resource in zip(actions, resources, strict=True))
        for actions in by_action
        for resources in by_resource
    )


def _can_be_told(inner: Element, outer: Element) -> bool:
    """Whether letters can stand for variables: all but what they are is known, so not what they are not."""
    with_variables = any(glob.has_variables for glob in (*inner.globs, *outer.globs))
    return not outer.negated or not with_variables or inner == outer


@dataclass(frozen=True)
class _Slice:
    """Where an element's globs are among those of all elements."""

    element: Element
    start: int

    def holds(self, membership: Sequence[bool]) -> bool:
        found = membership[self.start : self.start + len(self.element.globs)]
        return any(found) is not self.element.negated


def _in_others(inner: Element, others: Sequence[Element]) -> set[tuple[bool, ...]]:
    """In which of the others a text of the element can be: one tuple for each combination."""
    slices = list(_slices([inner, *others]))
    globs: list[Glob] = [glob for each in slices for glob in each.element.globs]
    mine, *its = slices
    return {
        tuple(each.element == inner or each.holds(found) for each in its)
        for found in memberships(globs)
        if mine.holds(found)
    }


def _slices(elements: Sequence[Element]) -> Iterator[_Slice]:
    start = 0
    for element in elements:
        yield _Slice(element, start)
        start += len(element.globs)
