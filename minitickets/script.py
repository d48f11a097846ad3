"""What the script `minitickets` runs: the command, or a sentence about what is not installed."""

from pulumicheck.script import run


def main() -> None:
    """Runs the command line."""
    run("minitickets", "minitickets.cli", "tools")
