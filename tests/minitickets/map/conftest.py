"""A real browser, with an eye on everything that a page must not do."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, sync_playwright

from minitickets.map.document import make_document
from minitickets.map.rendering import render_page
from minitickets.project import find_project

SIZES: dict[str, ViewportSize] = {"laptop": {"width": 1366, "height": 768}, "phone": {"width": 390, "height": 844}}
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
AT_HOME = {"", "file", "data", "blob", "about", "chrome-error"}
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
PageAt = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, one for each test module.

    Playwright keeps an event loop running in this thread as long as the browser lives, so `asyncio.run` (and with it
    `make_plan` and `EmbeddedAws.start`) works in another thread only; that is also why the browser is not kept longer.
    """
    with sync_playwright() as playwright:
        path = _chromium(playwright)
        if path is None:
            _no_browser()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture
def page_at(browser: Browser) -> Iterator[PageAt]:
    """Opens pages: `page_at("phone", "dark")`; each is refused an error in its console, and a request to elsewhere.

    `tolerated` are regular expressions of console messages that the test itself brings about.
    """
    opened: list[tuple[BrowserContext, list[str]]] = []

    def open_page(size: str = "laptop", scheme: Any = "light", *, tolerated: tuple[str, ...] = ()) -> Page:
        context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, has_touch=size == "phone")
        context.set_default_timeout(10_000)
        faults: list[str] = []
        opened.append((context, faults))
        page = context.new_page()
        _watch(page, faults, tolerated)
        return page

    yield open_page
    faults = [fault for _, each in opened for fault in each]
    for context, _ in opened:
        context.close()
    assert not faults


@pytest.fixture(scope="session")
def dev_document() -> dict[str, Any]:
    """The map of the dev stack."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(make_document, find_project(), "dev").result()


@pytest.fixture(scope="session")
def map_file(dev_document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the dev stack, as `minitickets map` writes it."""
    path = tmp_path_factory.mktemp("map") / "map.html"
    path.write_text(render_page(dev_document, live=False, nonce="a-test"), encoding="utf-8")
    return path


def _watch(page: Page, faults: list[str], tolerated: tuple[str, ...]) -> None:
    def note(fault: str) -> None:
        if not any(re.search(each, fault) for each in tolerated):
            faults.append(fault)

    page.on("console", lambda message: note(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: note(f"uncaught: {error}"))
    page.on("request", lambda request: None if _stays_here(request.url) else note(f"request to {request.url}"))


def _stays_here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in AT_HOME or parts.hostname in LOOPBACK


def _chromium(playwright: Playwright) -> str | None:
    named = [os.environ.get("CHROMIUM"), *(shutil.which(name) for name in NAMES), playwright.chromium.executable_path]
    return next((path for path in named if path and Path(path).exists()), None)


def _no_browser() -> None:
    sentence = "the map's page needs Chromium: install it, or name it in CHROMIUM"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)
