"""Text that people typed, made fit to be shown: one line, harmless to what stands around it, and not too long."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import accumulate, takewhile

# What turns the reading direction of the text around it, what takes no room or shows nothing at all, stand-ins for what
# an office program had there, and what is no character. Joiners and variation selectors stay: Persian, the scripts of
# India and emoji are spelled with them. So do the tags (U+E0020 to U+E007F) of a flag such as Scotland's, but not
# elsewhere: they carry text that nobody sees.
_NO_CHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane * 0x10000 + last) for plane in range(17) for last in (0xFFFE, 0xFFFF)
)
_INVISIBLE = re.compile(
    "(?P<flag>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f)"
    "|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffc"
    f"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff{_NO_CHARACTERS}]"
)
# A second joiner or selector in a row says nothing to a reader, so it may say something to somebody else.
_REPEATED = re.compile(
    "([\u200c\u200d])[\u200c\u200d]+|([\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]+"
)
# What changes its neighbours and shows nothing without them, and the blank of Braille.
_ALONE_INVISIBLE = re.compile(
    "[\\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]*"
)
SUBJECT_LENGTH = 60  # characters of a text in a subject: phones show about 40 of all, desktops about 70
_FIRST_MARK = "\u0300"  # before it, each character of a line stands for itself
_MOST_MARKS = 8  # on one letter; a fully pointed and chanted Hebrew one has five
_LOOKED_AT = 10  # times as many characters as are shown: a text of nothing to see takes no time from its neighbours


def display(text: str, length: int = SUBJECT_LENGTH) -> str:
    """The text as one line of at most `length` characters; an ellipsis if there is nothing to see."""
    visible = _INVISIBLE.sub(lambda found: found["flag"] or "", text[: _LOOKED_AT * length])
    visible = _without_piles(_REPEATED.sub(r"\1\2", visible))
    return "…" if _ALONE_INVISIBLE.fullmatch(visible) else shorten(" ".join(visible.split()), length)


def _without_piles(text: str) -> str:
    """Of marks on one letter the first few: a hundred of them cover the lines above and below."""
    if text.isascii():
        return text
    marks, kept = 0, list[str]()
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def shorten(text: str, length: int) -> str:
    """Cuts to `length` characters, an ellipsis included, between what a reader takes for characters.

    Only a single one that is longer than the place itself, such as a letter under a hundred accents, is cut within.
    """
    if len(text) <= length:
        return text
    ends = takewhile(lambda end: end < length, accumulate(map(len, _clusters(text[:length]))))
    return text[: max(ends, default=length - 1)].rstrip() + "…"


def _clusters(text: str) -> Iterable[str]:
    """The extended grapheme clusters of one line (Unicode Standard Annex 29)."""
    if max(text) < _FIRST_MARK:
        return text
    from wcwidth import iter_graphemes  # noqa: PLC0415 # 60 ms, for the rare text that is too long and has marks

    return iter_graphemes(text)
