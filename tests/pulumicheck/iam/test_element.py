import re
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.iam.element import Element, may_share, takes_in
from pulumicheck.iam.glob import Glob
from tests.fixtures.examples import examples

WORDS = ["".join(letters) for length in range(7) for letters in product("abc", repeat=length)]
texts = st.lists(st.text(alphabet="ab*?", max_size=3), min_size=1, max_size=2)
elements = st.builds(
    lambda texts, negated: Element(tuple(Glob.parse(text, variables=True) for text in texts), negated),
    texts,
    st.booleans(),
)
VARIABLE = Glob.parse("a${x:v}", variables=True)


def _words(element: Element) -> set[str]:
    expressions = ("".join({"*": ".*", "?": "."}.get(each, re.escape(each)) for each in text) for text in element.texts)
    expression = re.compile("|".join(f"(?:{each})" for each in expressions))
    return {word for word in WORDS if (expression.fullmatch(word) is not None) is not element.negated}


@examples(60)
@given(elements, elements)
def test_elements_may_share_what_trying_all_words_says(one: Element, other: Element) -> None:
    assert may_share(one, other) is bool(_words(one) & _words(other))


@examples(60)
@given(elements, elements, elements)
def test_an_element_takes_in_what_trying_all_words_says(outer: Element, inner: Element, within: Element) -> None:
    assert takes_in(outer, inner, within) is (_words(inner) & _words(within) <= _words(outer))


def test_a_variable_may_be_anything_and_is_nothing_for_certain() -> None:
    a, b, anything = (Element((Glob.parse(text, variables=False),)) for text in ("ab", "b", "*"))
    some, others = Element((VARIABLE,)), Element((VARIABLE,), negated=True)

    assert [may_share(some, each) for each in (a, b)] == [True, False]
    assert [may_share(others, each) for each in (a, b)] == [True, True]
    assert [takes_in(each, a, anything) for each in (some, others)] == [False, False]
    assert takes_in(anything, some, anything)
