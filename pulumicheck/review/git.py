"""The user's own git, asked and never told to change anything but an index of its own."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pulumicheck.errors import CheckError


@dataclass(frozen=True)
class Git:
    """Git in one folder.

    Attributes:
        folder: where its commands run.
        environment: variables for them, besides those of this process.
    """

    folder: Path
    environment: Mapping[str, str] | None = None

    def commit(self, name: str) -> str:
        """The commit that a name stands for."""
        found = self._result("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        if found.returncode == 0:
            return found.stdout.strip()
        if self.run("rev-parse", "--is-shallow-repository") == "true":
            raise CheckError(
                f"{name!r} is not in this shallow clone: fetch it first, as with `git fetch --depth 1 origin <branch>` "
                "and FETCH_HEAD as the revision."
            )
        raise CheckError(f"git knows no revision {name!r}: name a commit, a branch or a tag of this repository.")

    def run(self, *arguments: str) -> str:
        """What a git command prints."""
        return self._printed(*arguments).strip()

    def changed(self, commit: str) -> list[str]:
        """The files of the working tree that are not as in a commit, new ones among them: from the root, sorted."""
        listed = (
            self._printed("diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", commit, "--"),
            self._printed("ls-files", "--others", "--exclude-standard", "--full-name", "-z"),
        )
        return sorted({path for each in listed for path in each.split("\0") if path})

    def _printed(self, *arguments: str) -> str:
        found = self._result(*arguments)
        if found.returncode:
            problem = found.stderr.strip().rpartition("\n")[2].removeprefix("fatal: ").rstrip(".")
            raise CheckError(f"git {arguments[0]} failed: {problem}.")
        return found.stdout

    def _result(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run(  # noqa: S603 - no shell, and a revision's name cannot become an option
                ["git", *arguments],  # noqa: S607 - the user's own git, wherever it is
                cwd=self.folder,
                env=os.environ | (self.environment or {}),
                capture_output=True,
                encoding="utf-8",
                errors="surrogateescape",  # a file's name may be any bytes
                check=False,
            )
        except FileNotFoundError:
            raise CheckError("there is no git on this machine, which `--diff` needs: install it.") from None
