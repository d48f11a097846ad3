"""A pattern as an automaton: the places between letters that what was read can have led to, as a number of bits."""

from collections.abc import Iterator

from pulumicheck.iam.pattern import ONE, RUN


class PatternReader:
    """Reads texts by one pattern.

    Args:
        text: the pattern's.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._takers: dict[str, int] = {}
        for place, letter in enumerate(text):
            self._takers[letter] = self._takers.get(letter, 0) | 1 << place
        self._runs = self._takers.get(RUN, 0)
        self.start = self._settled(1)

    def read(self, places: int, letter: str) -> int:
        """The places after one more letter; "" is any that no pattern names here."""
        ones = 0 if letter > ONE else self._takers.get(ONE, 0)
        return self._settled((places & (self._takers.get(letter, 0) | ones)) << 1 | (places & self._runs))

    def has_read(self, places: int) -> bool:
        """Whether the text may end here."""
        return bool(places >> len(self._text))

    def takes_the_rest(self, places: int) -> bool:
        """Whether any text may follow."""
        return self._text.endswith(RUN) and self.has_read(places)

    def letters(self, places: int) -> Iterator[str]:
        """The letters that the pattern names at some places."""
        while places:
            place = (places & -places).bit_length() - 1
            if place < len(self._text) and self._text[place] not in (ONE, RUN):
                yield self._text[place]
            places &= places - 1

    def _settled(self, places: int) -> int:
        """Adds what lies behind a `*`, which may be empty; leaves out what lies before one, which takes that in."""
        at = places & self._runs
        if not at:
            return places
        last = at.bit_length() - 1
        return (places | at << 1) >> last << last
