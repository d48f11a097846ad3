"""The live part of the page, in a browser."""

import re
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from minitickets.local.server import LiveServer

SECTIONS = ("queues", "functions", "jobs", "emails", "tickets", "dead-letters", "publish", "drills")
OVERRIDE = "\N{RIGHT-TO-LEFT OVERRIDE}"
TOKEN = "MT1.k1.bkg_1-1.evt_9.AAAAAAAAAAAAAAAAAAAAAA"
ATTACK = "<img src=x onerror='window.pwned=1'><script>window.pwned=1</script>"
REFUSED = r"status of 4\d\d"
Open = Callable[..., Page]


@pytest.fixture
def open_live(system: Any, serve: Callable[..., LiveServer], render: Callable[[str], str], page_at: Any) -> Open:
    """Opens the page of the system and a section of it; without one, nothing on the map moves by itself."""
    url = serve(system, render).url

    def open_page(*where: str, section: str | None = None, tolerated: tuple[str, ...] = ()) -> Page:
        page: Page = page_at(*where, tolerated=tolerated)
        if section is None:
            page.emulate_media(reduced_motion="reduce")
        _connected(page, url)
        if section is not None:
            page.click(f"#tab-live-{section}")
        return page

    return open_page


def _connected(page: Page, url: str) -> Page:
    page.goto(url)
    expect(page.get_by_text("Connected.")).to_be_visible()
    return page


def _fill(system: Any) -> None:
    """Something in every section."""
    now = time.time()
    messages = [system.message(1, "in flight"), system.message(2, "hidden", now + 3000), system.message(3)]
    letter = {"queue": "jobs-queue-dlq", "messageId": "m-9", "bookingId": None, "correlationId": None}
    invocation = {"requestId": "r-1", "at": now, "durationMs": 23.4, "initMs": 302.0, "messages": 10, "failed": 1}
    system.add_email("e1")
    system.change(
        queues=[
            system.queue(
                "jobs-queue", visible=1, inFlight=1, hidden=1, nextVisibleAt=now + 3000, total=3, messages=messages
            )
        ],
        functions=[system.function("worker", invocations=1, recent=[{**invocation, "outcome": "some failed"}])],
        processedJobs={"total": 1, "items": [{"jobKey": "booking.confirmed:bkg_1", "expiresAt": now}]},
        deadLetters={"total": 1, "items": [{**letter, "receiveCount": 5, "reason": "poison_message: quantity"}]},
        burst={"count": 10, "sent": 5, "running": True},
    )


def _panel(page: Page) -> Any:
    return page.locator(".live-dock [role=tabpanel]")


def _overflow(page: Page) -> int:
    """How many pixels the page, or a section of it, is wider than its place."""
    return page.evaluate(
        "Math.max(...[document.documentElement, ...document.querySelectorAll('.live-dock .tab-panel')]"
        ".map((each) => each.scrollWidth - each.clientWidth))"
    )


@pytest.mark.long
@pytest.mark.parametrize(("size", "scheme"), [("laptop", "light"), ("phone", "dark")])
def test_every_section_is_reached_by_keyboard_and_fit_for_everybody(
    system: Any, open_live: Open, size: str, scheme: str
) -> None:
    _fill(system)
    page = open_live(size, scheme, section="queues")

    for section in SECTIONS:
        expect(page.locator(f"#tab-live-{section}")).to_be_focused()
        expect(page.locator(f"#panel-live-{section}")).to_be_visible()
        faults = [
            v["id"]
            for v in Axe().run(page, ".live-dock").response["violations"]
            if v["impact"] in {"serious", "critical"}
        ]
        assert (section, faults, _overflow(page)) == (section, [], 0)
        page.keyboard.press("ArrowRight")


IN_VIEW = """(() => { const stage = document.querySelector('.canvas').getBoundingClientRect();
  return [...document.querySelectorAll('[data-resource]')].filter(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom;
  }).map(each => each.dataset.resource); })()"""
SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"
SMALLEST = 11.5  # pixels at scale 1, of the map's texts


def _wait_until(page: Page, condition: str) -> None:
    """Looks after each frame; the page's policy refuses `wait_for_function`, which evaluates text in the page."""
    page.evaluate(f"""(async () => {{ for (let frame = 0; !({condition}); frame += 1) {{
        if (frame === 600) throw new Error("it never came");
        await new Promise(requestAnimationFrame); }} }})()""")


def _wait_for_all(page: Page, resources: int) -> None:
    _wait_until(page, f"{IN_VIEW}.length === {resources}")
    assert page.evaluate(SCALE) * SMALLEST >= 10.99


def test_the_map_takes_the_room_that_there_is(open_live: Open, dev_document: Any) -> None:
    everything = len(dev_document["resources"])
    page = open_live("laptop")
    _wait_for_all(page, everything)

    page.get_by_role("button", name="Show", exact=True).click()
    _wait_until(page, f"{IN_VIEW}.length < {everything}")
    assert page.evaluate(SCALE) * SMALLEST >= 10.99
    assert {"jobs-queue", "jobs-queue-dlq", "worker", "ses", "tickets-queue", "tickets"} <= set(page.evaluate(IN_VIEW))
    page.get_by_role("button", name="Hide", exact=True).click()
    _wait_for_all(page, everything)
    page.set_viewport_size({"width": 1920, "height": 1080})
    _wait_until(page, f"{SCALE} > 1.2")
    _wait_for_all(page, everything)


