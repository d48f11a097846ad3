"""The page as a file: its size, and that its libraries are what they say."""

import hashlib
import re
from pathlib import Path

import pulumicheck.map

PAGE = Path(pulumicheck.map.__path__[0]) / "page"
VENDOR = PAGE / "vendor"
ROW = re.compile(r"^\| `(?P<file>[\w.]+)` \|.*`(?P<hash>[0-9a-f]{64})` \|$", re.MULTILINE)


def test_each_vendored_file_is_listed_with_its_hash() -> None:
    listed = {row["file"]: row["hash"] for row in ROW.finditer((VENDOR / "VENDOR.md").read_text())}
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VENDOR.glob("*.js")} == listed


def test_a_page_is_smaller_than_a_megabyte(map_file: Path) -> None:
    assert map_file.stat().st_size < 1_000_000


def test_no_module_makes_markup_out_of_text() -> None:
    risky = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc")
    own = [path for path in PAGE.rglob("*.js") if VENDOR not in path.parents]
    assert len(own) > 10
    assert not [path.name for path in own if risky.search(path.read_text())]


def test_no_colour_stands_outside_of_the_tokens() -> None:
    colour = re.compile(r"#[0-9a-f]{3,8}\b(?!-)|rgba?\(|hsla?\(", re.IGNORECASE)
    sheets = [path for path in PAGE.glob("*.css") if path.name != "tokens.css"]
    assert len(sheets) > 3
    assert {path.name: colour.findall(path.read_text()) for path in sheets if colour.search(path.read_text())} == {}
