"""What the script `minitickets` runs: the command, or a sentence about what is not installed."""

import sys


def main() -> None:
    """Runs the command line."""
    try:
        from minitickets.cli import main as run  # noqa: PLC0415
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "minitickets":
            raise
        sys.exit(f"Error: minitickets needs {missing}, which is not installed: `pip install 'minitickets[tools]'`.")
    run()
