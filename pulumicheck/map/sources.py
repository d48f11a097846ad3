"""Where the program declares a component or a resource: found in its sources, which are read and not run."""

import ast
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import Resource
from pulumicheck.types.table import is_provider, resource_type


@dataclass(frozen=True)
class Place:
    """A line of a source file.

    Attributes:
        file: its path from the project's root.
        line: from 1.
        about: what the docstring there says first; "" if there is none.
    """

    file: str
    line: int
    about: str = ""


class Sources:
    """The modules of a project's program."""

    def __init__(self, project: Project) -> None:
        # `main` in Pulumi.yaml may lead out of the project's folder.
        names = {path: Path(os.path.relpath(path, project.root)).as_posix() for path in sorted(_paths(project.main))}
        self._modules = {name: tree for path, name in names.items() if (tree := _parsed(path))}
        self._calls: dict[ast.AST, Mapping[str, Sequence[ast.Call]]] = {}

    def component(self, resource: Resource) -> Place | None:
        """The class of a component, and what it is for: by the function that makes it, else by the class."""
        found = self._classes.get(resource.type)
        if found is None:
            return None
        file, class_ = found
        return Place(file, class_.lineno, self._makers.get((class_.name, resource.name)) or _docstring(class_))

    def resource(self, resource: Resource, parent: Resource | None) -> Place | None:
        """The call that makes a resource, in the class of its component or, if none does there, anywhere."""
        found = self._classes.get(parent.type) if parent else None
        inside, anywhere = [found] if found else [], list(self._modules.items())
        calls = self._makers_in(inside, resource, parent) or self._makers_in(anywhere, resource, parent)
        if not calls:
            return Place(found[0], found[1].lineno) if found else None
        _, line, file = max(calls)
        return Place(file, -line)

    def _makers_in(
        self, places: Sequence[tuple[str, ast.AST]], resource: Resource, parent: Resource | None
    ) -> list[tuple[int, int, str]]:
        """The calls that may make a resource: how well the name fits, the line, negative, and the file."""
        noun = "Provider" if is_provider(resource.type) else resource.row.noun
        return [
            (_likeness(call, resource.name, parent.name if parent else ""), -call.lineno, file)
            for file, tree in places
            for call in self._called(tree).get(noun, ())
            if _makes(call, resource.type)
        ]

    def _called(self, tree: ast.AST) -> Mapping[str, Sequence[ast.Call]]:
        """The calls in a tree by the last word of what is called."""
        if tree not in self._calls:
            self._calls[tree] = found = defaultdict[str, list[ast.Call]](list)
            for call in _calls(tree):
                found[_last(call.func)].append(call)
        return self._calls[tree]

    @cached_property
    def _classes(self) -> dict[str, tuple[str, ast.ClassDef]]:
        """The component classes by their type token, which they hand to `super().__init__`."""
        return {
            str(call.args[0].value): (file, class_)
            for file, tree in self._modules.items()
            for class_ in ast.walk(tree)
            if isinstance(class_, ast.ClassDef)
            for call in _calls(class_)
            if _last(call.func) == "__init__" and call.args and isinstance(call.args[0], ast.Constant)
        }

    @cached_property
    def _makers(self) -> dict[tuple[str, object], str]:
        """What each function that makes a component says: by the component's class and the name it gives."""
        return {
            (_last(call.func), call.args[0].value): _docstring(function)
            for tree in self._modules.values()
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef)
            for call in _calls(function)
            if call.args and isinstance(call.args[0], ast.Constant)
        }


def _paths(folder: Path) -> Iterator[Path]:
    """The modules in and below a folder, without those of tools and of virtual environments."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not (name.startswith(".") or _is_environment(Path(place, name)))]
        yield from (Path(place, name) for name in files if name.endswith(".py"))


def _is_environment(folder: Path) -> bool:
    return folder.name in {"node_modules", "site-packages"} or (folder / "pyvenv.cfg").exists()


def _parsed(path: Path) -> ast.Module | None:
    """None for what is no Python of today: the program, which has run, cannot have imported it."""
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError):
        return None


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _docstring(node: ast.ClassDef | ast.FunctionDef) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())


def _makes(call: ast.Call, type_: str) -> bool:
    """Whether a call of its noun is such as `aws.sqs.Queue(…)`, `sqs.Queue(…)`, `Queue(…)` of `aws:sqs/queue:Queue`."""
    if is_provider(type_):
        return True
    module = _last(call.func.value).rstrip("_") if isinstance(call.func, ast.Attribute) else ""
    package, row = type_.partition(":")[0], resource_type(type_)
    return module in {"", package, f"pulumi_{package}", row.service}


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _likeness(call: ast.Call, name: str, component: str) -> int:
    """How well the name that a call gives fits: as written, by the component's name, by its fixed parts, or not."""
    given = call.args[0] if call.args else None
    if given is None or _is_text(given, name):
        return 3
    if isinstance(given, ast.Name):
        return 2 if name == component else 0
    if isinstance(given, ast.JoinedStr):
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in given.values]
        return 2 if re.fullmatch("".join(parts), name) else 0
    return 1


def _is_text(node: ast.expr, text: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == text
