"""The AWS managed policies whose statements are known here: those that people attach most, each as of a date."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


def document_of(arn: str) -> Mapping[str, Any] | None:
    """The document of an AWS managed policy, in any partition; None if it is not known.

    `tests.pulumicheck.types.managed_policies.py` writes the table, from moto's copy of what IAM answers.
    """
    _, _, name = arn.partition(":iam::aws:policy/")
    found = _table().get(f"arn:aws:iam::aws:policy/{name}")
    return found["document"] if found else None


@cache
def _table() -> Mapping[str, Any]:
    return json.loads((files("pulumicheck.types") / "aws_managed_policies.json").read_text(encoding="utf-8"))
