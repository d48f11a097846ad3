"""The project as it was in a revision, in a scratch folder; the repository is only read."""

import os
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pulumicheck.errors import CheckError
from pulumicheck.plan.project import Project, read_project


@dataclass(frozen=True)
class Revision:
    """A commit of the repository.

    Attributes:
        name: as it was asked for.
        commit: its full hash.
        project: the project as it was, in a scratch folder.
    """

    name: str
    commit: str
    project: Project

    def __str__(self) -> str:
        return _called(self.name, self.commit)


@contextmanager
def revision_of(project: Path, name: str) -> Generator[Revision]:
    """Makes the files of a revision for the length of the block.

    Args:
        project: the project's folder, in a git repository; what is not committed there does not matter.
        name: a commit, branch or tag, such as `main`.

    Raises:
        CheckError: there is no git, no repository, no such revision, or no project in it.
    """
    git = _Git(project)
    top = Path(git.run("rev-parse", "--show-toplevel"))
    commit = git.commit(name)
    with TemporaryDirectory(prefix="plan-diff-") as scratch:
        # An index of its own: the user's stays as it is, and no worktree has to be taken back after an interrupt.
        private = _Git(top, {"GIT_INDEX_FILE": str(Path(scratch, "index"))})
        private.run("read-tree", commit)
        private.run("checkout-index", "--all", "--quiet", f"--prefix={scratch}/tree/")
        tree = Path(scratch, "tree")
        root = tree / project.resolve().relative_to(top.resolve())
        if not (root / "Pulumi.yaml").is_file():
            called = _called(name, commit)
            raise CheckError(f"{called} has no Pulumi.yaml: it is from before this program; name a later revision.")
        yield Revision(name, commit, read_project(root, tree, top))


def _called(name: str, commit: str) -> str:
    return name if commit.startswith(name) else f"{name} ({commit[:7]})"


@dataclass(frozen=True)
class _Git:
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
        found = self._result(*arguments)
        if found.returncode:
            problem = found.stderr.strip().rpartition("\n")[2].removeprefix("fatal: ").rstrip(".")
            raise CheckError(f"git {arguments[0]} failed: {problem}.")
        return found.stdout.strip()

    def _result(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run(  # noqa: S603 - no shell, and a revision's name cannot become an option
                ["git", *arguments],  # noqa: S607 - the user's own git, wherever it is
                cwd=self.folder,
                env=os.environ | (self.environment or {}),
                capture_output=True,
                text=True,
                check=False,
            )
        except FileNotFoundError:
            raise CheckError("there is no git on this machine, which `--diff` needs: install it.") from None
