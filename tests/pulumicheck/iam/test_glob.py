import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.iam.element import Element, may_share
from pulumicheck.iam.glob import Glob, TooComplex, is_covered, memberships
from tests.fixtures.examples import examples

globs = st.text(alphabet="ab*?", max_size=4)
WORDS = ["".join(letters) for length in range(7) for letters in product("abc", repeat=length)]


def _glob(text: str) -> Glob:
    return Glob.parse(text, variables=True)


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
    assert is_covered(_glob(inner), [_glob(each) for each in outer]) is covered


@examples(60)
@given(globs, st.lists(globs, max_size=3))
def test_covered_is_what_trying_all_words_says(inner: str, outer: list[str]) -> None:
    rest = _matches(inner).difference(*map(_matches, outer))

    assert is_covered(_glob(inner), [_glob(each) for each in outer]) is not bool(rest)


@examples(60)
@given(st.lists(globs, min_size=1, max_size=3))
def test_the_memberships_are_those_that_words_have(texts: list[str]) -> None:
    found = [_matches(text) for text in texts]

    assert memberships([_glob(text) for text in texts]) == {tuple(word in each for each in found) for word in WORDS}


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

    assert is_covered(Glob.parse(value, variables=False, wildcards=False), [glob]) is glob.matches(value, {})


def test_what_would_take_too_long_is_left_open() -> None:
    monsters = [_glob("*a" + "?" * 20 + "b*a" + "?" * 20), _glob("*b" + "?" * 20)]

    assert not is_covered(monsters[0], [monsters[1]])
    with pytest.raises(TooComplex):
        memberships(monsters)


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
