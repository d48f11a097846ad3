"""Waits for what a drill is to show."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_LOOK_AGAIN = 0.1  # seconds
PATIENCE = 30.0  # seconds


class NotSeen(Exception):  # noqa: N818 - says what happened
    """What a drill waited for did not come; the text is a sentence for people."""


def until(look: Callable[[], T], what: str) -> T:
    """What `look` gives, as soon as it gives anything.

    Raises:
        NotSeen: it gave nothing for 30 seconds; `what` says what was waited for.
    """
    end = time.monotonic() + PATIENCE
    while not (seen := look()):
        if time.monotonic() > end:
            raise NotSeen(f"Not seen within {PATIENCE:.0f} s: {what}.")
        time.sleep(_LOOK_AGAIN)
    return seen
