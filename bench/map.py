"""How long the map of the dev stack takes from opening the file to being drawn, and how large the file is.

    .venv/bin/python bench/map.py

The time is the page's own mark `map-drawn`, in Chromium without a window at 1366 by 768. Beside it, in the same run and
in turns, the same file whose last script only sets that mark: what any page of this size costs before it draws
something. The median of 15 loads each, every load in a fresh context, so that nothing is cached.
"""

import os
import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click
from playwright.sync_api import Browser, sync_playwright

from minitickets.particulars import PARTICULARS
from pulumicheck.map.document import make_document
from pulumicheck.map.rendering import render_page
from pulumicheck.plan.project import find_project

ROUNDS = 15
START = 'import "map/main.js";'
MARK = 'performance.mark("map-drawn");'
DRAWN = """new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries()[0].startTime))
    .observe({ type: 'mark', buffered: true }))"""


def main() -> None:
    """Prints sizes, times and their ratio."""
    page = render_page(make_document(find_project(), "dev", particulars=PARTICULARS), nonce="bench")
    pages = {"map": page, "same file, nothing drawn": page.replace(START, MARK)}
    with TemporaryDirectory() as folder:
        files = {name: Path(folder, f"{number}.html") for number, name in enumerate(pages)}
        for name, file in files.items():
            file.write_text(pages[name], encoding="utf-8")
        medians = _medians(files)
    click.echo(f"map.html: {len(page.encode()):,} bytes")
    for name, milliseconds in medians.items():
        click.echo(f"{name:26}  {milliseconds:6.0f} ms from opening to drawn")
    drawn, peer = medians.values()
    click.echo(f"ratio {drawn / peer:.1f}")


def _medians(files: dict[str, Path]) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in files}
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for _ in range(ROUNDS):
            for name, file in files.items():
                times[name].append(_load(browser, file))
        browser.close()
    return {name: median(each) for name, each in times.items()}


def _load(browser: Browser, file: Path) -> float:
    """Milliseconds from the start of the navigation to the mark."""
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        return float(page.evaluate(DRAWN))


if __name__ == "__main__":
    main()
