"""What the script `minitickets` runs: the command, or a sentence about what is not installed."""

import time

from pulumicheck.script import run

STARTED = time.monotonic()
"""When the command began, as near as can be: what it loads takes seconds."""


def main() -> None:
    """Runs the command line."""
    run("minitickets", "minitickets.cli", "tools")
