"""SES's sending rate."""

from minitickets.simulate.kernel import SECOND, Kernel


class Rate:
    """So many in each second of the run; None is no limit."""

    def __init__(self, per_second: int | None, kernel: Kernel) -> None:
        self._per_second = per_second
        self._kernel = kernel
        self._second = 0
        self._used = 0

    def is_over(self) -> bool:
        """Whether this one is one too many; it counts if it is not."""
        if self._per_second is None:
            return False
        second = self._kernel.now // SECOND
        if second != self._second:
            self._second, self._used = second, 0
        if self._used >= self._per_second:
            return True
        self._used += 1
        return False
