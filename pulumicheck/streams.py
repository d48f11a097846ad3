"""Standard output and error, wherever they lead: a terminal of any encoding, a closed pipe, a full disk, or nowhere."""

import codecs
import errno
import io
import json
import os
import re
import select
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_READER_GONE = 128 + signal.SIGPIPE  # what a shell says of a program that the signal ended
_SHOWN = "pulumicheck.shown"
# What our own sentences and pictures are made of; anything else is written as its escape.
_PLAIN = str.maketrans(
    {"→": "->", "►": ">", "…": "...", "·": "|", "»": ">>", "●": "*", "“": '"', "”": '"', "─": "-", "│": "|", "└": "+"}
)

_FIXES = {
    errno.ENOSPC: "make room on its disk",
    errno.EDQUOT: "make room on its disk",
    errno.EACCES: "allow it to this user",
    errno.EPERM: "allow it to this user",
    errno.EROFS: "choose a place that can be written",
    errno.EMFILE: "raise the limit of open files (`ulimit -n`)",
}


class OutputError(click.ClickException):
    """What a command printed did not get to where it should."""


@contextmanager
def prepared() -> Generator[None]:
    """Lets a command print whatever it has to say; how its output ends is how the command does.

    A reader that goes away, such as `head`, ends it without a word, with status 141. A disk that is full ends it with
    a sentence and status 1. A character that the terminal's encoding lacks is written as what is like it, or as its
    escape.
    """
    codecs.register_error(_SHOWN, _shown)
    before = sys.stdout, sys.stderr
    sys.stdout = _prepared(sys.stdout, _end)
    sys.stderr = _prepared(sys.stderr, lambda _error: None)  # there is nobody left to tell
    try:
        yield
    finally:
        _flush()
        sys.stdout, sys.stderr = before


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OutputError as error:
        error.show()
        sys.exit(error.exit_code)


def print_document(text: str) -> None:
    """Prints what is a file rather than words, such as a page: in UTF-8, whatever the terminal has."""
    click.echo(text.encode(errors="backslashreplace"), nl=False)


def json_for(stream: TextIO | None, text: str) -> str:
    r"""JSON as the stream can carry it: what its encoding may lack is `\uXXXX`, which means the same."""
    if stream is None or codecs.lookup(getattr(stream, "encodes_as", stream.encoding) or "utf-8").name == "utf-8":
        return text
    return re.sub(r"[^\x00-\x7f]", lambda found: json.dumps(found[0])[1:-1], text)


def _prepared(stream: TextIO | None, failed: Callable[[OSError], None]) -> TextIO:
    if stream is None:  # it was closed before the command began
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - it stays open to the end
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return stream  # that of a test
    raw = _Raw(descriptor, failed)
    lines = getattr(stream, "line_buffering", False)
    return _Text(io.BufferedWriter(raw), stream.encoding, _SHOWN, line_buffering=lines)


class _Raw(io.RawIOBase):
    """A file descriptor that is written to until that fails; what comes after goes nowhere."""

    def __init__(self, descriptor: int, failed: Callable[[OSError], None]) -> None:
        self._descriptor, self._failed = descriptor, failed

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return self._written(data)
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._descriptor)
            os.close(nowhere)
            self._failed(error)
            return memoryview(data).nbytes

    def _written(self, data: "ReadableBuffer") -> int:
        while True:
            try:
                return os.write(self._descriptor, data)
            except BlockingIOError:  # whoever shares the terminal may have made it so
                select.select([], [self._descriptor], [])

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        """Leaves the descriptor open: it is the process's."""


class _Text(io.TextIOWrapper):
    """Text that says of its encoding what click takes as it is: in the place of ASCII it would write UTF-8."""

    @property
    def encodes_as(self) -> str:
        """The encoding's name."""
        return super().encoding

    @property
    def encoding(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride] - it is read only there, too
        """The same, as rich and click ask for it."""
        name = super().encoding
        return "plain ASCII" if codecs.lookup(name).name == "ascii" else name


def _end(error: OSError) -> NoReturn:
    if isinstance(error, BrokenPipeError):
        raise SystemExit(_READER_GONE) from None
    raise OutputError(f"the output cannot be written ({error.strerror}): send it elsewhere.") from error


def _shown(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_escaped(each) for each in error.object[error.start : error.end].translate(_PLAIN)), error.end


def _escaped(character: str) -> str:
    return character if character.isascii() else json.dumps(character)[1:-1]


def sentence_of(error: OSError) -> str:
    """What the system refused, as a sentence that names the fix."""
    fix = _FIXES.get(error.errno or 0, "see what is there, and try again")
    return f"{error.filename or 'a file or a connection'} cannot be used ({error.strerror or error}): {fix}."
