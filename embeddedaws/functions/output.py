"""What a process writes, read from its pipe line by line."""

import codecs
import os
import selectors
import threading
from collections.abc import Callable

_CHUNK = 65_536  # bytes
_PATIENCE = 1.0  # seconds until a closed reader notices, where the pipe's end does not wake it at once


class OutputReader:
    """Reads a pipe in a thread of its own, and hands over each line.

    Args:
        descriptor: the pipe's read end; it is made non-blocking and stays the caller's to close.
        on_line: takes one line, without its newline.
    """

    def __init__(self, descriptor: int, on_line: Callable[[str], None]) -> None:
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._on_line = on_line
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._partial = ""
        self._lock = threading.Lock()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="output-reader", daemon=True)
        self._thread.start()

    def drain(self) -> None:
        """Hands over all that was written before this call, a last line without newline too."""
        with self._lock:
            self._read()
            if self._partial:
                self._on_line(self._partial)
                self._partial = ""

    def close(self) -> None:
        """Hands over the rest and ends the thread, even if a stray process keeps the pipe open."""
        self.drain()
        self._ended = True
        self._thread.join()

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._descriptor, selectors.EVENT_READ)
            while not self._ended:
                selector.select(_PATIENCE)
                with self._lock:
                    self._read()

    def _read(self) -> None:
        while not self._ended:
            try:
                chunk = os.read(self._descriptor, _CHUNK)
            except BlockingIOError:
                return
            self._ended = not chunk
            self._split(self._decoder.decode(chunk, final=self._ended))

    def _split(self, text: str) -> None:
        # Only "\n" ends a line: awslambdaric joins the lines of one traceback with "\r" to keep them one event.
        *lines, self._partial = (self._partial + text).split("\n")
        for line in lines:
            self._on_line(line)
