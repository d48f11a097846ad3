"""The elements Action, NotAction, Resource and NotResource as sets of texts, and how such sets lie to each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from pulumicheck.iam.glob import Facts, Glob, Membership, TooComplex, memberships


@dataclass(frozen=True)
class Element:
    """An Action, NotAction, Resource or NotResource element: a set of texts.

    Attributes:
        globs: its values.
        negated: whether it is one of the Not… elements.
    """

    globs: tuple[Glob, ...]
    negated: bool = False

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Its values, as they stand in the policy; an ARN is completed."""
        return tuple(glob.text for glob in self.globs)

    def units(self) -> "list[Element]":
        """The smallest parts that it can be told by: each value, or all of a Not… element."""
        return [self] if self.negated else [Element((glob,)) for glob in self.globs]

    def match(self, value: str, facts: Facts) -> bool:
        """Whether the element matches; a variable without a value keeps the Not… elements from matching, too."""
        if value in self._literals:
            return not self.negated
        if not self._others:
            return self.negated
        found = [glob.matches(value, facts) for glob in self._others]
        return not any(found) and None not in found if self.negated else any(found)

    def could_match(self, value: str) -> bool:
        """Whether the element matches in some request."""
        return self.loosened.match(value, {})

    @cached_property
    def loosened(self) -> "Element":
        """What it matches in one request or another: a variable may be anything."""
        if self.negated:
            return Element(tuple(glob for glob in self.globs if not glob.has_variables), negated=True)
        return Element(tuple(glob.loosened for glob in self.globs))

    @cached_property
    def has_variables(self) -> bool:
        """Whether what it matches depends on the request."""
        return any(glob.has_variables for glob in self.globs)

    # Most texts have neither wildcard nor variable: one look into a set finds them.

    @cached_property
    def _literals(self) -> frozenset[str]:
        return frozenset(glob.literal for glob in self.globs if glob.literal is not None)

    @cached_property
    def _others(self) -> tuple[Glob, ...]:
        return tuple(glob for glob in self.globs if glob.literal is None)


def in_others(inner: Element, others: Sequence[Element]) -> set[tuple[bool, ...]]:
    """In which of the others a text of the element can be: one tuple for each combination.

    Raises:
        TooComplex: the question cannot be answered in reasonable time.
    """
    ends = list(accumulate((len(each.globs) for each in (inner, *others)), initial=0))
    slices = [(each, slice(*bounds)) for each, bounds in zip((inner, *others), pairwise(ends), strict=True)]

    def holds(element: Element, globs: slice, found: Membership) -> bool:
        return any(found[globs]) is not element.negated

    return {
        tuple(each == inner or holds(each, globs, found) for each, globs in slices[1:])
        for found in memberships([glob for each, _ in slices for glob in each.globs])
        if holds(*slices[0], found)
    }


def may_share(one: Element, other: Element) -> bool:
    """Whether some text is in both in some request; True, too, where that cannot be told."""
    try:
        return any(both for (both,) in in_others(one.loosened, [other.loosened]))
    except TooComplex:
        return True


def takes_in(outer: Element, inner: Element, within: Element) -> bool:
    """Whether one element holds for certain all that another and a third may share."""
    if outer.negated and outer.has_variables:
        return False
    try:
        return all(is_in for may_be, is_in in in_others(inner.loosened, [within, outer]) if may_be)
    except TooComplex:
        return False


ANYTHING = Element((Glob.parse("*", variables=False),))
"""Of a policy without resources, which is about whatever it is attached to."""