def test_the_map_stays_where_somebody_moved_it(open_live: Open) -> None:
    page = open_live("laptop")
    page.locator(".canvas").focus()
    page.keyboard.press("ArrowRight")
    height = page.evaluate("document.querySelector('.canvas').clientHeight")
    transform = "document.querySelector('.world').style.transform"
    moved = page.evaluate(transform)

    page.get_by_role("button", name="Show", exact=True).click()
    _wait_until(page, f"document.querySelector('.canvas').clientHeight < {height} - 100")

    page.evaluate("new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert page.evaluate(transform) == moved


def test_a_phone_shows_the_head_of_the_flow_beside_the_dock(open_live: Open) -> None:
    page = open_live("phone")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#panel-live-queues")).to_be_visible()

    _wait_until(page, f"{IN_VIEW}.includes('jobs-queue')")
    assert page.evaluate(SCALE) * SMALLEST >= 10.99


def test_a_change_shows_without_a_reload(system: Any, open_live: Open) -> None:
    page = open_live(section="emails")
    expect(_panel(page)).to_contain_text("No email was sent yet")

    system.add_email("e1", recipient="ada@example.com")

    expect(_panel(page)).to_contain_text("ada@example.com")
    expect(page.locator("#tab-live-emails")).to_have_text("Emails 1")


def test_the_seconds_of_hidden_messages_count_down(system: Any, open_live: Open) -> None:
    hidden = system.message(1, "hidden", time.time() + 500)
    queue = system.queue("jobs-queue", hidden=1, nextVisibleAt=hidden["visibleAt"], total=1, messages=[hidden])
    system.change(queues=[queue])
    page = open_live(section="queues")
    state = page.locator(".live-state", has_text="hidden")

    first = state.inner_text()

    assert re.fullmatch(r"hidden, \d{3} s", first)
    expect(state).not_to_have_text(first)


def test_an_email_is_shown_as_it_looks_and_can_do_nothing(system: Any, open_live: Open) -> None:
    html = f"<h1>Hello</h1><script>top.pwned=1</script>{ATTACK}<link rel=stylesheet href=http://elsewhere.example/x>"
    system.add_email("e1", html=f"{html}<form action=http://elsewhere.example><input name=a></form>")
    page = open_live(section="emails", tolerated=("sandbox", "Content Security Policy", "elsewhere", "404"))
    refused: list[tuple[str, str | None]] = []
    page.on("requestfailed", lambda request: refused.append((request.url, request.failure)))

    page.click(".live-entry")

    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Hello")).to_be_visible()
    assert page.locator("iframe").get_attribute("sandbox") == ""
    assert ("http://elsewhere.example/x", "csp") in refused
    assert page.evaluate("window.pwned") is None
    page.get_by_label("Show the text part").check()
    expect(page.locator(".live-text")).to_have_text("Text of e1")


@pytest.mark.long
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_what_comes_from_outside_stays_text_and_in_its_place(system: Any, open_live: Open, size: str) -> None:
    long = f"{OVERRIDE}{ATTACK}" + "x" * 10_000
    _fill(system)
    system.add_email("e2", subject=long, recipient=long, html=long, text=long)
    letter = {"queue": "jobs-queue-dlq", "messageId": "m-8", "bookingId": long[:64], "correlationId": None}
    symptom = [{"name": "poison", "running": False, "result": None, "told": [long]}]
    system.change(
        deadLetters={"total": 1, "items": [{**letter, "receiveCount": 5, "reason": long}]},
        users=[long],
        processedJobs={"total": 1, "items": [{"jobKey": long, "expiresAt": 1}]},
        drills=symptom,
    )
    page = open_live(size, section="emails", tolerated=("sandbox", "Content Security Policy", "404"))
    page.click(".live-entry >> nth=0")
    expect(page.locator("iframe")).to_be_visible()

    for section in SECTIONS:
        page.click(f"#tab-live-{section}")
        assert (section, _overflow(page)) == (section, 0)
    assert page.evaluate("window.pwned") is None
    assert page.locator(".live-dock img").count() == 0


def test_what_is_wrong_stands_beside_its_field(system: Any, open_live: Open) -> None:
    page = open_live(section="publish", tolerated=(REFUSED,))
    page.get_by_label("Recipient's email").fill("nobody")
    page.get_by_role("button", name="Publish the booking").click()

    email = page.get_by_label("Recipient's email")
    expect(email).to_be_focused()
    expect(email).to_have_accessible_description("is not one plain email address")
    email.fill("ada@example.com")
    page.get_by_label("Tickets (1 to 4)").fill("lots")
    page.get_by_role("button", name="Publish the booking").click()
    expect(page.get_by_label("Tickets (1 to 4)")).to_have_attribute("aria-invalid", "true")
    assert system.told == []


def test_a_booking_is_published_by_keyboard(system: Any, open_live: Open) -> None:
    page = open_live(section="publish")
    booking_id = page.get_by_label("Booking id", exact=True).input_value()

    page.get_by_label("Venue").press("Enter")

    expect(_panel(page).get_by_role("status")).to_have_text(f"Published {booking_id} to both queues.")
    assert system.told == [("publish", booking_id)]
    expect(page.get_by_label("Booking id", exact=True)).not_to_have_value(booking_id)


def test_duplicates_poison_and_bursts_have_their_buttons(system: Any, open_live: Open) -> None:
    page = open_live(section="publish")
    for button, told in (
        ("Publish duplicates", "Published 4 messages of bkg_new; one email is to come of it."),
        ("Publish poison", "Published bkg_poison, which the functions will refuse."),
        ("Publish the burst", "100 bookings are on their way."),
    ):
        page.get_by_role("button", name=button).click()
        expect(_panel(page).get_by_role("status")).to_have_text(told)

    assert system.told == [("duplicates", None), ("poison",), ("burst", 100)]


def test_a_drill_is_started_and_told(system: Any, open_live: Open) -> None:
    page = open_live(section="drills")
    with page.expect_response("**/live/drills/poison"):  # the system must not change before it was asked
        page.get_by_role("button", name="Run the drill poison").click()
    expect(_panel(page).get_by_role("heading")).to_have_text("A message is in the dead-letter queue within seconds")

    system.change(drills=[{"name": "poison", "running": True, "result": None, "told": ["Publishing poison."]}])
    expect(_panel(page)).to_contain_text("Publishing poison.")
    expect(page.get_by_role("button", name="Run the drill poison")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Run the drill poison").click(force=True)
    line = {"logGroup": "/minitickets/dev/worker", "line": '{"message": "poison_message"}'}
    result = {"name": "poison", "reproduced": True, "undone": True, "evidence": ["Seen."], "logLines": [line]}
    system.change(drills=[{"name": "poison", "running": False, "result": result, "told": []}])

    expect(_panel(page)).to_contain_text("Reproduced, and undone.")
    expect(_panel(page)).to_contain_text('{"message": "poison_message"}')
    assert system.told == [("drill", "poison")]


@pytest.mark.long
@pytest.mark.parametrize(("size", "scheme"), [("laptop", "light"), ("phone", "dark")])
def test_a_camera_reads_the_qr_code_of_a_ticket(open_live: Open, size: str, scheme: str) -> None:
    page = open_live(size, scheme, section="tickets")

    page.get_by_role("button", name="usr_7").click()

    image = page.get_by_role("img", name="QR code of ticket bkg_1-1")
    image.scroll_into_view_if_needed()  # it is loaded when it is near
    expect(image).to_have_attribute("width", re.compile("1[0-9]{2}"))
    image.scroll_into_view_if_needed()  # loading has moved it
    (code,) = zxingcpp.read_barcodes(
        Image.open(BytesIO(page.screenshot())), formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    assert code.text == TOKEN
    expect(page.get_by_role("button", name="usr_7")).to_have_attribute("aria-pressed", "true")


def test_the_tickets_of_any_user_can_be_asked_for(open_live: Open) -> None:
    page = open_live(section="tickets")
    expect(_panel(page)).to_contain_text("Choose a user")

    page.get_by_label("User", exact=True).fill("usr_99")
    page.get_by_label("User", exact=True).press("Enter")

    expect(_panel(page)).to_contain_text("usr_99 has 1 ticket.")


def test_a_dead_letter_shows_its_log_lines(system: Any, open_live: Open) -> None:
    _fill(system)
    page = open_live(section="dead-letters")

    page.get_by_role("button", name="Log lines").click()

    expect(_panel(page).locator(".live-log")).to_contain_text("m-9")
    expect(_panel(page)).to_contain_text("No booking id in the Jobs queue DLQ, received 5 times")


def test_a_card_selects_its_resource_in_the_map(open_live: Open) -> None:
    page = open_live(section="functions")

    page.get_by_role("button", name="Worker", exact=True).click()

    assert page.evaluate("location.hash").startswith("#worker")


@pytest.mark.long
def test_five_thousand_bookings_at_once_leave_the_page_usable(system: Any, open_live: Open) -> None:
    page = open_live(section="queues")

    def burst(received: int) -> dict[str, Any]:
        messages = [system.message(number, receiveCount=received) for number in range(50)]
        return system.queue("jobs-queue", visible=5000, total=5000, messages=messages)

    for received in range(6):
        system.change(queues=[burst(received)])
        expect(page.locator(".live-table tbody tr").first).to_contain_text(f"{received}\N{MULTIPLICATION SIGN}")

    expect(_panel(page)).to_contain_text("50 of 5,000 shown")
    assert page.locator(".live-table tbody tr").count() == 50
    page.click("#tab-live-publish")
    expect(page.get_by_label("Venue")).to_be_editable()


@pytest.mark.long
def test_the_page_goes_on_after_the_system_was_restarted(
    system: Any, render: Callable[[str], str], page_at: Any
) -> None:
    page: Page = page_at(tolerated=("ERR_",))
    with LiveServer(system, render) as server:
        port = server._port
        _connected(page, server.url)
    expect(page.get_by_text("The connection is lost; trying again …")).to_be_visible()

    system.add_email("e1")
    system.change(startedAt=1_900_000_000.0)
    with LiveServer(system, render, port):
        expect(page.get_by_text("Connected. The system was restarted.")).to_be_visible()
        expect(page.locator("#tab-live-emails")).to_have_text("Emails 1")
        page.goto("about:blank")
