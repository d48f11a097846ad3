import io
import json
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
from pulumicheck.review.as_json import json_of
from pulumicheck.review.as_markdown import markdown
from pulumicheck.review.as_text import print_review
from pulumicheck.review.consequences import Reach, Setting, Turn
from pulumicheck.review.differences import ABSENT, Difference
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.engine import Contradiction
from pulumicheck.review.gate import GateChange
from pulumicheck.review.permission_change import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark, actions, consequences
from pulumicheck.shown import visible, visible_json
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
    "\x1b]0;title\x07\x1b[2J",
    "\x9b31m",
    "x\u202egnp.exe\u2066\u200b",
    "a\u2028b\u0085c\rd",
    "\ud800",
    "[/]",
    "[bold]x",
    "x\\\\\\",
    "[link=https://example.com]x[/link]",
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
    urn = f"urn:pulumi:dev::shop::{text}::{text}"
    differences = (Difference(text, text, "b"), Difference("list", [text], ["b", text]), Difference("gone", 1, ABSENT))
    return Review(
        project=text,
        stack=text,
        before=text,
        after="working tree",
        permissions=[change],
        resources=[ResourceChange("replaced", resource, TABLE, differences, (text, "list"))],
        outputs=[Difference(text, ABSENT, {"a": text})],
        contradictions=[Contradiction(urn, "changed", text)],
        doubts=[Doubt(urn, text, text)],
        gate=[GateChange(text, (text,))],
    )


def _in_a_terminal(review: Review, width: int = 200) -> str:
    shown = io.StringIO()
    console = Console(file=shown, width=width, highlight=False, emoji=False, force_terminal=True)
    print_review(review, console)
    return shown.getvalue()


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


@pytest.mark.parametrize("text", HOSTILE)
def test_a_terminal_shows_no_control_character_of_a_name_and_only_our_colours(text: str) -> None:
    colour = re.compile(r"\x1b\[[0-9;]*m")
    shown = _in_a_terminal(_review(text), width=2_000)

    assert all(line.isprintable() for line in colour.sub("", shown).split("\n"))
    assert set(colour.findall(shown)) == set(colour.findall(_in_a_terminal(_review("Read"), width=2_000)))
    assert visible(text).strip() in colour.sub("", shown)


@examples(100)
@given(st.text(min_size=1, max_size=12))
def test_all_reports_are_harmless_whatever_a_name_holds(text: str) -> None:
    review = _review(text)

    assert json.loads(visible_json(json_of(review))) == json_of(review)
    for report in (visible_json(json_of(review)), markdown(review)):
        assert all(line.isprintable() for line in report.split("\n"))
        assert report.encode()


def test_the_comment_says_what_counts_first() -> None:
    first, _, title, *rest = markdown(_review()).splitlines()

    assert first == "<!-- Read plan Read -->"
    assert title.startswith(
        "### Stack `Read`: **permissions: 1 broader** · **resources: 1 replaced** · **outputs: 1 ch"
    )
    assert title.endswith("**the engine says otherwise of 1** · **not understood: 1** · **the gate itself changes**")
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


def _huge(count: int, length: int, *, broader: bool = True) -> Review:
    gains = (Setting("x", is_there=True),) if broader else ()
    changes = [
        PermissionChange(f"role {number}{'`' * length}", "identity", (f"{'é|' * length}{number}",), gains=gains)
        for number in range(count)
    ]
    doubts = [
        Doubt(f"urn:pulumi:dev::shop::a:b:C::{'<' * length}{number}", "x" * length, "y") for number in range(count)
    ]
    gate = [GateChange("*" * length, tuple(f"{number}" * length for number in range(count)))]
    it = _review("n" * length)
    return replace(it, permissions=changes, resources=[], doubts=doubts, gate=gate, before="`" * length)


@pytest.mark.parametrize(
    ("count", "length", "broader"),
    [
        (1, 100_000, True),
        (10_000, 30, True),
        (2_000, 1, False),
        (400, 200, True),
        (60, 90, False),
        (60, 90, True),
        (0, 5_000, True),
    ],
)
def test_no_review_is_too_large_for_a_comment(count: int, length: int, *, broader: bool) -> None:
    review = _huge(count, length, broader=broader)

    text = markdown(review)

    assert len(text.encode()) < 65_536
    assert re.fullmatch(r"<!-- n{1,100} plan n{1,100} -->", text.partition("\n")[0])
    assert review.exit_status == 3
    assert "Not accepted yet: " in text


def test_of_thousands_of_names_the_first_are_there_and_the_rest_is_counted() -> None:
    text = markdown(_huge(2_000, 1))

    shown = re.findall(r"Not accepted yet: (.*), and (\d+) more", text)
    assert sum(len(names.split(", ")) + int(more) for names, more in shown) == 4_002
    assert "permissions: 2000 broader" in text
    assert "not understood: 2000" in text


def test_what_is_not_understood_has_a_section_of_its_own_in_every_report() -> None:
    doubt = Doubt("urn:pulumi:dev::shop::aws:s3/bucket:Bucket::files", "acl", "it may let others in")
    review = replace(_review(), permissions=[], resources=[], outputs=[], contradictions=[], gate=[], doubts=[doubt])

    assert "| Not understood, so taken for the worse | since |" in markdown(review)
    assert "| `acl` of `files` | `it may let others in` |" in markdown(review)
    shown = _plain(_in_a_terminal(review))
    assert "Not understood, so taken for the worse\n└── acl of files: it may let others in  --accept files\n" in shown
    assert json_of(review)["doubts"] == [
        {"urn": doubt.urn, "what": "acl", "why": doubt.why, "acceptAs": "files", "accepted": False}
    ]
    assert (review.exit_status, review.names_to_accept) == (3, ["files"])


def test_a_change_of_the_gate_has_a_section_of_its_own_in_every_report() -> None:
    gate = GateChange("uv.lock", ("uv.lock",))
    review = replace(_review(), permissions=[], resources=[], outputs=[], contradictions=[], doubts=[], gate=[gate])

    assert "**The gate itself changes:**\n\n- `uv.lock` (accept `gate:uv.lock`): `uv.lock`" in markdown(review)
    assert "The gate itself changes\n└── uv.lock  --accept gate:uv.lock\n    └── uv.lock" in _plain(
        _in_a_terminal(review)
    )
    assert json_of(review)["gate"] == [
        {"pattern": "uv.lock", "files": ["uv.lock"], "acceptAs": "gate:uv.lock", "accepted": False}
    ]
    assert review.exit_status == 3


def _plain(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", shown)


def test_a_setting_is_told_by_what_became_of_it_and_not_by_its_words() -> None:
    setting = Setting("no longer has x", is_there=True)

    change = PermissionChange("role r", "identity", ("x",), gains=(setting,))

    assert actions(change) == (Mark("+", "no longer has x"),)
    assert consequences(change) == [Mark("+", "has no longer has x")]
