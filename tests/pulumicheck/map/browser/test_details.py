"""What a selected resource tells, by mouse and by keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.map_page import SIZES, first, press, with_class

pytestmark = pytest.mark.long

ARROWS = "[...document.querySelectorAll('path[data-to]')]"


def _focused(page: Page) -> Any:
    return page.evaluate("document.activeElement.dataset.resource ?? document.activeElement.id")


def test_tab_goes_through_the_boxes_in_data_flow_order(open_map: Any, dev_document: Any) -> None:
    page = open_map()
    page.locator(".canvas").focus()
    visited: list[Any] = []
    for _ in dev_document["resources"]:
        page.keyboard.press("Tab")
        visited.append(_focused(page))
    assert sorted(visited) == sorted(each["id"] for each in dev_document["resources"])
    group_of = {each["id"]: each["group"] for each in dev_document["resources"]}
    x_of = {each["id"]: each["x"] for each in dev_document["groups"]}
    columns = [x_of[group_of[each]] for each in visited]
    assert columns == sorted(columns)


@pytest.mark.parametrize(("size", "key"), [("laptop", "Enter"), ("phone", "Space")])
def test_the_keyboard_selects_a_box_and_comes_back(open_map: Any, dev_document: Any, size: str, key: str) -> None:
    resource = first(dev_document, "queue")
    page = open_map(size=size)
    page.locator(f'[data-resource="{resource["id"]}"]').focus()
    page.keyboard.press(key)
    expect(page.locator("#tab-what")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".details")).to_have_count(0)
    expect(page.locator(f'[data-resource="{resource["id"]}"]')).to_be_focused()


def test_the_arrow_keys_choose_a_tab(open_map: Any, dev_document: Any) -> None:
    page = open_map(f"#{first(dev_document, 'queue')['id']}")
    page.locator("#tab-what").focus()
    tabs = ("permissions", "break", "what", "break", "what")
    for key, tab in zip(("ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home"), tabs, strict=True):
        page.keyboard.press(key)
        expect(page.locator(f"#tab-{tab}")).to_be_focused()
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel")).to_have_attribute("aria-labelledby", f"tab-{tab}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tabpanel")).to_be_focused()


@pytest.mark.parametrize("size", SIZES)
def test_a_click_tells_all_about_a_resource(open_map: Any, dev_document: Any, size: str) -> None:
    resource = first(dev_document, "queue")
    page = open_map(size=size)
    box = page.locator(f'[data-resource="{resource["id"]}"]')
    box.click(position={"x": 12, "y": 12})
    told = page.get_by_role("tabpanel").inner_text()
    for key in ("physicalName", "arn", "file", "console", "cli", "about"):
        assert resource[key] in told
    for each in resource["properties"]:
        assert each["name"] in told
        assert str(each["value"]) in told
    page.get_by_role("button", name="Close the details").click()
    expect(page.locator(".details")).to_have_count(0)


def test_the_copy_button_copies_the_command_line(open_map: Any, dev_document: Any) -> None:
    resource = first(dev_document, "table")
    page = open_map(f"#{resource['id']}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the command line").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == resource["cli"]


@pytest.mark.parametrize("link", ["permissions", "break"])
def test_a_flow_in_words_leads_to_the_next_box_at_the_same_tab_as_before(
    open_map: Any, dev_document: Any, link: str
) -> None:
    resource = first(dev_document, "queue")
    page = open_map(f"#{resource['id']}/{link}")
    page.get_by_role("tab", name="What it is").click()
    flow = next(each for each in dev_document["flows"] if each["from"] == resource["id"])
    target = next(each for each in dev_document["resources"] if each["id"] == flow["to"])
    page.get_by_role("tabpanel").get_by_role("button", name=target["title"], exact=True).first.click()
    expect(page.get_by_role("heading", level=2)).to_have_text(target["title"])


@pytest.mark.parametrize("size", SIZES)
def test_permissions_are_two_tables_with_everything_a_statement_says(
    open_map: Any, dev_document: Any, size: str
) -> None:
    role, state = first(dev_document, "role"), dev_document["states"][0]
    page = open_map(f"#{role['id']}/permissions", size)
    may, touch = page.get_by_role("table", name="What it may do"), page.get_by_role("table", name="Who can touch me")
    for table, ids in ((may, state["mayDo"][role["id"]]), (touch, state["whoCanTouch"][role["id"]])):
        text = table.inner_text()
        assert table.locator("[data-grant]").count() == len(ids) > 0
        for grant in (dev_document["grants"][each] for each in ids):
            lists = (fact for key in ("actions", "conditions", "never") for fact in grant[key])
            for fact in (*lists, *(grant[key] for key in ("principal", "sid", "why"))):
                assert (fact or "") in text


def test_what_it_may_do_is_asked_only_of_those_that_can_act(open_map: Any, dev_document: Any) -> None:
    page = open_map()
    asked: dict[str, int] = {}
    for resource in dev_document["resources"]:
        page.evaluate("id => { location.hash = `${id}/permissions`; }", resource["id"])
        expect(page.get_by_role("heading", level=2)).to_have_text(resource["title"])
        assert page.get_by_role("heading", name="Who can touch me").count() == 1
        asked[resource["kind"]] = page.get_by_role("heading", name="What it may do").count()

    assert {kind for kind, count in asked.items() if count} == {"role", "function", "mapping", "external"}


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_statement_lights_exactly_what_it_reaches(open_map: Any, dev_document: Any, how: str) -> None:
    role = first(dev_document, "role")
    page = open_map(f"#{role['id']}/permissions")
    everything = {each["id"] for each in dev_document["resources"]}
    for grant in dev_document["states"][0]["mayDo"][role["id"]]:
        button = page.locator(f'table[aria-labelledby="what-it-may-do"] [data-grant="{grant}"] button[aria-pressed]')
        press(button, how, "Enter")
        reached = set(dev_document["grants"][grant]["reaches"])
        assert with_class(page, "lit") == reached
        assert with_class(page, "dim") == everything - reached
        assert set(page.evaluate(f"{ARROWS}.map(each => each.dataset.to)")) == reached - {role["id"]}
    page.keyboard.press("Escape")
    assert with_class(page, "lit") == with_class(page, "dim") == set()
    expect(page.get_by_role("heading", level=2)).to_have_text(role["title"])


def test_permission_arrows_are_dashed_and_come_with_a_selection(open_map: Any, dev_document: Any) -> None:
    role = first(dev_document, "role")
    page = open_map()
    assert page.locator("path[data-to]").count() == 0
    page.evaluate(f"location.hash = '{role['id']}'")
    expect(page.locator("path[data-to]").first).to_have_attribute("data-from", re.compile(".+"))
    dashes = page.evaluate(f"{ARROWS}.map(each => getComputedStyle(each).strokeDasharray)")
    assert dashes
    assert "none" not in dashes


def test_break_it_lists_symptom_cause_place_and_cure(open_map: Any, dev_document: Any) -> None:
    resource = next(each for each in dev_document["resources"] if each["breakIt"])
    page = open_map(f"#{resource['id']}/break")
    text = page.get_by_role("tabpanel").inner_text()
    for name in resource["breakIt"]:
        symptom = dev_document["symptoms"][name]
        known = [symptom[key] for key in ("symptom", "cause", "cure")]
        for fact in (*known, *symptom["where"], f"minitickets drill {name}"):
            assert fact in text
