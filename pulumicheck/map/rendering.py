"""The page as one file: template, styles, modules and document, with nothing to load from elsewhere.

A browser takes a module from an import map whose entries are `data:` addresses, so no build step is needed. The page's
policy lets only what carries its nonce run; a module script hands its nonce on to what it imports (HTML standard,
"descendant script fetch options").
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from pulumicheck.types.kinds import DRAWINGS

_PAGE = Path(__file__).resolve().parent / "page"
_VENDORED = {
    "preact": "vendor/preact.module.js",
    "preact/hooks": "vendor/hooks.module.js",
    "htm": "vendor/htm.module.js",
}
_ENVIRONMENT = Environment(
    loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def render_page(document: Mapping[str, Any], *, nonce: str, live: Path | None = None) -> str:
    """The page as HTML.

    The template is `page/index.html.jinja`, and has: `title`, `csp`, `nonce`, `live`, `styles` (for one `<style>`),
    `import_map` and `document` (JSON for one `<script>` each).

    Args:
        document: as `make_document` gives it.
        nonce: a text that no one can foresee where the page is served; of a file it only has to be the page's own.
        live: where a server stands behind the page, the folder of the modules (`live/…` by name, `live/live.js` first)
            and styles that show what it says.
    """
    return _ENVIRONMENT.get_template("index.html.jinja").render(
        title=f"{document['project']} · {document['stack']}",
        csp=content_security_policy(live=live is not None, nonce=nonce),
        nonce=nonce,
        live=live is not None,
        styles=Markup(_styles(live)),  # noqa: S704 - our own files
        import_map=_json({"imports": dict(_modules(live))}),
        document=_json(document),
    )


def content_security_policy(*, live: bool, nonce: str) -> str:
    """What the page may load and run; for its `<meta>`, and for the header where it is served."""
    directives = [
        "default-src 'none'",
        f"script-src 'nonce-{nonce}'",
        f"style-src 'nonce-{nonce}'",
        "img-src data: 'self'",
        *(["connect-src 'self'", "frame-src 'self'"] if live else []),
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(directives)


def _styles(live: Path | None) -> str:
    """All style sheets, the one that names the colours first."""
    sheets = sorted(_files("css", live), key=lambda path: (path.name != "tokens.css", path.name))
    return "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)


def _modules(live: Path | None) -> Iterator[tuple[str, str]]:
    vendored = {_PAGE / path: specifier for specifier, path in _VENDORED.items()}
    for path in _files("js", live):
        specifier = vendored.get(path, f"{'map' if path.is_relative_to(_PAGE) else 'live'}/{path.name}")
        yield specifier, _address(path.read_bytes())
    drawings = {kind: asdict(drawing) for kind, drawing in DRAWINGS.items()}
    yield "map/drawings.js", _address(f"export default {json.dumps(drawings)};".encode())


def _address(module: bytes) -> str:
    return f"data:text/javascript;base64,{b64encode(module).decode()}"


def _files(ending: str, live: Path | None) -> list[Path]:
    return sorted(path for folder in (_PAGE, live) if folder for path in folder.rglob(f"*.{ending}"))


def _json(value: Any) -> Markup:
    """JSON that can stand in a `<script>`: nothing in it ends the element or begins a comment."""
    return Markup(json.dumps(value, ensure_ascii=False).translate(_ESCAPES))  # noqa: S704 - escaped above
