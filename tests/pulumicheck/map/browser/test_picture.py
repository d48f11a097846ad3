"""Lanes, boxes and arrows; the camera; what a link opens."""

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.fixtures.map_page import SIZES

BOXES = "[data-resource]"
CAMERA = "new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform)"


def _camera(page: Page) -> tuple[float, float, float]:
    x, y, scale = page.evaluate(f"(() => {{ const m = {CAMERA}; return [m.e, m.f, m.a]; }})()")
    return x, y, scale


def _box(page: Page, resource: str) -> FloatRect:
    found = page.locator(f'[data-resource="{resource}"]').bounding_box()
    assert found
    return found


def _wheel(page: Page, by: int) -> None:
    """Turns the wheel and waits until the page has heard of it."""
    page.evaluate("""void (window.turned = new Promise(resolve => document.querySelector('.canvas')
        .addEventListener('wheel', () => requestAnimationFrame(resolve), { once: true })))""")
    page.mouse.wheel(0, by)
    page.evaluate("window.turned")


def test_each_resource_is_a_button_with_a_name_at_its_place(open_map: Any, dev_document: Any) -> None:
    page = open_map()
    places = page.evaluate("""[...document.querySelectorAll('[data-resource]')].map(each =>
        [each.dataset.resource, each.offsetLeft, each.offsetTop, each.offsetWidth, each.offsetHeight])""")
    told = {each["id"]: [each[key] for key in ("x", "y", "width", "height")] for each in dev_document["resources"]}
    assert len(places) == len(told)
    for resource, *place in places:
        assert place == pytest.approx(told[resource], abs=1)
    for title in (each["title"] for each in dev_document["resources"] if not each["minor"]):
        assert page.get_by_role("button", name=title).count() >= 1


def test_each_flow_is_a_solid_arrow_with_its_label(open_map: Any, dev_document: Any) -> None:
    page = open_map()
    drawn = page.evaluate("""[...document.querySelectorAll('[data-flow]')].map(each =>
        [each.dataset.flow, getComputedStyle(each).strokeDasharray, each.getAttribute('marker-end')])""")
    assert {flow for flow, *_ in drawn} == {each["id"] for each in dev_document["flows"]}
    assert {(dashes, head) for _, dashes, head in drawn} == {("none", "url(#head-flow)")}
    assert set(page.locator(".flow-label").all_inner_texts()) == {
        e["label"] for e in dev_document["flows"] if e["label"]
    }


def test_the_whole_map_is_readable_on_a_laptop_without_zooming(open_map: Any) -> None:
    page = open_map()
    sizes = page.evaluate(f"""(() => {{ const scale = {CAMERA}.a;
        return [...document.querySelectorAll('.world *')].filter(each => each.childNodes.length && each.innerText)
          .map(each => parseFloat(getComputedStyle(each).fontSize) * scale); }})()""")
    assert min(sizes) >= 10.99
    outside = page.evaluate("""(() => { const canvas = document.querySelector('.canvas').getBoundingClientRect();
        return [...document.querySelectorAll('[data-resource]')].map(each => each.getBoundingClientRect())
          .filter(each => each.left < canvas.left || each.right > canvas.right
            || each.top < canvas.top || each.bottom > canvas.bottom).length; })()""")
    assert outside == 0


def test_a_phone_starts_at_the_beginning_of_the_flow_at_a_readable_size(open_map: Any) -> None:
    page = open_map(size="phone")
    x, y, scale = _camera(page)
    assert scale * 11.5 >= 10.99
    assert (x, y) >= (0, 0)


def test_drag_arrow_keys_and_wheel_pan(open_map: Any) -> None:
    page = open_map()
    start = _camera(page)
    page.mouse.move(20, 700)
    page.mouse.down()
    page.mouse.move(80, 650, steps=3)
    page.mouse.up()
    dragged = _camera(page)
    assert dragged == (start[0] + 60, start[1] - 50, start[2])
    expect(page.locator(".details")).to_have_count(0)
    page.locator(".canvas").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert _camera(page) == (dragged[0] - 60, dragged[1] - 60, start[2])
    _wheel(page, 40)
    assert _camera(page) == pytest.approx((dragged[0] - 60, dragged[1] - 100, start[2]), abs=1e-3)


def test_a_drag_that_begins_on_a_box_pans_and_selects_nothing(open_map: Any, dev_document: Any) -> None:
    page = open_map()
    box = _box(page, dev_document["resources"][0]["id"])
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 65, box["y"] + 35, steps=3)
    page.mouse.up()
    assert _box(page, dev_document["resources"][0]["id"])["x"] == pytest.approx(box["x"] + 60)
    assert page.locator(".details").count() == 0


