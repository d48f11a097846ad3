import shlex
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pulumicheck.commands.plan import plan
from pulumicheck.review.consequences import Setting
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.engine import Contradiction
from pulumicheck.review.gate import GateChange
from pulumicheck.review.names import Accepted, Question
from pulumicheck.review.permission_change import PermissionChange
from pulumicheck.review.review import Review
from pulumicheck.review.words import options
from tests.fixtures.examples import examples

MORE = (Setting("x", is_there=True),)


def _statement(who: str, *names: str, actions: str = "s3:*", kind: str = "identity") -> PermissionChange:
    after = {"Effect": "Allow", "Action": actions, "Resource": "*"}
    return PermissionChange(who, kind, names, after=after, gains=MORE)  # pyright: ignore[reportArgumentType]


def _review(*questions: Question) -> Review:
    of = {
        kind: [each for each in questions if isinstance(each, kind)] for kind in (PermissionChange, Doubt, GateChange)
    }
    engines = [each for each in questions if isinstance(each, Contradiction)]
    return Review(
        "shop",
        "dev",
        "a",
        "b",
        of[PermissionChange],  # pyright: ignore[reportArgumentType]
        [],
        [],
        doubts=of[Doubt],  # pyright: ignore[reportArgumentType]
        gate=of[GateChange],  # pyright: ignore[reportArgumentType]
        contradictions=engines,
    )


def _status(review: Review, *names: str) -> int:
    return replace(review, accepted=Accepted(frozenset(names))).exit_status


def test_a_sid_that_only_one_role_has_says_which_statement() -> None:
    review = _review(_statement("role worker", "Read"), _statement("role tickets", "Write"))

    assert review.names_to_accept == ["Read", "Write"]
    assert _status(review, "Read", "tickets/Write") == 0


def test_one_name_never_covers_the_statements_of_two_roles() -> None:
    review = _review(_statement("role worker", "Read"), _statement("role tickets", "Read"))

    assert review.names_to_accept == ["worker/Read", "tickets/Read"]
    assert _status(review, "Read") == 3
    assert _status(review, "worker/Read") == 3
    assert _status(review, "worker/Read", "tickets/Read") == 0


def test_a_name_that_fits_several_is_told_from_one_that_fits_none() -> None:
    review = _review(_statement("role worker", "Read"), _statement("role tickets", "Read"))
    given = replace(review, accepted=Accepted(frozenset({"Read", "Raed"})))

    assert given.ambiguous_names == {"Read": ["worker/Read", "tickets/Read"]}
    assert given.needless_names == ["Raed"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (_statement("role a", "Read"), _statement("queue a", "Read")),
        (_statement("role a", "Read"), _statement("role a", "Read", kind="trust")),
        (_statement("role a", "Read"), _statement("role a", "Read", actions="s3:Get*")),
        (_statement("role a", "Read"), _statement("role a", "Read")),
        (_statement("role a", "One", "Two"), _statement("role a", "Two", "One")),
        (_statement("role a", "b/Read"), _statement("role a/b", "Read")),
        (_statement("role a", "(no sid)"), _statement("role a", "(no sid)", actions="s3:Get*")),
        (_statement("role a", "(no sid)"), _statement("role b", "(no sid)")),
        (_statement("role a", ""), _statement("role a", "")),
        (_statement("role a", "files"), Doubt("urn::files", "acl", "it may")),
        (Doubt("urn::files", "acl", "it may"), Doubt("urn::files", "grants", "it may")),
        (Doubt("urn::files", "acl", "it may"), Doubt("urn::files", "acl", "it may also")),
        (Doubt("urn:a::files", "acl", "it may"), Doubt("urn:b::files", "acl", "it may")),
        (Doubt("urn::files", "engine", "it may"), Contradiction("urn::files", "", "replaced")),
        (Contradiction("urn:a::files", "", "replaced"), Contradiction("urn:b::files", "", "replaced")),
        (GateChange("uv.lock", ("uv.lock",)), _statement("role a", "gate:uv.lock")),
    ],
)
def test_two_questions_have_two_names(one: Question, other: Question) -> None:
    review = _review(one, other)
    first, second = review.names_to_accept

    assert first != second
    assert [_status(review, first), _status(review, second)] == [3, 3]
    assert _status(review, first, second) == 0


def test_a_statement_without_a_sid_is_called_by_what_it_says() -> None:
    (name,) = _review(_statement("role a", "(no sid)")).names_to_accept
    (other,) = _review(_statement("role a", "(no sid)", actions="iam:*")).names_to_accept

    assert name == _review(_statement("role a", "(no sid)")).names_to_accept[0]
    assert name != other
    assert _status(_review(_statement("role a", "(no sid)", actions="iam:*")), name) == 3


def test_a_sid_that_looks_like_a_renaming_is_one_name() -> None:
    review = _review(_statement("role r", "a → b"))

    assert review.names_to_accept == ["a → b"]
    assert _status(review, "b") == 3
    assert _status(review, "a → b") == 0


def test_a_renamed_statement_goes_by_either_sid() -> None:
    review = _review(_statement("role r", "Old", "New"))

    assert review.names_to_accept == ["New"]
    assert (_status(review, "Old"), _status(review, "New")) == (0, 0)


@examples(200)
@given(st.lists(st.tuples(st.text(max_size=9), st.text(max_size=9)), min_size=1, max_size=6))
def test_what_a_report_prints_is_a_shell_s_words_and_accepts_all_of_it(pairs: list[tuple[str, str]]) -> None:
    review = _review(*(_statement(f"role {who}", sid) for who, sid in pairs))

    context = plan.make_context("plan", ["--diff", "main", *shlex.split(options(review))])

    assert len(set(review.names_to_accept)) == len(pairs)
    assert set(context.params["names"]) == set(review.names_to_accept)
    assert _status(review, *context.params["names"]) == 0
    for name in review.names_to_accept:
        rest = set(review.names_to_accept) - {name}
        assert _status(review, *rest) == 3
