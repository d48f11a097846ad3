"""The live page: the map of a stack, made once and rendered for each visit."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import Any

from pulumicheck.map.rendering import render_page

MODULES = Path(__file__).resolve().parent / "page"
"""What the page has beside the map's own modules and styles."""

Document = Mapping[str, Any]


class LivePage:
    """Renders the page; a visitor who comes early waits until its document is made.

    Args:
        make_document: makes it, in a thread of its own.
    """

    def __init__(self, make_document: Callable[[], Document]) -> None:
        self._document = Future[Document]()
        # A daemon, so that nobody who leaves early has to wait.
        Thread(target=self._make, args=(make_document,), name="map-document", daemon=True).start()

    def __call__(self, nonce: str) -> str:
        """The page as HTML, its scripts and styles under that nonce."""
        return render_page(self._document.result(), live=MODULES, nonce=nonce)

    def _make(self, make_document: Callable[[], Document]) -> None:
        try:
            self._document.set_result(make_document())
        except Exception as error:  # noqa: BLE001 - it is raised where the page is asked for
            self._document.set_exception(error)
