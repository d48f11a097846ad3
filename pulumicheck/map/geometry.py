"""Rectangles and the size of text, in units of the picture: one pixel where the picture is shown at its own size."""

from dataclasses import dataclass

from pulumicheck.types.kinds import Drawing

HEADING = 19
"""Height of a group's title."""
INDENT = 10
"""Of a group's title, at both ends."""

_LONG = 105  # a label that is wider is broken

Point = tuple[float, float]
"""x and y."""


@dataclass(frozen=True)
class Rectangle:
    """A place in the picture; x grows to the right, y downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def center(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def overlaps(self, other: "Rectangle", margin: float = 0) -> bool:
        """Whether the two share more than an edge, or come closer than a margin."""
        return (
            self.x < other.right + margin
            and other.x < self.right + margin
            and self.y < other.bottom + margin
            and other.y < self.bottom + margin
        )

    def holds(self, other: "Rectangle") -> bool:
        """Whether another lies inside."""
        return self.x <= other.x and other.right <= self.right and self.y <= other.y and other.bottom <= self.bottom


def box_width(title: str, drawing: Drawing) -> float:
    """Width of a box: beside its icon a title, 13 px, half bold, and below that the words for its kind, 11.5 px.

    On a running system figures stand in place of the kind, 11.5 px, half bold, and below the icon too.
    """
    return max(max(text_width(title, 13.7), text_width(drawing.word, 11.5)) + 49, text_width(drawing.badge, 12.2) + 18)


def heading_width(text: str) -> float:
    """Width of a group's title: 11.5 px."""
    return text_width(text, 11.5) + 2 * INDENT


def label_size(text: str) -> tuple[float, float]:
    """Width and height of an arrow's label, 11.5 px; a long one is broken into two lines as alike as can be."""
    words = text.split()
    lines = (
        [[text]]
        if text_width(text, 11.5) <= _LONG
        else [[" ".join(words[:place]), " ".join(words[place:])] for place in range(1, len(words))] or [[text]]
    )
    width, best = min((max(text_width(line, 11.5) for line in each), each) for each in lines)
    return width + 10, 14 * len(best)


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a common sans-serif of a size in pixels."""
    return size * sum(_width(letter) for letter in text)


def _width(letter: str) -> float:
    if letter in "iljtfrI.,'| ":
        return 0.34
    if letter in "ckszvxy_":
        return 0.5
    if letter in "mwMW@":
        return 0.92
    return 0.7 if letter.isupper() else 0.58
