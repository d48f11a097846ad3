"""The elements Action, NotAction, Resource and NotResource as sets of texts, and how such sets lie to each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pulumicheck.iam.effort import TooComplex, limited
from pulumicheck.iam.glob import Glob
from pulumicheck.iam.pattern import RUN, Pattern
from pulumicheck.iam.pattern_sets import is_covered, meets
from pulumicheck.iam.tokens import Facts

_ANY = Pattern(RUN)
_STEPS = 200_000  # of one question


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

    @cached_property
    def heads(self) -> frozenset[str]:
        """What its texts begin with, up to the first wildcard or variable."""
        return frozenset(glob.head for glob in self.globs)

    # Most texts have neither wildcard nor variable: one look into a set finds them.

    @cached_property
    def _literals(self) -> frozenset[str]:
        return frozenset(glob.literal for glob in self.globs if glob.literal is not None)

    @cached_property
    def _others(self) -> tuple[Glob, ...]:
        return tuple(glob for glob in self.globs if glob.literal is None)


def may_share(one: Element, other: Element) -> bool:
    """Whether some text is in both in some request; True, too, where that cannot be told."""
    return may_begin_alike(one, other) and not _is_all_in([one.loosened, other.loosened], [])


def may_begin_alike(one: Element, other: Element) -> bool:
    """Whether some text of both may begin in the same way; a quick no where `may_share` would take its time."""
    if one.negated or other.negated:
        return True
    return any(a.startswith(b) or b.startswith(a) for a in one.heads for b in other.heads)


def takes_in(outer: Element, inner: Element, within: Element) -> bool:
    """Whether one element holds for certain all that another and a third may share."""
    if outer.negated and outer.has_variables:
        return False
    return _is_all_in([inner.loosened, within.loosened], [outer])


def _is_all_in(shared: Sequence[Element], outer: Sequence[Element]) -> bool:
    """Whether all that some elements share is in one of others, for certain.

    What is not in an element is as good as what is in its negation, on the other side.
    """
    inside = [each for each in shared if not each.negated] + [each for each in outer if each.negated]
    outside = [each for each in shared if each.negated] + [each for each in outer if not each.negated]
    with limited(_STEPS):
        try:
            patterns = [_ANY]
            for element in inside:
                patterns = [met for each in patterns for glob in element.globs for met in meets(each, glob.pattern)]
            covering = [glob.pattern for element in outside for glob in element.globs]
            return all(is_covered(each, covering) for each in patterns)
        except TooComplex:
            return False


ANYTHING = Element((Glob.parse("*", variables=False),))
"""Of a policy without resources, which is about whatever it is attached to."""
