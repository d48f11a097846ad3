import io
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.console import Console

from pulumicheck.iam.element import ANYTHING, Element
from pulumicheck.iam.glob import Glob
from pulumicheck.plan.recording import Resource
from pulumicheck.review.as_markdown import markdown
from pulumicheck.review.as_text import print_review
from pulumicheck.review.consequences import Reach, Setting, Turn
from pulumicheck.review.differences import ABSENT, Difference
from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Accepted, Review
from pulumicheck.review.rows import Mark, actions, consequences
from tests.fixtures.examples import examples

TABLE = Resource("aws:dynamodb/table:Table", "tickets", "urn:x", None, True, {"name": "t"}, {}, "t", True, (), "")
HOSTILE = [
    "<script>alert(1)</script>",
    "`</details><b>x",
    "a|b",
    "a\\|b",
    "![x](https://example.com/x.png)",
    "@someone",
    "\n\n# Heading\n\n",
    "</code><i>",
    "``",
    " ` ",
    " ",
]


def _review(text: str = "Read") -> Review:
    statement = {"Sid": text, "Effect": "Allow", "Action": ["sqs:SendMessage", text], "Resource": text}
    change = PermissionChange(
        f"role {text}",
        "identity",
        (text,),
        before={**statement, "Condition": {"StringEquals": {text: [text, "b"]}}},
        after={**statement, "Action": "sqs:*", "Principal": {"AWS": text}},
        gains=(Reach(Turn.ALLOWED, None, (Element((Glob.parse(text, variables=False),)),), (ANYTHING,)),),
    )
    resource = replace(TABLE, name=text or "x", inputs={"name": text})
    differences = (Difference(text, text, "b"), Difference("list", [text], ["b", text]), Difference("gone", 1, ABSENT))
    return Review(
        project=text,
        stack=text,
        before=text,
        after="working tree",
        permissions=[change],
        resources=[ResourceChange("replaced", resource, TABLE, differences, (text, "list"))],
        outputs=[Difference(text, ABSENT, {"a": text})],
    )


def _html(text: str) -> str:
    return MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown(_review(text)))


def _skeleton(html: str) -> str:
    """The tags alone, without those that lines of one list or cell may have more or fewer of."""
    return " ".join(re.findall(r"<(/?[a-zA-Z!][^>]*)>", re.sub(r"<!--.*?-->", "", html)))


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_a_name_holds_it_stays_text(text: str) -> None:
    assert _skeleton(_html(text)) == _skeleton(_html("Read"))


@examples(150)
@given(st.text(alphabet="`|\\<>&*_[]()!#@\n\"' ax-~$", min_size=1, max_size=12))
def test_no_text_becomes_markup(text: str) -> None:
    assert _skeleton(_html(text)) == _skeleton(_html("Read"))


def test_the_comment_says_what_counts_first() -> None:
    first, _, title, *rest = markdown(_review()).splitlines()

    assert first == "<!-- Read plan Read -->"
    assert title == "### Stack `Read`: **permissions: 1 broader** · **resources: 1 replaced** · **outputs: 1 changed**"
    text = "\n".join(rest)
    assert text.index("Not accepted yet") < text.index("| **broader** |") < text.index("<details>")
    assert "**protected: `pulumi up` stops here**" in text


def test_a_report_that_github_would_refuse_keeps_the_permissions() -> None:
    review = _review()
    long = replace(review, outputs=[Difference(f"output{number}", "a" * 100, "b" * 100) for number in range(400)])

    text = markdown(long)

    assert len(text) < 65_536
    assert "| **broader** |" in text
    assert "<details>" not in text
    assert "Too much for a comment" in text


def test_a_terminal_shows_the_same_and_no_markup_of_a_name() -> None:
    shown = io.StringIO()

    print_review(_review("[bold]x[/]"), Console(file=shown, width=200, highlight=False, emoji=False))

    text = shown.getvalue()
    assert "broader  [bold]x[/]" in text
    assert "more: may [bold]x[/]" in text
    assert "protected: `pulumi up` stops here" in text
    assert "lost with it: its items" in text
    assert "(forces a new one)" in text


def test_a_setting_is_told_by_what_became_of_it_and_not_by_its_words() -> None:
    setting = Setting("no longer has x", is_there=True)

    change = PermissionChange("role r", "identity", ("x",), gains=(setting,))

    assert actions(change) == (Mark("+", "no longer has x"),)
    assert consequences(change) == [Mark("+", "has no longer has x")]


def test_a_sid_that_looks_like_a_renaming_is_one_name() -> None:
    setting = Setting("x", is_there=True)
    review = _review()
    asked = replace(
        review, permissions=[PermissionChange("role r", "identity", ("a → b",), gains=(setting,))], resources=[]
    )

    assert asked.names_to_accept == ["a → b"]
    assert replace(asked, accepted=Accepted(frozenset({"b"}))).exit_status == 3
    assert replace(asked, accepted=Accepted(frozenset({"a → b"}))).exit_status == 0
