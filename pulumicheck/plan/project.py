"""Where the Pulumi project lies, and the settings of its stacks as the Pulumi CLI would hand them to the program."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import yaml

from pulumicheck.errors import CheckError
from pulumicheck.plan.values import Secret
from pulumicheck.plan.wire import UNKNOWN_TEXT

Config = dict[str, str]
"""Full config keys (`shop:retries`, `aws:region`) to text; what is not text in YAML is JSON text here.

An encrypted value, which only the CLI with its passphrase can read, is a `Secret` of a digest of the ciphertext.
"""


class PartlySecret(str):
    """A setting of several values, some of which are encrypted: its text has what stands for unknown ones there.

    Attributes:
        digest: of the ciphertexts.
    """

    __slots__ = ("digest",)
    digest: str

    def __new__(cls, text: str, digest: str) -> Self:
        """Makes it of both."""
        made = super().__new__(cls, text)
        made.digest = digest
        return made


_STACK_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")  # Pulumi, "Stacks"; a name that is a path would lead elsewhere
_STACK_FILE = {"config", "encryptedkey", "encryptionsalt", "environment", "secretsprovider"}  # what Pulumi knows


@dataclass(frozen=True)
class Project:
    """A folder with a `Pulumi.yaml`."""

    root: Path
    name: str
    main: Path
    """The folder whose `__main__.py` is the program."""
    declared: frozenset[str]
    """The settings that `Pulumi.yaml` knows, by their full keys."""
    defaults: Config
    tree: Path
    """The whole tree of files that it belongs to: its own folder, or the repository around it."""
    stands_for: Path
    """The tree whose place this one takes: its own, or the working tree of which it is a revision."""

    @property
    def top(self) -> Path:
        """The root of the repository, or else of the tree."""
        if self.stands_for != self.tree:
            return self.tree
        return next((folder for folder in (self.root, *self.root.parents) if (folder / ".git").exists()), self.tree)

    @property
    def program(self) -> Path:
        """The folder with a `__main__.py`, or the file, that is the program.

        Raises:
            CheckError: there is none.
        """
        if self.main.is_file():
            return self.main
        if not (entry := self.main / "__main__.py").is_file():
            raise CheckError(f"there is no program at {os.path.relpath(entry, self.root)}.")
        return self.main

    def stacks(self) -> list[str]:
        """The stacks that have a settings file, sorted by name."""
        return sorted(path.name.split(".")[1] for path in self.root.glob("Pulumi.*.yaml"))

    def config(self, stack: str, overrides: Mapping[str, str] | None = None) -> Config:
        """The settings of a stack: the project's defaults, the stack's own file over them, then the overrides.

        Args:
            stack: a name for which `Pulumi.<stack>.yaml` exists; any, with no file of its own, where no stack has one.
            overrides: more settings; a key without a namespace is one of the project's own.

        Raises:
            CheckError: there is no such file, or it is no settings file.
        """
        if not _STACK_NAME.fullmatch(stack):
            raise CheckError(f"{stack[:100]!r} is no stack's name: use letters, digits, '-', '_' and '.', up to 100.")
        path = self.root / f"Pulumi.{stack}.yaml"
        known = self.stacks()
        if known and not path.is_file():
            raise CheckError(
                f"stack {stack!r} has no settings file {path.name}; stacks that have one: {', '.join(known)}."
            )
        file = _read_yaml(path) if known else {}
        if unknown := sorted(set(file) - _STACK_FILE):
            raise CheckError(f"{path.name} has {unknown[0]!r}, which is none of {', '.join(sorted(_STACK_FILE))}.")
        own = _mapping(file.get("config"), f"'config' in {path.name}")
        chosen = {self.full_key(key): _text(value) for key, value in (overrides or {}).items()}
        return self.defaults | {self.full_key(key): _text(value) for key, value in own.items()} | chosen

    def region(self, stack: str) -> str:
        """The region that a stack is deployed to.

        Raises:
            CheckError: its settings name none.
        """
        region = self.config(stack).get("aws:region")
        if not region:
            raise CheckError(f"aws:region is missing: set it in Pulumi.{stack}.yaml, or by `-c aws:region=…`.")
        return region

    def full_key(self, key: str) -> str:
        """The key with its namespace, which is the project's own where none is given."""
        return key if ":" in key else f"{self.name}:{key}"


