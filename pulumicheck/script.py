"""What the script `pulumicheck` runs: the command, or a sentence about what is not installed."""

import sys


def main() -> None:
    """Runs the command line."""
    try:
        from pulumicheck.__main__ import main as run  # noqa: PLC0415
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "pulumicheck":
            raise
        sys.exit(f"Error: pulumicheck needs {missing}, which is not installed: `pip install 'minitickets[check]'`.")
    run()
