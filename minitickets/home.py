"""Where this project lies, and how its command is called."""

import shutil
import sys
from pathlib import Path

import pulumicheck.plan.project
from pulumicheck.plan.project import Project

HOME = Path(__file__).resolve().parent.parent


def find_project() -> Project:
    """The Pulumi project of the working directory or of the nearest folder above it; outside of any, this one.

    Raises:
        CheckError: its `Pulumi.yaml` cannot be read.
    """
    return pulumicheck.plan.project.find_project(otherwise=HOME)


def how_to_call() -> str:
    """What to type for `minitickets`: its name where a shell finds it, else the way that it was called."""
    if shutil.which("minitickets"):
        return "minitickets"
    called = Path(sys.argv[0])
    return f"{sys.executable} -m minitickets" if called.name == "__main__.py" else str(called)
