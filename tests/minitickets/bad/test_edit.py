import re
from pathlib import Path

import pytest

from minitickets.bad.copy import running_apps
from minitickets.bad.edit import Edit, EditDoesNotApply, all_edits

KINDS = {
    "backoff",
    "batches",
    "bootstrap",
    "conditions",
    "content",
    "deadlines",
    "errors",
    "identifiers",
    "keys",
    "leases",
    "logs",
    "messages",
    "order",
    "reads",
    "records",
    "retries",
    "tickets",
    "tokens",
    "transport",
}


def test_each_applies_to_the_code_of_today() -> None:
    stale = list[str]()
    for edit in all_edits().values():
        try:
            compile(edit.edited(running_apps()), edit.file, "exec")
        except (EditDoesNotApply, SyntaxError) as error:
            stale.append(f"{edit.name}: {error}")

    assert not stale, "\n".join(stale)


def test_no_two_are_the_same() -> None:
    assert len({(edit.file, edit.edited(running_apps())) for edit in all_edits().values()}) == len(all_edits())


def test_there_are_some_of_every_kind() -> None:
    assert {edit.kind for edit in all_edits().values()} == KINDS
    assert len(all_edits()) > 250


def test_each_has_a_name_to_type_and_one_sentence_to_read() -> None:
    for edit in all_edits().values():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", edit.name)
        assert edit.why[0].islower(), edit.name
        assert edit.why[-1] not in ".!", edit.name


def test_a_text_that_is_not_there_once_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one = two = 1\none = 2\n")

    def edit(old: str, file: str = "a.py") -> Edit:
        return Edit(name="it", kind="order", file=file, old=old, new="", why="")

    assert edit("= 2").edited(tmp_path) == "one = two = 1\none \n"
    for wrong in (edit("three"), edit("one = "), edit("one", "b.py")):
        with pytest.raises(EditDoesNotApply, match="must be there once"):
            wrong.edited(tmp_path)
