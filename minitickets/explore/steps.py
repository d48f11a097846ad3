"""The steps of a small world: a worker's calls, and the ways in which each can go."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

Course = Literal["done", "answer lost", "crash before", "crash after"]

CRASHES: tuple[Course, ...] = ("crash before", "crash after")

WORKERS = 2
"""Workers at once; those with higher numbers come one after the other, when these are done."""

WHOLE_BATCH = -1
"""The booking of a call that is about the batch."""

ANSWER = "answer"
"""The function's answer on its way to the mapping."""


class WorkerStep(NamedTuple):
    """One call of a worker, and how it goes; `item` is the job key that it touches in the table."""

    worker: int
    booking: int
    call: str
    item: str
    course: Course

    @property
    def process(self) -> tuple[int, int]:
        """The worker's thread: it has one for each booking, and the one that waits for those."""
        return self.worker, self.booking

    def races_with(self, other: Self, /) -> bool:
        """Whether they depend on each other, and either could have come first."""
        if self.worker == other.worker:
            apart = self.booking != other.booking and WHOLE_BATCH not in {self.booking, other.booking}
        else:
            apart = max(self.worker, other.worker) <= WORKERS
        return apart and self.depends_on(other)

    def depends_on(self, other: Self, /) -> bool:
        """Whether the order of the two matters."""
        if self.worker == other.worker:
            limited = self.course != "done" and other.course != "done"
            crash = self.course in CRASHES or other.course in CRASHES
            return limited or crash or self.booking == other.booking or WHOLE_BATCH in {self.booking, other.booking}
        reaches = self.course != "crash before" and other.course != "crash before"
        writes = self.call.startswith("PutItem") or other.call.startswith("PutItem")
        return reaches and writes and self.item != "" and self.item == other.item


@dataclass
class Luck:
    """What may still happen to a worker: it crashes once at most, loses one answer at most, and one of them or both."""

    both: bool
    may_crash: bool = True
    may_lose: bool = True

    def lose(self) -> None:
        """An answer was lost."""
        self.may_lose = False
        self.may_crash = self.both

    def courses(self, call: str) -> list[Course]:
        """The ways in which a call can go now."""
        courses: list[Course] = ["done"]
        if self.may_lose and call != ANSWER:
            courses.append("answer lost")
        if self.may_crash:
            courses += CRASHES[:1] if call == ANSWER else CRASHES
        return courses
