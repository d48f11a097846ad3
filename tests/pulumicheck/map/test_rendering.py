"""The page as one file: nothing in the document can become markup, and nothing is loaded from elsewhere."""

import base64
import json
import re
from typing import Any, get_args

import pytest

from minitickets.local.live_page import MODULES
from pulumicheck.map.rendering import content_security_policy, render_page
from pulumicheck.types.kinds import Kind

Document = dict[str, Any]
HOSTILE = "</script><script>alert(1)</script><!--\u2028&amp;"


SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script", re.DOTALL | re.IGNORECASE)
"""A browser ends a script, whatever it holds, at the first `</script`."""


def script(page: str, type_: str) -> str:
    (text,) = [text for attributes, text in SCRIPT.findall(page) if f'type="{type_}"' in attributes]
    return text


def page(document: Document | None = None, *, live: bool = False) -> str:
    return render_page(document or {"project": "p", "stack": "s"}, live=MODULES if live else None, nonce="n0nce")


def modules(*, live: bool) -> dict[str, str]:
    found = json.loads(script(page(live=live), "importmap"))["imports"]
    return {name: base64.b64decode(address.partition(",")[2]).decode() for name, address in found.items()}


def test_the_document_is_read_back_as_it_was() -> None:
    document = {"project": HOSTILE, "stack": "s", "größe": [1, None, HOSTILE]}
    text = script(page(document), "application/json")

    assert json.loads(text) == document
    assert not re.search("[<>&\u2028\u2029]", text)


def test_a_hostile_name_is_text_in_the_title() -> None:
    assert "<title>&lt;/script&gt;&lt;script&gt;" in page({"project": HOSTILE, "stack": "s"})


def test_every_script_carries_the_nonce() -> None:
    nonces = [re.findall('nonce="(.*?)"', attributes) for attributes, _ in SCRIPT.findall(page())]

    assert nonces == [["n0nce"]] * 3


def test_the_page_names_no_address_to_load_from() -> None:
    assert not re.search(r"""(src|href)=["'](?!data:)""", page())


@pytest.mark.parametrize("live", [False, True], ids=["file", "live"])
def test_every_module_imports_only_what_the_page_carries(*, live: bool) -> None:
    known = modules(live=live)
    assert {"preact", "preact/hooks", "htm", "map/main.js"} <= known.keys()
    for name, source in known.items():
        named = re.findall(r"""\b(?:from|import)\s*["']([\w./-]+)["']""", source)
        assert set(named) <= known.keys(), name


def test_every_kind_of_resource_has_its_word_colour_and_drawing() -> None:
    source = modules(live=False)["map/drawings.js"]
    drawings = json.loads(source.removeprefix("export default ").removesuffix(";"))

    assert drawings.keys() == set(get_args(Kind))
    for drawing in drawings.values():
        assert drawing["word"]
        assert re.fullmatch(r"M[\d. a-zA-Z-]+", drawing["icon"])


def test_only_a_live_page_carries_the_live_modules() -> None:
    assert not [name for name in modules(live=False) if name.startswith("live/")]
    assert "live/live.js" in modules(live=True)


@pytest.mark.parametrize("live", [False, True], ids=["file", "live"])
def test_the_policy_lets_nothing_run_but_our_own(*, live: bool) -> None:
    policy = dict(each.split(" ", 1) for each in content_security_policy(live=live, nonce="n0nce").split("; "))

    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'nonce-n0nce'"
    assert policy["style-src"] == "'nonce-n0nce'"
    assert ("connect-src" in policy) == live
    assert f'content="{content_security_policy(live=live, nonce="n0nce")}"'.replace("'", "&#39;") in page(live=live)


def test_the_colours_are_defined_before_they_are_used() -> None:
    (styles,) = re.findall(r"<style[^>]*>(.*?)</style>", page(), re.DOTALL)

    assert styles.index("--bg:") < styles.index("var(--bg)")
