import os
from collections.abc import Iterator

import pytest

from embeddedaws.functions.output import OutputReader


class Pipe:
    """A pipe with a reader on one end, and us on the other."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._read, self._write = os.pipe()
        self.reader = OutputReader(self._read, self.lines.append)

    def write(self, data: bytes) -> None:
        os.write(self._write, data)

    def close(self) -> None:
        os.close(self._write)
        self.reader.close()
        os.close(self._read)


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    pipe.close()


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"one\ntwo\n", ["one", "two"]),
        (b"no newline", ["no newline"]),
        (b"\n", [""]),
        (b"[ERROR] a\rTraceback\rb\n", ["[ERROR] a\rTraceback\rb"]),
        ("🎟\n".encode(), ["🎟"]),
        (b"\xff\n", ["\ufffd"]),
        (b"x" * 60_000 + b"\n", ["x" * 60_000]),
    ],
    ids=["two", "partial", "empty", "carriage returns", "unicode", "not UTF-8", "long"],
)
def test_what_was_written_is_handed_over_line_by_line_by_drain(pipe: Pipe, data: bytes, lines: list[str]) -> None:
    pipe.write(data)
    pipe.reader.drain()

    assert pipe.lines == lines


def test_a_character_that_arrives_in_two_pieces_is_whole(pipe: Pipe) -> None:
    first, second = "é".encode()[:1], "é".encode()[1:]

    pipe.write(first)
    pipe.reader.drain()
    pipe.write(second + b"\n")
    pipe.reader.drain()

    assert pipe.lines == ["é"]


def test_the_rest_is_handed_over_on_close() -> None:
    pipe = Pipe()
    pipe.write(b"last words")
    pipe.close()

    assert pipe.lines == ["last words"]


def test_a_pipe_that_a_stray_process_keeps_open_does_not_hold_up_close() -> None:
    read, write = os.pipe()
    lines: list[str] = []
    reader = OutputReader(read, lines.append)
    os.write(write, b"line\n")

    reader.close()

    assert lines == ["line"]
    os.close(write)
    os.close(read)
