import runpy
import sys
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from worker import text as text_module
from worker.text import display, shorten

EMOJI = [
    "\U0001f1ee\U0001f1f3",  # a flag of two letters
    "\U0001f44d\U0001f3fd",  # a tone of skin
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",  # a family
    "\u2764\ufe0f\u200d\U0001f525",
    "1\ufe0f\u20e3",
]
LETTERS = ["\u0915\u094d\u0937\u093f", "\u1112\u1161\u11ab", "e\u0301\u0323", "\u0e01\u0e33", "\u05e9\u05bc\u05c1"]


@pytest.mark.parametrize(
    "control", [*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"], ids=ascii
)
def test_bidirectional_controls_are_taken_out(control: str) -> None:
    assert display(f"{control}Ada{control}evol{control}", 60) == "Adaevol"


@pytest.mark.parametrize(
    "text", ["\u200b\u2060", "\u00ad", "\ufe0f\u200d", "\u2800 \u3164", "\U000e0041", "\ufffc"], ids=ascii
)
def test_a_text_of_nothing_visible_is_still_something(text: str) -> None:
    assert display(text, 60) == "…"


@pytest.mark.parametrize(
    "text",
    [*EMOJI, *LETTERS, "\u201cIt\u2019s \u2018on\u2019\u201d \u2013 now…", "محمد علی\u200cپور", "AT&T \ufffd"],
    ids=ascii,
)
def test_what_a_reader_sees_is_left_as_it_is(text: str) -> None:
    assert display(text, 60) == text


def test_a_pile_of_marks_does_not_cover_its_neighbours() -> None:
    assert display("Z" + "\u0301\u0316" * 50 + "o\u0301e", 60) == "Z" + "\u0301\u0316" * 4 + "o\u0301e"


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("Ada", 3, "Ada"),
        ("Adas", 3, "Ad…"),
        ("Ada Lovelace", 5, "Ada…"),
        ("ab\u0301c", 3, "a…"),
        ("a👩\u200d👧b", 4, "a…"),
        ("\u0301" * 5, 3, "\u0301\u0301…"),
    ],
    ids=["fits", "cut", "no blank before the dots", "letter with its mark", "joined emoji", "marks only"],
)
def test_text_is_cut_where_a_reader_would(text: str, length: int, expected: str) -> None:
    assert shorten(text, length) == expected


def test_a_long_title_in_latin_letters_needs_no_library_to_cut_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*map(chr, range(0x20, 0x300))] == list(iter_graphemes("".join(map(chr, range(0x20, 0x300)))))
    monkeypatch.setitem(sys.modules, "wcwidth", None)  # what imports it now fails
    runpy.run_path(text_module.__file__)
    assert shorten("Überschrift " * 9, 20) == "Überschrift Übersch…"


@pytest.mark.parametrize("cluster", [*EMOJI, *LETTERS], ids=ascii)
def test_no_place_to_cut_is_within_what_a_reader_takes_for_one(cluster: str) -> None:
    for before in range(50, 60):
        kept = shorten("x" * before + cluster + "y" * 20, 60).removesuffix("…")
        assert kept.lstrip("x").rstrip("y") in ("", cluster)


@given(st.text(min_size=1), st.integers(8, 30))
def test_what_is_displayed_is_one_short_line_cut_between_clusters(text: str, length: int) -> None:
    shown = display(text, length)
    assert 1 <= len(shown) <= length
    assert shown == shown.strip()
    assert len(shown.splitlines()) == 1
    whole = display(text, 10_000)
    clusters = list(iter_graphemes(whole))
    if len(shown) < len(whole) and len(clusters[0]) < length:
        assert shown.removesuffix("…") in {"".join(clusters[:n]).rstrip() for n in range(len(clusters))}


@pytest.mark.parametrize(
    "giant", ["W", "\u200b", "\u0301", "\U0001f1ee", "👩\u200d", "\u0915\u094d", " ", "\U0001f3f4\U000e0067"], ids=ascii
)
def test_a_giant_text_takes_no_time_from_its_neighbours(giant: str) -> None:
    text = f"x{giant * (50_000 // len(giant))}"
    shorten("warm", 3)
    start = process_time()
    for _ in range(10):
        display(text, 500)
    assert process_time() - start < 0.1
