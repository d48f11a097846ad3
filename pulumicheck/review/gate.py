"""What a change does to the gate itself: to the reviewer, to what starts it, and to what it is installed from.

Which files these are, the side says that is there already: a change cannot take itself off the list.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pulumicheck.errors import CheckError
from pulumicheck.plan.project import Project

DEFAULT = (
    ".github/**",
    "**/action.yml",
    "**/action.yaml",
    "**/CODEOWNERS",
    ".pre-commit-config.yaml",
    "**/Makefile",
    "**/GNUmakefile",
    "**/pyproject.toml",
    "**/setup.py",
    "**/setup.cfg",
    "**/*.lock",
    "**/pylock*.toml",
    "**/pulumicheck.json",
    "**/requirements*.txt",
    "**/constraints*.txt",
    "**/.python-version",
    "**/*.pth",
    "**/sitecustomize.py",
    "**/usercustomize.py",
    "**/.gitattributes",
    ".gitmodules",
)
"""What starts the review and its packages: where the base's pyproject.toml has no `[tool.pulumicheck] gate`."""

_WILDCARDS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@dataclass(frozen=True)
class GateChange:
    """Files that belong to the gate and are not as they were.

    Attributes:
        pattern: which part of the gate, as the base's settings or the defaults call it.
        files: their paths from the repository's root, sorted.
    """

    pattern: str
    files: tuple[str, ...]


def gate_changes(changed: Sequence[str], patterns: Sequence[str]) -> list[GateChange]:
    """What of the gate is among the files that changed; each file once, under the first pattern that fits.

    Args:
        changed: paths from the repository's root.
        patterns: as in `.gitignore`, from the root: `**/` is any folder, `*` anything but a slash.
    """
    left = list(changed)
    found: list[GateChange] = []
    for pattern in patterns:
        files = tuple(path for path in left if _regex(pattern).fullmatch(path))
        left = [path for path in left if path not in files]
        found += [GateChange(pattern, files)] if files else []
    return found


def gate_of(base: Project) -> Sequence[str]:
    """The patterns that the base sets, in the program's folder or at the root of the repository; else the default.

    Raises:
        CheckError: its pyproject.toml cannot be read.
    """
    for folder in (base.root, base.tree):
        patterns = _settings(folder / "pyproject.toml").get("gate")
        if patterns is None:
            continue
        if not isinstance(patterns, list) or not all(isinstance(each, str) and each for each in patterns):
            raise CheckError(
                "[tool.pulumicheck] gate in the base's pyproject.toml is no list of patterns: mend it there."
            )
        return patterns
    return DEFAULT


def _settings(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get("pulumicheck", {})
    except (OSError, ValueError, AttributeError) as error:
        raise CheckError(f"the base's pyproject.toml cannot be read: {error}.") from error
    return settings if isinstance(settings, dict) else {}


def _regex(pattern: str) -> re.Pattern[str]:
    """Without regard to case, since some file systems have none."""
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern.removeprefix("/"))
    return re.compile("".join(_WILDCARDS.get(part, re.escape(part)) for part in parts), re.IGNORECASE | re.DOTALL)
