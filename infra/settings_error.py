import difflib
import json
from collections.abc import Mapping
from typing import Any

import pulumi
from pydantic import ValidationError

_SENTENCES: Mapping[str, str] = {
    "missing": "is missing: set it with `pulumi config set {key} <value>`",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "string_type": "must be text, in quotes where YAML would read a number",
    "list_type": "must be a list",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
}

_PLAIN = {"missing", "switches", "image", "endless"}  # where the refused value would say nothing more


class SettingsError(pulumi.RunError):
    """The stack's settings cannot be deployed; one line for each problem, with the key and the fix.

    A RunError, so that the Pulumi CLI shows these lines and no traceback.
    """

    @classmethod
    def of(cls, error: ValidationError, keys: Mapping[str, str], project: str) -> "SettingsError":
        """Tells every problem that the validation found.

        Args:
            error: what pydantic said. It locates a value by its config key, but a default by its field's name.
            keys: the fields' names and their config keys; one of the project's own begins with the colon.
            project: the project's name, which goes before that colon and into the sentences.
        """
        return cls("\n".join(_line(problem, keys, project) for problem in error.errors(include_url=False)))


def _line(problem: Mapping[str, Any], keys: Mapping[str, str], project: str) -> str:
    location = str(problem["loc"][0])
    key = keys.get(location, location)
    full = _full(key, project)
    if problem["type"] == "extra_forbidden":
        return f"{full} {_unknown(key, keys, project)}."
    template = _SENTENCES.get(problem["type"])
    sentence = template.format(key=full, **problem.get("ctx", {})) if template else problem["msg"]
    value = "" if problem["type"] in _PLAIN else f", not {json.dumps(problem['input'])}"
    return f"{full} {sentence.replace('{project}', project)}{value}."


def _full(key: str, project: str) -> str:
    return f"{project}{key}" if key.startswith(":") else key


def _unknown(key: str, keys: Mapping[str, str], project: str) -> str:
    if key.startswith("aws:"):
        return (
            "has no effect, since the provider takes aws:region, aws:profile and aws:allowedAccountIds only; remove it"
        )
    own = [known for known in keys.values() if known.startswith(":")]
    near = difflib.get_close_matches(key, own, n=1, cutoff=0.7)
    return "is not a setting of this project; " + (f"use {_full(near[0], project)}" if near else "remove it")
