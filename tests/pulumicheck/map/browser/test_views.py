"""Each view at both sizes, in light and in dark: nothing that shuts people out, nothing that does not fit."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.fixtures.map_page import FITS

pytestmark = pytest.mark.long

EVERYTHING, PANEL = "body", ".details"
VIEWS = {
    "map": ("#", EVERYTHING),
    "storage-only": ("#@storage-only", EVERYTHING),
    "refused": ("#@compute-without-data", "header"),
    "what": ("#{queue}/what", EVERYTHING),
    "break": ("#{queue}/break", PANEL),
    "permissions": ("#{role}/permissions", PANEL),
}


@pytest.mark.parametrize(("size", "scheme"), [("laptop", "light"), ("phone", "dark")])
def test_axe_finds_nothing_serious(open_map: Any, dev_document: Any, artifacts: Path, size: str, scheme: str) -> None:
    ids = {each["kind"]: each["id"] for each in reversed(dev_document["resources"])}
    page = open_map(size=size, scheme=scheme)
    for name, (link, part) in VIEWS.items():
        _go(page, link.format(**ids))
        _check(page, part, artifacts / f"{name}-{size}-{scheme}.png")
    page.locator("[data-grant] button[aria-pressed]").first.click()
    _check(page, EVERYTHING, artifacts / f"statement-{size}-{scheme}.png")
    page.keyboard.press("/")
    page.keyboard.type("queue")
    _check(page, "header", artifacts / f"search-{size}-{scheme}.png")


def _go(page: Page, link: str) -> None:
    page.evaluate("link => { location.hash = link; }", link)
    page.evaluate("new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")


def _check(page: Page, part: str, picture: Path) -> None:
    page.screenshot(path=picture)
    assert page.evaluate(FITS), picture.stem
    found = Axe().run(page, context=part, options={"resultTypes": ["violations"]}).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    assert not [(each["id"], [node["html"][:160] for node in each["nodes"][:3]]) for each in serious], picture.stem
