"""A resource's inputs, as Pulumi records them: names in camelCase, values as JSON has them."""

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

Inputs = Mapping[str, Any]

_DOCUMENTS = {"assumeRolePolicy", "policy", "redriveAllowPolicy", "redrivePolicy"}


def at(inputs: Inputs, path: str) -> Any:
    """What stands at a path such as `redrivePolicy.maxReceiveCount`, in JSON texts too; None if nothing does."""
    value: Any = inputs
    for key in path.split("."):
        value = as_object(value).get(key)
    return value


def as_object(value: Any) -> dict[str, Any]:
    """What the provider takes as JSON text or as a value."""
    try:
        value = json.loads(value) if isinstance(value, str) else value
    except ValueError:  # a text that only looks like JSON
        return {}
    return dict(value) if isinstance(value, Mapping) else {}


def with_json_texts(inputs: Inputs) -> dict[str, Any]:
    """A policy may be given as a value; what the provider answers is always its JSON text."""
    return {
        key: json.dumps(value) if key in _DOCUMENTS and isinstance(value, Mapping) else value
        for key, value in inputs.items()
    }


def fill(text: str, known: Mapping[str, Any]) -> str:
    """A row's text with what is known of one resource; what is not stays empty."""
    return text.format_map(defaultdict(str, known))
