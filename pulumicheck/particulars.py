"""What a project tells of itself that no plan can say. Whoever tells nothing gets all answers by the plan alone."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Combination:
    """One combination of the project's switches, for each of which the map shows what there is.

    Attributes:
        id: its name in links.
        title: what it means, as a sentence.
        switches: settings of the project that are true or false.
    """

    id: str
    title: str
    switches: Mapping[str, bool]


@dataclass(frozen=True)
class Outsider:
    """Someone or something outside of the stack that the map shows beside it.

    Attributes:
        id: as in the map.
        title: its name.
        about: what it does, in one sentence.
        console: where AWS shows it.
        cli: the line that does, or shows, the same; `{stack}` is the stack's name.
        sends: an arrow from it to each box of a kind: the kind, and what goes there.
        receives: an arrow to it from each box of a kind that the functions call: the kind, and what goes there.
        has_policies: whether the stack's managed policies are for its role, which lets it do what they say.
    """

    id: str
    title: str
    about: str
    console: str
    cli: str
    sends: tuple[str, str] | None = None
    receives: tuple[str, str] | None = None
    has_policies: bool = False

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """The kinds of the boxes that stand for it in the stack: what goes wrong there shows at it."""
        return (*(("policy",) if self.has_policies else ()), *(self.receives[:1] if self.receives else ()))


@dataclass(frozen=True)
class Symptom:
    """What goes wrong, as a person meets it, and what helps: one row of a runbook."""

    name: str
    """Its short name, as in `Reproduction.line`."""
    symptom: str
    """What one sees, in one line."""
    cause: str
    where: tuple[str, ...]
    """Where to look: a path in the console, a log group, a line for the AWS CLI."""
    cure: str
    """What to do about it."""
    involves: tuple[str, ...]
    """The Pulumi names of the resources at which it shows."""


@dataclass(frozen=True)
class Reproduction:
    """How any symptom is made to happen.

    Attributes:
        heading: such as `Make it happen on a copy of the system`.
        line: a command line; `{name}` is the symptom's name.
    """

    heading: str
    line: str


@dataclass(frozen=True)
class Particulars:
    """All of it.

    Attributes:
        package: the package of the program's component types, such as `shop` of `shop:orders:Queue`: by one of them a
            program is known as the project's own, whatever the project's name.
        home: the project's folder, for commands that are called outside of any.
        combinations: of its switches, all on first; none if there are no switches.
        outsiders: who and what the stack works with.
        symptoms: what can go wrong, by the names of the project, the stack and the region.
        reproduction: how they are made to happen, where they can be.
        permissions: what the page of permissions says first; `{stack}` is the stack's name.
    """

    package: str = ""
    home: Path | None = None
    combinations: tuple[Combination, ...] = ()
    outsiders: tuple[Outsider, ...] = ()
    symptoms: Callable[[str, str, str], tuple[Symptom, ...]] = lambda _project, _stack, _region: ()
    reproduction: Reproduction | None = None
    permissions: str = ""

    def of(self, component_types: Iterable[str]) -> "Particulars":
        """These if a program with such components is the project's own, else none."""
        return self if any(type_.startswith(f"{self.package}:") for type_ in component_types) else Particulars()
