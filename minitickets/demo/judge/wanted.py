"""What the bookings file asks for, line by line and booking by booking."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from minitickets.books.contract.bookings import surely_booking
from minitickets.books.contract.message import Message, job_key, ticket_ids
from minitickets.demo.judge.observed import Complaint
from minitickets.ops.bookings_file import GoodLine

_READER = "apps/bookings.py"

Versions = Mapping[str, list[Message]]
"""By job key: the distinct messages of each booking, which may come several times, and changed."""


@dataclass(frozen=True)
class Wanted:
    """What one function must make of the lines that were published.

    Args:
        lines: in the order in which they were published.
        needs_address: whether a booking whose recipient's address SES could not take is poison for the function.
    """

    lines: tuple[GoodLine, ...]
    needs_address: bool

    @cached_property
    def versions(self) -> Versions:
        """The bookings."""
        found: dict[str, list[Message]] = defaultdict(list)
        for message in self._messages.values():
            if message is not None and message not in found[job_key(message)]:
                found[job_key(message)].append(message)
        return dict(found)

    @cached_property
    def line_of(self) -> Mapping[str, GoodLine]:
        """By its body: each line, the first of equal ones."""
        lines: dict[str, GoodLine] = {}
        for line in self.lines:
            lines.setdefault(line.body, line)
        return lines

    @cached_property
    def _messages(self) -> Mapping[str, Message | None]:
        return {body: None if self.is_poison(line) else json.loads(body) for body, line in self.line_of.items()}

    def message_in(self, body: str) -> Message | None:
        """The booking that a line's body is; None for poison, and for what nobody published."""
        return self._messages.get(body)

    def is_poison(self, line: GoodLine) -> bool:
        """Whether the function must refuse a line; where that is not plain, the functions' own reader decides."""
        if (sure := surely_booking(line.body)) is not None:
            return not sure
        return line.booking is None or (self.needs_address and line.problem is not None)

    def tickets_of(self, key: str) -> set[str]:
        """The ids of the tickets that a booking may have: those of its largest version."""
        return {ticket for version in self.versions[key] for ticket in ticket_ids(version)}

    def misread(self) -> Iterator[Complaint]:
        """Where the functions' reader is wrong about a line."""
        for line in self.lines:
            if (sure := surely_booking(line.body)) is not None and sure is (line.booking is None):
                what = "refused as no booking, and is one" if sure else "taken for a booking, and is none"
                yield Complaint(f"line {line.line} is {what}", _READER)
