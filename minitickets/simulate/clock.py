"""The apps' clock, in virtual time."""

from minitickets.simulate.kernel import SECOND, Kernel

EPOCH = 1_767_225_600
"""Epoch seconds at which every run begins: 2026-01-01T00:00:00Z."""


class VirtualClock:
    """Tells the kernel's time as epoch seconds."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def now(self) -> float:
        """Epoch seconds."""
        return EPOCH + self._kernel.now / SECOND

    def sleep(self, seconds: float) -> None:
        """Lets time pass."""
        self._kernel.sleep(round(seconds * SECOND))
