"""Names that somebody else chose, with markup, writing direction and length against the page."""

import copy
from typing import Any

import pytest

from tests.fixtures.map_page import FITS

pytestmark = pytest.mark.long

SCRIPT = "</script><script>window.ran = true</script><img src=x onerror='window.ran = true'>"
BACKWARDS = "\u202egnp.tekcit\u202d \u2067name\u200f"
LONG = "n" * 10_000
WORDS = "ten thousand words " * 500


def _spoilt(document: Any, text: str) -> Any:
    """The document with the text in each place where a stack's own words stand; the ids stay, as links name them."""
    spoilt = copy.deepcopy(document)
    for resource in spoilt["resources"]:
        for key in ("title", "about", "physicalName", "arn", "console", "cli", "file", "type"):
            resource[key] = text
        resource["properties"] = [{"name": text, "value": text}]
    for grant in spoilt["grants"].values():
        grant.update(dict.fromkeys(("principal", "resources", "sid", "why"), text))
        grant.update({key: [text] for key in ("actions", "conditions", "never", "usedBy")})
    for each in (*spoilt["groups"], *spoilt["lanes"], *spoilt["states"]):
        each["title"] = text
    for flow in spoilt["flows"]:
        flow["label"] = text
    spoilt["symptoms"] = {
        name: {"symptom": text, "cause": text, "where": [text], "cure": text} for name in spoilt["symptoms"]
    }
    return spoilt | {"stack": text, "region": text}


@pytest.mark.parametrize(
    ("text", "size"),
    [(SCRIPT, "laptop"), (LONG, "laptop"), (LONG, "phone"), (WORDS, "phone")],
    ids=["markup", "long", "long on a phone", "words on a phone"],
)
def test_a_strange_name_stays_text_and_in_its_place(open_map: Any, dev_document: Any, size: str, text: str) -> None:
    resource = next(each["id"] for each in dev_document["resources"] if each["breakIt"] and not each["minor"])
    page = open_map(f"#{resource}", size, document=_spoilt(dev_document, text))
    for tab in ("What it is", "Permissions", "Break it"):
        page.get_by_role("tab", name=tab).click()
        assert page.evaluate("window.ran") is None
        assert page.evaluate(FITS)
        assert page.evaluate("document.querySelector('.canvas').clientHeight") > 200
    grown = page.evaluate("""[...document.querySelectorAll('[data-resource] .box-text, .lane-title, .group-title')]
        .filter(each => each.offsetWidth > each.offsetParent.offsetWidth || each.offsetHeight > 60).length""")
    assert grown == 0


def test_writing_direction_ends_with_the_name(open_map: Any, dev_document: Any) -> None:
    resource = dev_document["resources"][0]["id"]
    page = open_map(f"#{resource}", document=_spoilt(dev_document, BACKWARDS))
    strays = page.evaluate("""[...document.querySelectorAll('#app *')].flatMap(each => [...each.childNodes])
        .filter(each => each.nodeType === 3 && /[\\u202a-\\u202e\\u2066-\\u2069]/.test(each.data)
            && !each.parentElement.closest('bdi'))
        .map(each => each.parentElement.outerHTML)""")
    assert strays == []
