from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.iam.caller import caller_named
from pulumicheck.iam.principals import Principals, read_principals
from pulumicheck.iam.statement import Effect
from tests.fixtures.examples import examples

A, B = "111111111111", "222222222222"
ROLE, SESSION = f"arn:aws:iam::{A}:role/app", f"arn:aws:sts::{A}:assumed-role/app/s"
ROOT, ELSEWHERE = f"arn:aws:iam::{A}:root", f"arn:aws:iam::{B}:user/x"
SERVICES = ["lambda.amazonaws.com", "s3.amazonaws.com"]
AWS = ["*", A, B, ROOT, ROLE, f"arn:aws:iam::{A}:role/path/app", SESSION, ELSEWHERE]
CALLERS = [ROLE, SESSION, f"arn:aws:iam::{A}:user/ada", ROOT, ELSEWHERE, "*", *SERVICES]

principals = st.one_of(
    st.just("*"),
    st.fixed_dictionaries({"AWS": st.lists(st.sampled_from(AWS), min_size=1, max_size=3)}),
    st.fixed_dictionaries({"Service": st.sampled_from(SERVICES)}),
)
elements = st.tuples(st.sampled_from(["Principal", "NotPrincipal"]), principals)


def _read(statement: dict[str, Any]) -> Principals:
    ((name, element),) = statement.items()
    return read_principals(element, "", negated=name == "NotPrincipal")


@examples(800)
@given(elements, elements, st.sampled_from(["Allow", "Deny"]))
def test_callers_within_others_are_named_as_well_by_those(
    inner: tuple[str, Any], outer: tuple[str, Any], effect: Effect
) -> None:
    some, others = _read(dict([inner])), _read(dict([outer]))
    if not some.are_within(others, effect):
        return
    for name in CALLERS:
        mine, its = (each.naming(caller_named(name)) for each in (some, others))
        assert mine <= its if effect == "Allow" else bool(mine) <= bool(its), name


@pytest.mark.parametrize(
    ("inner", "outer", "effect", "within"),
    [
        ({"Principal": {"AWS": ROLE}}, {"Principal": "*"}, "Allow", True),
        ({"Principal": {"AWS": ROLE}}, {"Principal": {"AWS": A}}, "Allow", False),
        ({"Principal": {"AWS": ROLE}}, {"Principal": {"AWS": A}}, "Deny", True),
        ({"Principal": {"AWS": A}}, {"Principal": {"AWS": ROOT}}, "Allow", True),
        ({"Principal": {"Service": "s3.amazonaws.com"}}, {"NotPrincipal": {"AWS": A}}, "Deny", True),
        ({"Principal": {"AWS": ROLE}}, {"NotPrincipal": {"AWS": SESSION}}, "Deny", False),
        ({"NotPrincipal": {"AWS": [A, ROLE]}}, {"NotPrincipal": {"AWS": ROLE}}, "Deny", True),
        ({"NotPrincipal": {"AWS": ROLE}}, {"NotPrincipal": {"AWS": [A, ROLE]}}, "Deny", False),
    ],
)
def test_callers_are_within_others_or_not(
    inner: dict[str, Any], outer: dict[str, Any], effect: Effect, *, within: bool
) -> None:
    assert _read(inner).are_within(_read(outer), effect) is within
