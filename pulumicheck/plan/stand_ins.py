"""What a program asks of the world outside of it: data sources and the outputs of other stacks.

What can be told without AWS is told. For all else a project may hand in stand-ins, in `pulumicheck.json` beside its
`Pulumi.yaml`: `{"dataSources": {TOKEN: RESULT}, "stacks": {NAME: OUTPUTS}}`, members in camelCase. Whatever is in
neither is unknown.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pulumicheck.errors import CheckError
from pulumicheck.plan.invokes import answer
from pulumicheck.plan.values import has_unknowns

FILE = "pulumicheck.json"
"""The file of stand-ins, in the project's folder."""

_MEMBERS = ("dataSources", "stacks")
Told = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class StandIns:
    """What a project hands in."""

    data_sources: Told
    """By token: what each answers."""
    stacks: Told
    """By name: the outputs of each."""


def read_stand_ins(root: Path) -> StandIns:
    """Those of the project in a folder; none if it has no such file.

    Raises:
        CheckError: it is something else.
    """
    path = root / FILE
    if not path.is_file():
        return StandIns({}, {})
    try:
        file = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CheckError(f"{FILE} cannot be read: {' '.join(str(error).split())}.") from error
    if not isinstance(file, dict) or set(file) - set(_MEMBERS) or not all(map(_is_told, file.values())):
        raise CheckError(f"{FILE} must be an object of {' and '.join(_MEMBERS)}, each of them of objects by name.")
    return StandIns(file.get("dataSources") or {}, file.get("stacks") or {})


def _is_told(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(each, dict) for each in value.values())


@dataclass(frozen=True)
class Outside:
    """Answers for one run, and remembers what could not be answered."""

    region: str | None
    stand_ins: StandIns
    preview: bool
    """Whether the program can go on without an answer."""
    _untold: set[str] = field(default_factory=set[str])

    def data_source(self, token: str, arguments: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What it answers; None if that is unknown."""
        if token in self.stand_ins.data_sources:
            return {**arguments, **self.stand_ins.data_sources[token]}
        found = None if has_unknowns(dict(arguments)) else answer(token, arguments, self.region)
        return found if found is not None else self._not_told(token)

    def stack(self, name: str) -> dict[str, Any]:
        """What a StackReference tells of another stack."""
        known = self.stand_ins.stacks.get(name)
        if known is None:
            self._not_told(f"stack {name}")
            return {"name": name}
        return {"name": name, "outputs": dict(known), "secretOutputNames": []}

    def _not_told(self, what: str) -> None:
        self._untold.add(what)
        if not self.preview:
            raise CheckError(f"the program asks for {what}, which cannot be known without AWS.")

    @property
    def untold(self) -> tuple[str, ...]:
        """What is unknown, sorted."""
        return tuple(sorted(self._untold))

    def hint(self) -> str:
        """What may help a program that failed."""
        asked = ", ".join(self.untold)
        return f" (it had asked for {asked}, which only AWS can tell: put a stand-in into {FILE}.)" if asked else ""
