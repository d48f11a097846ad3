"""What a reader sees of an email, and whether a text that people typed is among it.

Both are taken apart into words and signs, so that blanks, line breaks, invisible characters and the other way to write
an accent make no difference; a word or a sign more, less or else does.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from os.path import commonprefix

_UNSEEN_ELEMENTS = re.compile(
    r"<!--.*?-->|<(head|style|script|template)\b.*?</\1\s*>"
    r"|<(\w+)[^>]*\bstyle\s*=\s*[\"'][^\"'>]*display\s*:\s*none[^>]*>.*?</\2\s*>",
    re.DOTALL | re.IGNORECASE,
)
_WITHIN_A_LINE = re.compile(r"</?(a|abbr|b|bdi|bdo|code|em|i|mark|small|span|strong|sub|sup|u)\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[A-Za-z/!?][^>]*>")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_BLANK = re.compile(r"[^\S\n]|[\x00-\x09\x0b-\x1f\x7f-\x9f]")

# Unicode's default ignorable code points that are no format characters, the blank of Braille, and what stands for half
# of a surrogate pair.
_SHOWS_NOTHING = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\ufffd-\uffff\U000e0000-\U000e0fff]"
)
_UNSEEN_CATEGORIES = {"Cf", "Cs"}

_CUT = "…"
_LEAST = 30  # characters that are seen of a text that is cut


@lru_cache(maxsize=1000)  # a booking's own words are looked for in each part of its email
def seen_in_text(text: str) -> str:
    """The words and signs of a text, one blank between two, or one line break; and a blank at either end."""
    lines = (" ".join(_TOKEN.findall(line)) for line in _visible(text).split("\n"))
    return " " + "\n".join(line for line in lines if line) + " "


def seen_in_html(document: str) -> str:
    """The same of an HTML document, without what no reader sees."""
    shown = _UNSEEN_ELEMENTS.sub(" ", document).replace("\n", " ")
    return seen_in_text(html.unescape(_TAG.sub("\n", _WITHIN_A_LINE.sub("", shown))))


def same_text(one: str, other: str) -> bool:
    """Whether both look the same to a reader."""
    return _flat(seen_in_text(one)) == _flat(seen_in_text(other))


def shows(seen: str, wanted: str) -> bool:
    """Whether a text is among what is seen; one that shows nothing always is."""
    return not _flat(seen_in_text(wanted)).strip() or any(spans_of(wanted, seen))


def spans_of(wanted: str, seen: str) -> Iterator[tuple[int, int]]:
    """Where a text stands among what is seen: as a whole, or its beginning with an ellipsis after it."""
    flat, text = _flat(seen), _flat(seen_in_text(wanted))
    for start in _starts(text, flat):
        yield start, start + len(text) - 1
    beginning = text[: _LEAST + 1]
    for start in _starts(beginning, flat) if len(text) > len(beginning) else ():
        end = start + len(commonprefix([text, flat[start:]]))  # noqa: RUF071 - of two strings that are no paths
        if flat[end:].lstrip().startswith(_CUT):
            yield start, end


def without(seen: str, *texts: str) -> str:
    """What is seen beside these texts."""
    spans = sorted({span for text in texts if text.strip() for span in spans_of(text, seen)})
    kept, position = list[str](), 0
    for start, end in spans:
        kept += [seen[position:start], "\n"]
        position = max(position, end)
    return "".join([*kept, seen[position:]])


def _starts(part: str, whole: str) -> Iterator[int]:
    start = whole.find(part) if part.strip() else -1
    while start >= 0:
        yield start
        start = whole.find(part, start + 1)


def _flat(seen: str) -> str:
    return seen.replace("\n", " ")


def _visible(text: str) -> str:
    shown = _BLANK.sub(" ", text)
    if not shown.isascii():
        shown = _SHOWS_NOTHING.sub("", shown)
        shown = "".join(each for each in shown if unicodedata.category(each) not in _UNSEEN_CATEGORIES)
    return unicodedata.normalize("NFC", shown)
