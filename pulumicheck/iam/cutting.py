"""One side of several boxes, by which that side of another is cut."""

from collections.abc import Iterator, Mapping, Sequence

from pulumicheck.iam.effort import spend
from pulumicheck.iam.element import Element
from pulumicheck.iam.pattern import RUN, Pattern
from pulumicheck.iam.pattern_sets import contains, meets, shares

_ANY = Pattern(RUN)

Boxes = int
"""Some of the boxes, one bit each."""
Cut = frozenset[Boxes]
"""The boxes that each piece lies in."""


class Cutter:
    """Cuts elements by others.

    Args:
        boxes: the others; each is a box's actions, say.
    """

    def __init__(self, boxes: Sequence[Element]) -> None:
        self._boxes = boxes
        self._same: dict[str, Boxes] = {}
        self._wild: dict[str, tuple[Pattern, Boxes]] = {}
        self._negated: dict[Element, Boxes] = {}
        for at, box in enumerate(boxes):
            if box.negated:
                self._negated[box] = self._negated.get(box, 0) | 1 << at
            else:
                self._add(box, 1 << at)

    def groups(self, element: Element) -> list[tuple[Cut, Element]]:
        """The values of an element, together those that are cut alike; or all of a Not… element."""
        if element.negated:
            return [(self._cut(_ANY, element), element)]
        groups: dict[Cut, list[Element]] = {}
        for unit in element.units():
            groups.setdefault(self._cut(unit.globs[0].pattern, unit), []).append(unit)
        return [(cut, Element(tuple(unit.globs[0] for unit in units))) for cut, units in groups.items()]

    def _add(self, element: Element, box: Boxes) -> None:
        for pattern in _patterns(element):
            self._same[pattern.text] = self._same.get(pattern.text, 0) | box
            if not pattern.is_fixed or pattern.has_ones:
                self._wild[pattern.text] = pattern, self._same[pattern.text]

    def _cut(self, whole: Pattern, element: Element) -> Cut:
        """The boxes that each piece of an element lies in, which is all of a pattern or, negated, what it leaves."""
        equal = self._negated.get(element, 0)
        usable = {box: bits for box, bits in self._negated.items() if box == element or _can_be_told(element, box)}
        left_out = list(_patterns(element)) if element.negated else []
        return _smallest(
            equal | self._in(piece) | sum(usable.values()) & ~lies_out_of
            for piece, lies_out_of in _pieces(whole, usable).items()
            if not any(contains(pattern, piece) for pattern in left_out)
        )

    def _in(self, piece: Pattern) -> Boxes:
        """The boxes that are no Not… elements and that a piece lies in."""
        found = self._same.get(piece.text, 0)
        spend(len(self._wild) >> 2)
        for pattern, boxes in self._wild.values():
            if boxes & ~found and contains(pattern, piece):
                found |= boxes
        return found


def _patterns(element: Element) -> Iterator[Pattern]:
    return (glob.pattern for glob in element.globs)


def _can_be_told(inner: Element, outer: Element) -> bool:
    """Whether letters can stand for variables: all but what they are is known, so not what they are not."""
    return not (inner.has_variables or outer.has_variables)


def _pieces(whole: Pattern, negated: Mapping[Element, Boxes]) -> dict[Pattern, Boxes]:
    """What a pattern shares with what some Not… elements leave out, each piece with the boxes that it lies out of.

    A text that is left out by some of them and by no more lies in a piece of just these.
    """
    found = {whole: 0}
    for element, boxes in negated.items():
        for pattern in _patterns(element):
            for piece, lies_out_of in list(found.items()) if shares(whole, pattern) else []:
                for met in meets(piece, pattern) if not lies_out_of & boxes else []:
                    found[met] = found.get(met, 0) | lies_out_of | boxes
    return found


def _smallest(cuts: Iterator[Boxes]) -> Cut:
    """Without pieces that lie in all that another lies in: what covers the other covers them."""
    found = set[Boxes]()
    for cut in cuts:
        spend(len(found))
        if not any(other & cut == other for other in found):
            found = {other for other in found if cut & other != cut} | {cut}
    return frozenset(found)
