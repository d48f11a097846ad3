"""Text that a program chose, for people's eyes: what a terminal or a browser would act on is written out instead."""

import json
import re
from html import escape
from typing import Any

_PLAIN_CODE = re.compile(r"[ -~→…·]*")
_MARKDOWN = re.compile(r"[<>&|\\`*_\[\]!@#~$]")
_UNSEEN = re.compile(r"[^\x20-\x7e]")


def visible(text: str) -> str:
    r"""The text on one line, with every control character, line end, direction mark and the like as its escape.

    What stays is what Python calls printable; ESC becomes `\x1b`, a line end `\n`, a right-to-left override `\u202e`.
    """
    return text if text.isprintable() else "".join(each if each.isprintable() else _escape(each) for each in text)


def code(text: str) -> str:
    """The text as code in Markdown: as Markdown has it where that is safe, or else in entities, letter by letter."""
    shown = " ".join(visible(text).split()) or " "
    if _PLAIN_CODE.fullmatch(shown) and not set(shown) & set("`|\\"):
        return f"`{shown}`"
    return f"<code>{''.join(each if each.isalnum() or each == ' ' else _entity(each) for each in shown)}</code>"


def prose(text: str) -> str:
    """The text as a sentence in Markdown, whose characters mean themselves."""
    return _MARKDOWN.sub(lambda found: f"&#{ord(found[0])};", visible(text))


def visible_json(value: Any) -> str:
    r"""JSON for programs that is also legible, and harmless, in a terminal: what is not printable is `\uXXXX`."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return _UNSEEN.sub(lambda found: found[0] if _is_harmless(found[0]) else json.dumps(found[0])[1:-1], text)


def _is_harmless(character: str) -> bool:
    return character == "\n" or character.isprintable()


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _entity(character: str) -> str:
    return escape(character) if character in "<>&" else f"&#{ord(character)};"
