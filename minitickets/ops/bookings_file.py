"""Files of bookings: JSON Lines, one message body a line."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookings import Booking, PoisonMessage, Problem, parse_booking
from minitickets.errors import CommandError
from worker.address import check_address

MESSAGE_BYTES = 1_048_576  # SQS quotas: message size
_UNSENDABLE = {"\ufffe", "\uffff"}  # SendMessage, API reference: of what JSON may hold, all but these can be sent


@dataclass(frozen=True)
class GoodLine:
    """A line that can be sent: some JSON object."""

    line: int
    body: str
    booking: Booking | None
    """None where both functions will refuse it as poison."""
    problem: str | None
    """Why they will; of a booking, why the worker alone will."""
    problems: tuple[Problem, ...] = ()
    """The same field by field, where fields are what is wrong."""

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self.body.encode())


@dataclass(frozen=True)
class BadLine:
    """A line that no queue can carry."""

    line: int
    problem: str

    def __str__(self) -> str:
        return f"line {self.line} is not sent: {self.problem}."


def read_bookings(path: Path) -> Iterator[GoodLine | BadLine]:
    """The lines of a file, blank ones left out, good and bad as they come.

    Raises:
        CommandError: the file cannot be read.
    """
    return bookings_in(read_file(path))


def read_file(path: Path) -> bytes:
    """What a file holds.

    Raises:
        CommandError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def bookings_in(content: bytes) -> Iterator[GoodLine | BadLine]:
    """The same of a file that was read."""
    lines = enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1)
    return (parse_line(number, line.strip()) for number, line in lines if line.strip())


def require_messages(lines: Sequence[GoodLine | BadLine], path: Path) -> None:
    """Refuses a file of which nothing can be sent.

    Raises:
        CommandError: it is one; the message says what is wrong with its first line.
    """
    if not any(isinstance(line, GoodLine) for line in lines):
        raise CommandError(" ".join([f"{path} holds no message.", *(str(line) for line in lines[:1])]))


def parse_line(number: int, line: bytes) -> GoodLine | BadLine:
    """One line, without its newline."""
    try:
        body = _json_object(line)
    except _NotSendableError as problem:
        return BadLine(number, str(problem))
    booking = None
    try:
        booking = parse_booking(body)
        check_address(booking)
    except PoisonMessage as error:
        return GoodLine(number, body, booking, str(error), error.problems)
    return GoodLine(number, body, booking, None)


class _NotSendableError(Exception):
    """The line is no message."""


def _json_object(line: bytes) -> str:
    if len(line) > MESSAGE_BYTES:
        raise _NotSendableError(f"it has {len(line):,} bytes, and a message holds {MESSAGE_BYTES:,} at most")
    try:
        body = line.decode()
        content = json.loads(body, parse_constant=_refuse_constant, parse_int=str)  # of any length
    except UnicodeDecodeError:
        raise _NotSendableError("it is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise _NotSendableError(f"it is not JSON ({error.msg} at character {error.colno})") from None
    except ValueError as error:
        raise _NotSendableError(f"it is not JSON ({error})") from None
    except RecursionError:
        raise _NotSendableError("it is nested too deeply") from None
    if not isinstance(content, dict):
        raise _NotSendableError("it is not a JSON object")
    if not _UNSENDABLE.isdisjoint(body):
        raise _NotSendableError("it has a character that SQS does not take, U+FFFE or U+FFFF")
    return body


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")
