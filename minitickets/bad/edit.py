"""Bad workers and ticket issuers: each is one edit of `apps/`, kept as data in `edits/`, a file for each kind."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_EDITS = Path(__file__).with_name("edits")

REAL = "real"
"""The name of what is in `apps/` as it is."""


class EditDoesNotApply(ValueError):  # noqa: N818 # says what is the matter
    """The old text is not in its file, or not only once."""


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One thing that is wrong.

    Args:
        name: what to ask for it by.
        kind: the file of `edits/` that it is in.
        file: what it changes, within `apps/`.
        old: what stands there, exactly once.
        new: what it puts in its place.
        why: what is wrong with that, and what a customer or an operator would notice.
        shown: whether the documents name it.
    """

    name: str
    kind: str
    file: str
    old: str
    new: str
    why: str
    shown: bool = False

    def edited(self, apps: Path) -> str:
        """The file of that `apps/` with what is wrong in it.

        Raises:
            EditDoesNotApply: the old text is not there exactly once.
        """
        path = apps / self.file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if (times := text.count(self.old)) != 1:
            raise EditDoesNotApply(f"{self.name}: its old text is in {self.file} {times} times, and must be there once")
        return text.replace(self.old, self.new)


@cache
def all_edits() -> dict[str, Edit]:
    """Every edit by its name, in the order of the files' names and of their lines."""
    edits = [edit for path in sorted(_EDITS.glob("*.toml")) for edit in _read(path)]
    return {edit.name: edit for edit in edits}


def _read(path: Path) -> list[Edit]:
    tables: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Edit(name=name, kind=path.stem, **table) for name, table in tables.items()]
