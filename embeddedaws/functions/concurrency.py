"""The account's concurrency: how many invocations may run at once."""

import threading
from collections.abc import Generator
from contextlib import contextmanager

from embeddedaws.errors import TooManyRequestsException


class Concurrency:
    """Counts invocations in flight.

    Attributes:
        limit: how many may be; it may be set at any time.
        in_use: how many are now.
        throttles: how many were refused so far.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.in_use = 0
        self.throttles = 0
        self._lock = threading.Lock()

    @contextmanager
    def invocation(self) -> Generator[None]:
        """Counts one invocation; raises TooManyRequestsException if there is no room for it."""
        with self._lock:
            if self.in_use >= self.limit:
                self.throttles += 1
                raise TooManyRequestsException("Rate Exceeded.")
            self.in_use += 1
        try:
            yield
        finally:
            with self._lock:
                self.in_use -= 1
