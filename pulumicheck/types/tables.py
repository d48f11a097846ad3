"""The two tables of all types of AWS's provider, made by `python -m pulumicheck.types.classify`: docs/types.md."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import cache
from importlib.resources import files
from typing import Self

CLASSES, REPLACEMENTS = "classes.tsv", "replacements.tsv"
ALL = "*"
"""In the place of a path: the type is nothing but what it grants or guards, and so all of its inputs count."""


SAYING_NOTHING = frozenset({"region", "tags", "tagsAll", "timeouts", "description", "name", "namePrefix"})
"""Inputs that give nothing to anyone: tags matter to conditions on tags alone, which no rule could tell."""


@dataclass(frozen=True)
class Replacements:
    """A line of replacements.tsv: which inputs make a new resource, by their paths without indices.

    Attributes:
        token: the type.
        terraform: Terraform's type, "" if it is not known.
        replaces: they do.
        unknown: nobody could tell.
        in_place: they do not, nor does anything below them that is not named.
    """

    token: str
    terraform: str
    replaces: tuple[str, ...]
    unknown: tuple[str, ...]
    in_place: tuple[str, ...]


@dataclass(frozen=True)
class TypeClass:
    """A line of classes.tsv: what a type may do to access and to data.

    Attributes:
        token: the type.
        opens: paths of the inputs that may give access.
        passes: paths of the inputs that say with whose permissions something acts, or who reaches it.
        guards: paths of the inputs that keep something closed or safe; with `!` at the end if absent means open.
        holds: what is lost with it, for people; "" if nothing is.
        why: the evidence, for people.
    """

    token: str
    opens: tuple[str, ...] = ()
    passes: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()
    holds: str = ""
    why: str = ""

    @property
    def word(self) -> str:
        """The class, for people."""
        grants = bool(self.opens or self.passes or self.guards)
        words = {(True, True): "both", (True, False): "may grant", (False, True): "may hold data"}
        return words.get((grants, bool(self.holds)), "harmless")


@dataclass(frozen=True)
class TableLine:
    """A line as it stands in a file."""

    cells: tuple[str, ...]

    @classmethod
    def of(cls, row: "Replacements | TypeClass") -> Self:
        """The line of a row."""
        cells = [" ".join(cell) if isinstance(cell, tuple) else cell for cell in astuple(row)]
        return cls((*cells[:1], row.word, *cells[1:]) if isinstance(row, TypeClass) else tuple(cells))

    def __str__(self) -> str:
        return "\t".join(self.cells)


@cache
def classes() -> Mapping[str, TypeClass]:
    """What all types may do, by token."""
    return {
        token: TypeClass(token, _paths(opens), _paths(passes), _paths(guards), holds, why)
        for token, _, opens, passes, guards, holds, why in _lines(CLASSES)
    }


@cache
def replacements() -> Mapping[str, Replacements]:
    """What makes a new resource of each type, by token."""
    return {
        token: Replacements(token, name, _paths(replaces), _paths(unknown), _paths(in_place))
        for token, name, replaces, unknown, in_place in _lines(REPLACEMENTS)
    }


def _lines(name: str) -> list[list[str]]:
    text = files(__package__ or "").joinpath(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]  # the first names the columns


def _paths(cell: str) -> tuple[str, ...]:
    return tuple(cell.split())
