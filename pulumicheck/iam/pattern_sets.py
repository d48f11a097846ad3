"""How the sets of texts that patterns match lie to each other.

Raised by all of it: `TooComplex`, once the steps of the comparison are spent.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from pulumicheck.iam.effort import spend
from pulumicheck.iam.pattern import ONE, RUN, Pattern
from pulumicheck.iam.pattern_reader import PatternReader

Pieces = set[str]
"""Texts of patterns."""


def contains(outer: Pattern, inner: Pattern) -> bool:
    """Whether one pattern matches all that another does."""
    spend()
    return outer.takes(inner.text) or (outer.has_ones and shares(outer, inner) and _is_read_by(inner, [outer]))


def is_covered(inner: Pattern, outer: Iterable[Pattern]) -> bool:
    """Whether each text of a pattern is matched by one of the others."""
    others = list(outer)
    if any(contains(other, inner) for other in others):
        return True
    # Without `?` the most general text decides; with it, several may cover together what none does alone.
    if not any(other.has_ones for other in others):
        return False
    return _is_read_by(inner, [other for other in others if shares(other, inner)])


def shares(one: Pattern, other: Pattern) -> bool:
    """Whether some text is matched by both."""
    spend()
    if one.is_fixed or other.is_fixed:
        fixed, open_ = (one, other) if one.is_fixed else (other, one)
        if not fixed.has_ones:
            return open_.takes(fixed.text)
        return _begin_alike(one, other) and bool(_meets(one.text, other.text))
    # Whatever stands between the beginning and the end of either may be there one after the other.
    return _begin_alike(one, other) and _end_alike(one, other)


def meets(one: Pattern, other: Pattern) -> list[Pattern]:
    """The patterns of what both match."""
    if contains(other, one):
        return [one]
    if contains(one, other):
        return [other]
    return list(map(Pattern, sorted(_meets(one.text, other.text)))) if shares(one, other) else []


def _begin_alike(one: Pattern, other: Pattern) -> bool:
    return all(map(_can_be_one, one.runs[0], other.runs[0]))


def _end_alike(one: Pattern, other: Pattern) -> bool:
    return all(map(_can_be_one, reversed(one.runs[-1]), reversed(other.runs[-1])))


def _can_be_one(letter: str, other: str) -> bool:
    return letter == other or (ONE in (letter, other) and max(letter, other) <= ONE)


def _meets(one: str, other: str) -> Pieces:
    """What both match, made from the ends of both texts to their beginnings."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] and pair[0] < ONE, zip(one, other, strict=False)))
    head, one, other = one[:same], one[same:], other[same:]
    spend(2 * len(one) * len(other))
    below = [_rest(one, other, len(one), at) for at in range(len(other) + 1)]
    for start in range(len(one) - 1, -1, -1):
        row: list[Pieces] = [set()] * (len(other) + 1)
        for at in range(len(other), -1, -1):
            row[at] = _joined(one[start], other[at : at + 1], row[at + 1 : at + 2], below[at : at + 2])
            spend(len(row[at]))
        below = row
    return {head + piece for piece in below[0]}


def _rest(one: str, other: str, start: int, at: int) -> Pieces:
    """What is left of both once the first is read: nothing, if the other can be empty."""
    return {""} if start == len(one) and not other[at:].strip(RUN) else set()


def _joined(letter: str, other: str, right: Sequence[Pieces], below: Sequence[Pieces]) -> Pieces:
    """What both match from here on; `right` is a letter on in the other, `below` one on in the first, then in both."""
    if letter == RUN:
        if other == RUN:
            return _behind(RUN, below[0] | right[0])
        return below[0] | (_behind(other, right[0]) if other else set[str]())
    if other == RUN:
        return right[0] | _behind(letter, below[0])
    return _behind(min(letter, other), below[1]) if other and _can_be_one(letter, other) else set()


def _behind(letter: str, pieces: Pieces) -> Pieces:
    return {piece if letter == RUN and piece.startswith(RUN) else letter + piece for piece in pieces}


def _is_read_by(inner: Pattern, outer: Sequence[Pattern]) -> bool:
    """Reads all texts of a pattern at once, letter by letter, and keeps the places that each other has come to."""
    mine, others = PatternReader(inner.text), [PatternReader(each.text) for each in outer]
    cost = 1 + (len(inner.text) + sum(len(each.text) for each in outer)) // 8
    start = (mine.start, *(each.start for each in others))
    seen, waiting = {start}, [start]
    while waiting:
        place, *places = waiting.pop()
        if mine.has_read(place) and not any(map(PatternReader.has_read, others, places)):
            return False
        letters = {"", *mine.letters(place)}.union(*map(PatternReader.letters, others, places))
        for letter in letters:  # only these make a difference here
            spend(cost)
            after = (
                mine.read(place, letter),
                *(each.read(at, letter) for each, at in zip(others, places, strict=True)),
            )
            if after[0] and after not in seen and not any(map(PatternReader.takes_the_rest, others, after[1:])):
                seen.add(after)
                waiting.append(after)
    return True
