"""What the machine itself gives the worker: the clock."""

import time


class SystemClock:
    """Wall-clock time, which the kernel keeps in step for every worker that shares the table."""

    def now(self) -> float:
        """Epoch seconds."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Blocks the calling thread for that many seconds."""
        time.sleep(seconds)
