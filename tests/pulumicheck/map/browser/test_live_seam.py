"""What the page does for the live part: it loads it after the first draw, and shows what it hears on the boxes."""

import json
import re
from base64 import b64encode
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from minitickets.local.live_page import MODULES
from pulumicheck.map.rendering import render_page
from tests.fixtures.map_page import first

KINDS = ("queue", "dlq", "function")
STAND_IN = """
export function mountLive(root, api) {
  root.textContent = `live: ${api.document.stack}, ${performance.getEntriesByName("map-drawn").length} drawn`;
  window.live = api;
}
"""


@pytest.fixture
def page(page_at: Any, dev_document: Any, tmp_path: Path) -> Page:
    """A page with a live part, which hands on what the page gives it."""
    html = render_page(dev_document, live=MODULES, nonce="a-test")
    stand_in = "data:text/javascript;base64," + b64encode(STAND_IN.encode()).decode()
    imports = re.search(r'<script type="importmap"[^>]*>(.*?)</script>', html)
    assert imports
    known = json.loads(imports[1])
    known["imports"]["live/live.js"] = stand_in
    path = tmp_path / "live.html"
    path.write_text(html.replace(imports[1], json.dumps(known)), encoding="utf-8")
    page = page_at("laptop")
    page.goto(path.as_uri())
    expect(page.locator("#live")).to_have_text(re.compile("^live"))
    return page


def test_a_running_system_is_shown_on_the_boxes(page: Page, dev_document: Any) -> None:
    queue, function = (first(dev_document, kind)["id"] for kind in ("queue", "function"))
    expect(page.locator("#live")).to_have_text(f"live: {dev_document['stack']}, 1 drawn")
    _tell(page, queues=[_queue(queue, 3, 2, 1, 8)], functions=[{"id": function, "invocations": 12, "cold": 1}])
    expect(page.locator(f'[data-resource="{queue}"] .badge')).to_have_text("3 visible · 2 in flight · 1 hidden (8 s)")
    expect(page.locator(f'[data-resource="{function}"] .badge')).to_have_text("12 invocations · 1 cold")
    expect(page.locator('[data-resource="ses"] .badge')).to_have_text("1,234 emails")
    expect(page.get_by_role("button", name="3 visible")).to_have_count(1)
    _tell(page, queues=[_queue(queue, 0, 0, 0, None)], functions=[])
    expect(page.locator(f'[data-resource="{queue}"] .badge')).to_have_text("empty")


OUTSIDE = """async snapshots => {
  const found = [];
  for (const snapshot of snapshots) {
    window.live.onSnapshot(snapshot);
    await new Promise(resolve => setTimeout(resolve));
    for (const badge of document.querySelectorAll('.badge')) {
      const box = badge.closest('[data-resource]').getBoundingClientRect();
      const parts = [badge, badge.parentElement.querySelector('.box-title'), ...badge.children];
      if (parts.map(each => each.getBoundingClientRect()).some(each => each.left < box.left || each.right > box.right
          || each.top < box.top || each.bottom > box.bottom)) {
        found.push(badge.innerText);
      }
    }
  }
  return found; }"""


def test_figures_stay_inside_their_box_whatever_they_are(page: Page, dev_document: Any) -> None:
    of_kind = {kind: [e["id"] for e in dev_document["resources"] if e["kind"] == kind] for kind in KINDS}
    told: list[dict[str, Any]] = []
    for one, two, three in product((0, 999, 99_999, 1_234_567), repeat=3):
        figures = {"invocations": one, "cold": two, "errors": three}
        queues = [_queue(id_, one, two, three, 43_200) for id_ in of_kind["queue"] + of_kind["dlq"]]
        functions = [{"id": id_, **figures} for id_ in of_kind["function"]]
        totals = [{"id": id_, "amount": one, "noun": "email"} for id_ in ("processed-jobs-table", "ses")]
        told.append({"queues": queues, "functions": functions, "totals": totals})

    assert page.evaluate(OUTSIDE, told) == []
    assert page.locator(".badge").count() == sum(map(len, of_kind.values())) + 2


def test_the_seconds_until_a_message_comes_back_count_down(page: Page, dev_document: Any) -> None:
    queue = first(dev_document, "queue")["id"]
    page.clock.install()
    _tell(page, queues=[_queue(queue, 0, 0, 1, 8)], functions=[])
    badge = page.locator(f'[data-resource="{queue}"] .badge')
    expect(badge).to_have_text("1 hidden (8 s)")
    page.clock.run_for(3_000)
    expect(badge).to_have_text("1 hidden (5 s)")


def test_the_live_part_selects_a_resource(page: Page, dev_document: Any) -> None:
    queue = first(dev_document, "queue")["id"]
    page.evaluate("id => window.live.select(id, 'break')", queue)
    expect(page.locator("#tab-break")).to_have_attribute("aria-selected", "true")
    assert page.url.endswith(f"#{queue}/break")


def _tell(page: Page, **parts: Any) -> None:
    snapshot = {"totals": [{"id": "ses", "amount": 1234, "noun": "email"}], **parts}
    page.evaluate("snapshot => window.live.onSnapshot(snapshot)", snapshot)


def _queue(id_: str, visible: int, in_flight: int, hidden: int, seconds: int | None) -> dict[str, Any]:
    return {"id": id_, "visible": visible, "inFlight": in_flight, "hidden": hidden, "nextVisibleIn": seconds}
