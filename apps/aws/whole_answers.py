"""Answers that botocore would take for whole: cut ones, and what it cannot read, are to it answers without fields.

It looks at no length, and JSON that it cannot read has no `Item`: a job that is done would look like one that is not.
"""

import json
from collections.abc import Mapping
from typing import Any

_OK, _NO_CONTENT, _ERROR = 200, 204, 300


class NotWhole(Exception):  # noqa: N818 # says what is the matter
    """Not all of the answer came, or what came is none."""


def refuse_what_is_not_whole(response_dict: Mapping[str, Any], operation_model: Any, **_: Any) -> None:
    """Handles botocore's event `before-parse`.

    Args:
        response_dict: the answer's `status_code`, `headers` and `body`.
        operation_model: the operation's.

    Raises:
        NotWhole: it would be taken for an answer without fields.
    """
    status, body = response_dict["status_code"], response_dict["body"]
    if status == _NO_CONTENT or status >= _ERROR:  # an error, whatever it says
        return
    length = response_dict["headers"].get("content-length")
    if status < _OK or (length is not None and length != str(len(body))):
        raise NotWhole
    if operation_model.service_model.resolved_protocol.endswith("json") and not _says_something(body, length):
        raise NotWhole


def _says_something(body: bytes, length: str | None) -> bool:
    if not body:
        return length is not None  # then it is stated to be empty
    try:
        return isinstance(json.loads(body), dict)
    except (ValueError, RecursionError):
        return False
