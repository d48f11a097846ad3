import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from pulumicheck.map.rendering import render_page

Open = Callable[..., Page]


@pytest.fixture
def open_map(page_at: Callable[..., Page], map_file: Path, tmp_path: Path) -> Open:
    """Opens the dev stack's map, or another document, at a deep link, and waits until it is drawn.

    Nothing moves by itself in it, so that what is measured is where it stays.
    """

    def open_map(link: str = "", size: str = "laptop", scheme: str = "light", *, document: Any = None) -> Page:
        page = page_at(size, scheme)
        page.emulate_media(reduced_motion="reduce")
        file = map_file if document is None else _written(tmp_path / "other.html", document)
        page.goto(file.as_uri() + link)
        page.locator(".world").wait_for(state="visible")
        return page

    return open_map


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Where screenshots are kept for people to look at."""
    folder = Path(os.environ.get("MINITICKETS_ARTIFACTS", ".minitickets/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _written(path: Path, document: Mapping[str, Any]) -> Path:
    path.write_text(render_page(document, nonce="a-test"), encoding="utf-8")
    return path
