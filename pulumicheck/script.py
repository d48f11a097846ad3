"""What the script `pulumicheck` runs: the command, or a sentence about what is not installed."""

import sys
from importlib.metadata import packages_distributions


def main() -> None:
    """Runs the command line."""
    try:
        from pulumicheck.__main__ import main as run  # noqa: PLC0415
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "pulumicheck":
            raise
        ours = packages_distributions().get("pulumicheck", ["pulumicheck"])[0]
        sys.exit(f"Error: pulumicheck needs {missing}, which is not installed: `pip install '{ours}[check]'`.")
    run()