def find_project(start: Path | None = None, otherwise: Path | None = None) -> Project:
    """The Pulumi project of a folder or of the nearest one above it.

    Args:
        start: the folder; the working directory if not given.
        otherwise: the project's folder where neither is one.

    Raises:
        CheckError: there is none, or its `Pulumi.yaml` cannot be read.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents, *([otherwise] if otherwise else [])):
        if (folder / "Pulumi.yaml").is_file():
            return read_project(folder)
    raise CheckError("no Pulumi.yaml here or in a folder above: change to the project's folder.")


def read_project(root: Path, tree: Path | None = None, stands_for: Path | None = None) -> Project:
    """The Pulumi project whose `Pulumi.yaml` lies in `root`.

    Args:
        root: its folder.
        tree: the tree of files around it; its own folder if not given.
        stands_for: the tree whose revision this is; itself if not given.

    Raises:
        CheckError: there is no such file, or it is none of Pulumi's.
    """
    root = root.resolve()
    tree = (tree or root).resolve()
    file = _read_yaml(root / "Pulumi.yaml")
    name = file.get("name")
    if not isinstance(name, str):
        raise CheckError("Pulumi.yaml has no 'name'.")
    entries = _mapping(file.get("config"), "'config' in Pulumi.yaml")
    defaults = {key if ":" in key else f"{name}:{key}": _default(entry) for key, entry in entries.items()}
    return Project(
        root=root,
        name=name,
        main=root / str(file.get("main", ".")),
        declared=frozenset(defaults),
        defaults={key: _text(value) for key, value in defaults.items() if value is not None},
        tree=tree,
        stands_for=(stands_for or tree).resolve(),
    )


def _default(entry: Any) -> Any:
    if not isinstance(entry, dict):
        return entry
    return entry.get("value", entry.get("default"))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    hidden: list[str] = []
    text = json.dumps(_without_secrets(value, hidden))
    if not hidden:
        return text
    digest = sha256(json.dumps(hidden).encode()).hexdigest()
    return Secret(digest) if text == json.dumps(UNKNOWN_TEXT) else PartlySecret(text, digest)


def _without_secrets(value: Any, hidden: list[str]) -> Any:
    """A setting with what stands for unknown texts in the place of encrypted ones; those are added to `hidden`."""
    if isinstance(value, dict):
        if set(value) == {"secure"}:
            hidden.append(str(value["secure"]))
            return UNKNOWN_TEXT
        return {key: _without_secrets(each, hidden) for key, each in value.items()}
    return [_without_secrets(each, hidden) for each in value] if isinstance(value, list) else value


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise CheckError(f"{what} must hold keys and values.")
    return {str(key): entry for key, entry in value.items()}


class _StrictLoader(yaml.SafeLoader):
    """Refuses a key that is there twice, as the Pulumi CLI does; YAML's own loader would take the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise yaml.MarkedYAMLError(problem=f"{twice} is there twice", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)


# An unquoted date is the text that stands there, as for the Pulumi CLI.
_StrictLoader.add_constructor("tag:yaml.org,2002:timestamp", yaml.SafeLoader.construct_yaml_str)


def _read_yaml(path: Path) -> dict[str, Any]:
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), _StrictLoader)  # noqa: S506 - it is a safe loader
    except yaml.MarkedYAMLError as error:
        line = "" if error.problem_mark is None else f", line {error.problem_mark.line + 1}"
        raise CheckError(f"{path.name}{line} cannot be read: {error.problem}.") from error
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise CheckError(f"{path.name} cannot be read: {' '.join(str(error).split())}.") from error
    return _mapping(content, path.name)
