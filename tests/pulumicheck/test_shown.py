import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from pulumicheck.errors import CheckError
from pulumicheck.lines import line
from pulumicheck.plan.as_text import show_plan
from pulumicheck.plan.permissions_page import permissions_page
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.plan.statements import PlannedStatement
from pulumicheck.shown import code, visible
from tests.fixtures.examples import examples

HOSTILE = ["\x1b[2J", "\x9b31m", "a\u202eb", "a\r\nb", "\u2028", "\ud800", "[/]", "[bold]", "\\\\\\", "|", "`x`", "<b>"]


@examples(200)
@given(st.text())
def test_no_text_has_anything_to_act_on(text: str) -> None:
    assert visible(text).isprintable()
    assert line(text).plain == visible(text)
    assert code(text).isprintable()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("café → 日本 …", "café → 日本 …"),
        ("\x1b[31m", r"\x1b[31m"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\x9b\u202e\u2066\u200b\ufeff", r"\x9b\u202e\u2066\u200b\ufeff"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_what_is_not_visible_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("text", HOSTILE)
def test_an_error_that_quotes_a_program_is_harmless(text: str) -> None:
    assert CheckError(f"{text} is wrong.").format_message() == f"{visible(text)} is wrong."


def _plan(text: str) -> Plan:
    urn = f"urn:pulumi:dev::shop::aws:iam/role:Role::{text}"
    inputs = {"name": text, "description": text}
    resource = Resource(f"aws:iam/role:{text}", text, urn, None, True, inputs, {"arn": text}, text, True, (), "")
    statement = PlannedStatement(
        principal=text,
        sid=text,
        effect="Allow",
        actions=(text,),
        resources=(text,),
        condition={text: {text: [text]}},
        why=text,
        used_by=(text,),
        policy_type="identity",
        attached_to=urn,
        document={},
    )
    return Plan(Recording(text, "dev", (resource,), {text: [text, text]}), [statement])


@pytest.mark.parametrize("text", HOSTILE)
def test_a_plan_shows_names_as_they_are_written(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    show_plan(_plan(text))

    shown = capsys.readouterr().out
    assert all(each.isprintable() for each in shown.split("\n"))
    assert shown.count(visible(text).strip()) >= 10


@pytest.mark.parametrize("text", HOSTILE)
def test_a_page_of_permissions_has_no_markup_of_a_name(text: str) -> None:
    page = permissions_page(_plan(text), "Head")

    assert all(each.isprintable() for each in page.split("\n"))
    assert "<b>" not in re.sub(r"`[^`]*`", "", page)
    rows = [each for each in page.splitlines() if each.startswith("| ") and "|---" not in each]
    assert {each.count("|") for each in rows} == {6}


def test_a_line_of_several_parts_is_no_markup_either() -> None:
    console = Console(width=80)
    with console.capture() as captured:
        console.print(line(("[/]", "bold"), "\\", ("[x]", "red")))
    assert captured.get() == "[/]\\[x]\n"
