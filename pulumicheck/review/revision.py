"""The project as it was in a revision, in a scratch folder; the repository is only read."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pulumicheck.errors import CheckError
from pulumicheck.plan.project import Project, read_project
from pulumicheck.review.git import Git


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
    git = Git(project)
    top = Path(git.run("rev-parse", "--show-toplevel"))
    commit = git.commit(name)
    with TemporaryDirectory(prefix="plan-diff-") as scratch:
        # An index of its own: the user's stays as it is, and no worktree has to be taken back after an interrupt.
        private = Git(top, {"GIT_INDEX_FILE": str(Path(scratch, "index"))})
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
