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


def live_page(make_document: Callable[[], Document]) -> Callable[[str], str]:
    """What renders the page under a nonce for its scripts and styles.

    The document is made meanwhile, in a thread of its own; a visitor who comes early waits for it, and is told of what
    kept it from being made.
    """
    document = Future[Document]()

    def make() -> None:
        try:
            document.set_result(make_document())
        except Exception as error:  # noqa: BLE001 - it is raised where the page is asked for
            document.set_exception(error)

    # A daemon, so that nobody who leaves early has to wait.
    Thread(target=make, name="map-document", daemon=True).start()
    return lambda nonce: render_page(document.result(), live=MODULES, nonce=nonce)
