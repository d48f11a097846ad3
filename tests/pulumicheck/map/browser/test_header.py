"""The search and the switches."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.fixtures.map_page import SIZES, first, press, with_class

pytestmark = pytest.mark.long


@pytest.mark.parametrize("size", SIZES)
def test_the_search_filters_and_enter_selects(open_map: Any, dev_document: Any, size: str) -> None:
    page = open_map(size=size)
    page.keyboard.press("/")
    page.keyboard.type("dynamodb")
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    tables = [each for each in dev_document["resources"] if each["kind"] == "table"]
    assert with_class(page, "lit") >= {each["id"] for each in tables}
    page.keyboard.press("ArrowDown")
    chosen = page.get_by_role("option", selected=True)
    expect(chosen).to_have_count(1)
    title = chosen.locator(".find-title").inner_text()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2)).to_have_text(title)
    expect(page.locator("#tab-what")).to_be_focused()
    assert page.locator("[data-resource].dim").count() == 0


def test_a_find_can_be_clicked(open_map: Any, dev_document: Any) -> None:
    page = open_map()
    bucket = first(dev_document, "bucket")
    page.get_by_role("combobox").fill(bucket["title"])
    page.get_by_role("option").first.click()
    expect(page.get_by_role("heading", level=2)).to_have_text(bucket["title"])


def test_a_search_without_finds_says_so_and_escape_ends_it(open_map: Any) -> None:
    page = open_map()
    page.get_by_role("combobox").fill("no such thing + - 0")
    expect(page.get_by_text("Nothing is called so.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox")).to_have_value("")
    expect(page.get_by_role("combobox")).not_to_be_focused()


@pytest.mark.parametrize(("size", "how"), [("laptop", "keyboard"), ("phone", "mouse")])
def test_the_switches_lead_through_the_four_states(open_map: Any, dev_document: Any, size: str, how: str) -> None:
    page = open_map(size=size)
    states = {(each["computeEnabled"], each["dataEnabled"]): each for each in dev_document["states"]}
    on = {"computeEnabled": True, "dataEnabled": True}
    for name in ("dataEnabled", "computeEnabled", "dataEnabled", "computeEnabled"):
        switch = page.get_by_role("switch", name=name)
        press(switch, how, "Space")
        on[name] = not on[name]
        expect(switch).to_have_attribute("aria-checked", str(on[name]).lower())
        state = states[on["computeEnabled"], on["dataEnabled"]]
        assert with_class(page, "gone") == {each["id"] for each in dev_document["resources"]} - set(state["present"])
        told = page.get_by_role("banner").get_by_role("status").first
        expect(told).to_contain_text(state["refused"] or state["title"])
    assert page.url.endswith("#")


def test_what_is_gone_idle_or_protected_is_said_in_words(open_map: Any, dev_document: Any) -> None:
    state = next(each for each in dev_document["states"] if each["id"] == "storage-only")
    page = open_map("#@storage-only")
    names = page.evaluate("""Object.fromEntries([...document.querySelectorAll('[data-resource]')]
        .map(each => [each.dataset.resource, each.ariaLabel]))""")
    idle = {each["id"] for each in state["idleCost"]}
    for each in dev_document["resources"]:
        name = names[each["id"]]
        assert ("gone in this state" in name) == (each["id"] not in state["present"])
        assert ("costs money while idle" in name) == (each["id"] in idle)
        assert ("protected" in name) == each["protected"]
    expect(page.get_by_role("list", name="Legend").get_by_role("listitem")).to_have_count(5)


def test_a_link_says_the_state_of_each_switch(open_map: Any) -> None:
    page = open_map("#@data-only")
    expect(page.get_by_role("switch", name="computeEnabled")).to_have_attribute("aria-checked", "false")
    expect(page.get_by_role("switch", name="dataEnabled")).to_have_attribute("aria-checked", "true")
