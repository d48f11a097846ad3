"""Policy documents as inputs hold them: JSON text or a value, perhaps a secret, perhaps not known yet."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pulumicheck.plan.values import Secret, has_unknowns, revealed


@dataclass(frozen=True)
class Document:
    """One policy document.

    Attributes:
        value: the document; None if it cannot be known here.
        is_secret: whether nobody should see it.
        why_unknown: why it cannot be known, as the end of a sentence; "" if it can.
    """

    value: Any
    is_secret: bool = False
    why_unknown: str = ""


def document_in(value: Any) -> Document:
    """What an input holds; a text that is no JSON stays a text, as nothing but AWS's refusal comes of it."""
    is_secret = _has_secrets(value)
    if has_unknowns(value):
        return Document(None, is_secret, "is a secret" if is_secret else "is known only after the deployment")
    plain = revealed(value)
    if isinstance(plain, str):
        try:
            plain = json.loads(plain)
        except ValueError:
            return Document(plain, is_secret)
    return Document(plain, is_secret)


def listed(value: Any) -> list[Any]:
    """What a policy gives as one value or as a list, as a list."""
    return value if isinstance(value, list) else [value]


def _has_secrets(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_secrets, value.values()))
    return any(map(_has_secrets, value)) if isinstance(value, list) else isinstance(value, Secret)
