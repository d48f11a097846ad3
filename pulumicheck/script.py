"""What the script `pulumicheck` runs: the command, or a sentence about what is not installed."""

import gc
import signal
import sys
from importlib import import_module


def main() -> None:
    """Runs the command line."""
    run("pulumicheck", "pulumicheck.__main__", "check")


def run(package: str, module: str, extra: str) -> None:
    """Runs the `main` of a package's command line, or ends with a sentence about what it needs.

    Args:
        package: the package, which is the script's name, too.
        module: where `main` is.
        extra: what its distribution calls the packages that the command line needs.
    """
    try:
        _start(package, module, extra)
    except KeyboardInterrupt:  # click tells of those that come later
        sys.exit("Aborted!")
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the interpreter is about to end, and would tell where it was


def _start(package: str, module: str, extra: str) -> None:
    gc.set_threshold(100_000)  # what is imported stays; looking through it again and again takes longer than a plan
    try:
        start = import_module(module).main
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == package:
            raise
        from importlib.metadata import packages_distributions  # noqa: PLC0415 - it takes longer than all else here

        ours = packages_distributions().get(package, [package])[0]
        sys.exit(f"Error: {package} needs {missing}, which is not installed: `pip install '{ours}[{extra}]'`.")
    start()
