"""A function that does nothing: what is left of a first start is the interpreter and Lambda's runtime client."""

from typing import Any


def handler(event: Any, context: Any) -> dict[str, Any]:
    """Handles nothing."""
    return {"batchItemFailures": []}