def test_zoom_by_keys_buttons_and_wheel_and_back_to_everything(open_map: Any) -> None:
    page = open_map()
    start = _camera(page)
    page.keyboard.press("+")
    assert _camera(page)[2] == pytest.approx(start[2] * 1.25, abs=1e-3)
    page.keyboard.press("-")
    page.get_by_role("button", name="Zoom out").click()
    assert _camera(page)[2] == pytest.approx(start[2] * 0.8, abs=1e-3)
    page.keyboard.press("0")
    assert _camera(page) == pytest.approx(start, abs=1e-3)
    page.mouse.move(300, 300)
    under = page.evaluate(f"(300 - {CAMERA}.e) / {CAMERA}.a")
    page.keyboard.down("Control")
    _wheel(page, -100)
    page.keyboard.up("Control")
    assert _camera(page)[2] > start[2] * 1.2
    assert page.evaluate(f"(300 - {CAMERA}.e) / {CAMERA}.a") == pytest.approx(under, abs=1e-2)
    page.get_by_role("button", name="Show everything").click()
    assert _camera(page) == pytest.approx(start, abs=1e-3)


def test_two_fingers_zoom(open_map: Any) -> None:
    page = open_map(size="phone")
    before = _camera(page)[2]
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (150, 400), (200, 400))
    touch("touchMove", (125, 400), (225, 400))
    touch("touchMove", (100, 400), (250, 400))
    touch("touchEnd")
    assert _camera(page)[2] > before * 1.5


@pytest.mark.long
def test_boxes_stay_where_they_are_between_runs_and_states(open_map: Any, dev_document: Any) -> None:
    places = (
        "[...document.querySelectorAll('[data-resource]')].map(each => JSON.stringify(each.getBoundingClientRect()))"
    )
    page = open_map()
    seen = [page.evaluate(places), open_map("#@storage-only").evaluate(places)]
    for state in dev_document["states"]:
        page.evaluate("id => { location.hash = `@${id}`; }", state["id"])
        switch = page.get_by_role("switch", name="computeEnabled")
        expect(switch).to_have_attribute("aria-checked", str(state["computeEnabled"]).lower())
        seen.append(page.evaluate(places))
    assert all(each == seen[0] for each in seen)


@pytest.mark.long
@pytest.mark.parametrize("tab", ["what", "permissions", "break"])
def test_a_link_opens_a_resource_at_a_tab_in_a_state(open_map: Any, dev_document: Any, tab: str) -> None:
    state, resource = dev_document["states"][1], dev_document["resources"][0]
    page = open_map(f"#{resource['id']}/{tab}@{state['id']}")
    expect(page.get_by_role("heading", level=2)).to_have_text(resource["title"])
    expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
    switch = page.get_by_role("switch", name="computeEnabled")
    expect(switch).to_have_attribute("aria-checked", str(state["computeEnabled"]).lower())


def test_a_link_to_what_is_not_there_opens_the_map(open_map: Any) -> None:
    page = open_map("#nobody")
    for link in ("#nobody", "#nobody/permissions@nowhere", "#%", "#__proto__", "#/@", "#constructor"):
        page.evaluate("link => { location.hash = link; }", link)
        page.reload()
        page.locator(".world").wait_for(state="visible")
        assert page.locator(BOXES).count() > 0
        assert page.locator(".details").count() == 0


def test_back_and_forward_go_through_what_was_opened(open_map: Any, dev_document: Any) -> None:
    first, second = (each["id"] for each in dev_document["resources"][:2])
    page = open_map(f"#{first}")
    page.evaluate(f"location.hash = '{second}'")
    page.get_by_role("tab", name="Permissions").click()
    expect(page.locator("#tab-permissions")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.locator("#tab-what")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.locator(f'[data-resource="{first}"]')).to_have_attribute("aria-pressed", "true")
    page.go_forward()
    page.go_forward()
    assert page.url.endswith(f"#{second}/permissions")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_a_selected_box_is_not_hidden_by_its_details(open_map: Any, dev_document: Any, size: str) -> None:
    last = max(dev_document["resources"], key=lambda each: each["x"] + each["y"])
    page = open_map(f"#{last['id']}", size)
    box, panel = _box(page, last["id"]), page.locator(".details").bounding_box()
    assert panel
    assert box["x"] + box["width"] <= panel["x"] or box["y"] + box["height"] <= panel["y"]
    assert box["x"] >= 0
    assert box["height"] > 25
