import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.iam.effort import TooComplex, limited
from pulumicheck.iam.element import Element, may_share
from pulumicheck.iam.glob import Glob
from pulumicheck.iam.pattern import Pattern
from pulumicheck.iam.pattern_sets import contains, is_covered, meets, shares
from tests.fixtures.examples import examples

globs = st.text(alphabet="ab*?", max_size=4)
WORDS = ["".join(letters) for length in range(7) for letters in product("abc", repeat=length)]


def _glob(text: str) -> Glob:
    return Glob.parse(text, variables=True)


def _pattern(text: str) -> Pattern:
    return _glob(text).pattern


def _could_begin_with(pattern: str, text: str) -> bool:
    return may_share(Element((_glob(pattern),)), Element((_glob(f"{text}*"),)))


def _matches(text: str) -> set[str]:
    expression = re.compile("".join({"*": ".*", "?": "."}.get(each, re.escape(each)) for each in text))
    return {word for word in WORDS if expression.fullmatch(word)}


@pytest.mark.parametrize(
    ("inner", "outer", "covered"),
    [
        ("sqs:SendMessage", ["sqs:Send*"], True),
        ("sqs:Send*", ["sqs:SendMessage"], False),
        ("a*b", ["a*", "*b"], True),
        ("a*", ["a", "a?*"], True),
        ("a*", ["a?*"], False),
        ("a?*", ["a*?"], True),
        ("*", ["a*", "b*"], False),
        ("*", ["", "?*"], True),
        ("tickets/${aws:username}/1", ["tickets/*"], True),
        ("tickets/${aws:username}/1", ["tickets/${aws:username}/*"], True),
        ("tickets/${aws:username}", ["tickets/?"], False),
        ("tickets/a", ["tickets/${aws:username}"], False),
        ("tickets/${*}", ["tickets/?"], True),
        ("tickets/?", ["tickets/${*}"], False),
    ],
)
def test_a_glob_is_covered_by_others_or_not(inner: str, outer: list[str], *, covered: bool) -> None:
    assert is_covered(_pattern(inner), [_pattern(each) for each in outer]) is covered


@examples(60)
@given(globs, st.lists(globs, max_size=3))
def test_covered_is_what_trying_all_words_says(inner: str, outer: list[str]) -> None:
    rest = _matches(inner).difference(*map(_matches, outer))

    assert is_covered(_pattern(inner), [_pattern(each) for each in outer]) is not bool(rest)


@examples(100)
@given(globs, globs)
def test_two_patterns_meet_in_what_both_match_of_all_words(one: str, other: str) -> None:
    both = _matches(one) & _matches(other)
    met = meets(_pattern(one), _pattern(other))

    assert {word for word in WORDS if any(each.takes(word) for each in met)} == both
    assert shares(_pattern(one), _pattern(other)) is bool(both)
    assert contains(_pattern(one), _pattern(other)) is (_matches(other) <= _matches(one))


@given(
    text=st.text(alphabet="ab*?$X{}'", max_size=8),
    value=st.text(alphabet="ab*?$X", max_size=6),
    wildcards=st.booleans(),
    variables=st.booleans(),
)
def test_a_glob_matches_what_it_takes_in_as_a_set(text: str, value: str, *, wildcards: bool, variables: bool) -> None:
    glob = Glob.parse(text, variables=variables, wildcards=wildcards)
    if glob.has_variables:
        return

    assert contains(glob.pattern, Glob.parse(value, variables=False, wildcards=False).pattern) is glob.matches(
        value, {}
    )


def test_what_would_take_too_long_is_left_open() -> None:
    inner, *outer = (_pattern(f"*{letters}{'?' * 40}*") for letters in ("ab", "b", "a?"))

    with limited(1000) as effort, pytest.raises(TooComplex):
        is_covered(inner, [Pattern(f"{each.text}?") for each in outer])
    assert effort.is_spent


def test_once_too_much_was_asked_all_that_is_asked_within_is_left_open() -> None:
    with limited(3):
        assert may_share(Element((_glob("a*b*c"),)), Element((_glob("*d*"),)))
        with pytest.raises(TooComplex):
            contains(_pattern("a*"), _pattern("ab"))
    assert contains(_pattern("a*"), _pattern("ab"))


@given(pattern=st.text("ab*?", max_size=8), text=st.text("ab", max_size=5), rest=st.text("ab", max_size=6))
def test_a_pattern_that_matches_a_text_could_begin_with_each_beginning_of_it(
    pattern: str, text: str, rest: str
) -> None:
    if _glob(pattern).matches(text + rest, {}):
        assert _could_begin_with(pattern, text)


@given(pattern=st.text("ab*?", max_size=6), text=st.text("ab", max_size=4))
def test_a_pattern_that_could_begin_with_a_text_matches_some_text_that_does(pattern: str, text: str) -> None:
    # What is left of the pattern once the text is read is matched by itself, its wildcards taken as one letter each.
    endings = [pattern[at:].replace("*", "").replace("?", "a") for at in range(len(pattern) + 1)]

    assert _could_begin_with(pattern, text) == any(_glob(pattern).matches(text + ending, {}) for ending in endings)
