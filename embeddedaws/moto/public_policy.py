"""What makes a bucket policy public.

Source: S3 user guide, "Blocking public access to your Amazon S3 storage", section "The meaning of public".
"""

from collections.abc import Mapping
from typing import Any

# The condition keys that keep a statement from being public, as long as their values have no wildcard.
_FIXING = {
    "aws:principalorgid",
    "aws:principalarn",
    "aws:principalaccount",
    "aws:sourcearn",
    "aws:sourceaccount",
    "aws:sourceip",
    "aws:sourceorgid",
    "aws:sourcevpc",
    "aws:sourcevpce",
    "aws:userid",
    "s3:dataaccesspointaccount",
    "s3:dataaccesspointarn",
}


def is_public(statement: Mapping[str, Any]) -> bool:
    """Whether the statement allows something to everybody."""
    principal = statement.get("Principal")
    named = principal.get("AWS", []) if isinstance(principal, dict) else principal
    everybody = "*" in (named if isinstance(named, list) else [named])
    return statement.get("Effect") == "Allow" and everybody and not _is_fixed(statement.get("Condition") or {})


def _is_fixed(condition: Mapping[str, Mapping[str, Any]]) -> bool:
    return any(
        key.lower() in _FIXING and "*" not in str(values) and "?" not in str(values) and "${" not in str(values)
        for operator, keys in condition.items()
        if "Not" not in operator
        for key, values in keys.items()
    )
