"""One `minitickets local` for each project."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager

from minitickets.errors import CommandError
from minitickets.ops.target import LocalStack, local_folder
from pulumicheck.plan.project import Project


@contextmanager
def the_only_one(project: Project) -> Generator[None]:
    """Makes sure that no other one of the project runs until the block ends.

    The lock is the kernel's: it ends with its process, however that ends, and is no file that could be left behind.

    Raises:
        CommandError: another one runs, or is starting, whose files would be mixed up with those of a second.
    """
    descriptor = os.open(local_folder(project), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(descriptor, project)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, project: Project) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        where = f" at {running.endpoint_url}" if (running := LocalStack.running(project)) else ""
        raise CommandError(f"a local stack is running already{where}: stop it first.") from error
