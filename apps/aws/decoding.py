"""What an HTTP answer says: the fields of an answer, or a refusal."""

import json
import re
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from aws.calls import Refused
from aws.http import HttpAnswer, MalformedAnswer
from aws.services import Operation

_DONE = range(200, 300)
# S3's <Error>, whose elements hold text alone. A reader of XML would take longer to import than all of this.
_ELEMENT = re.compile(r"<(Code|Message)>([^<]*)</\1>")
_ERROR = re.compile(r"\s*(<\?xml[^>]*>\s*)?<Error[\s>].*</Error>\s*", re.DOTALL)


def decode(name: str, operation: Operation, answer: HttpAnswer) -> Mapping[str, Any]:
    """The fields of an answer, as AWS's API names them; what is null is left out.

    Raises:
        Refused: it is an error.
        MalformedAnswer: it is neither.
    """
    if answer.status not in _DONE:
        raise _refusal(name, answer)
    told = {field: answer.headers[name] for field, name in operation.headers.items() if name in answer.headers}
    if not answer.body and not operation.answers:
        return told
    fields = _object(answer.body)
    if fields is None or not _is_intact(answer):
        raise MalformedAnswer
    found = {**told, **{field: value for field, value in fields.items() if value is not None}}
    if any(field in found and not isinstance(found[field], kind) for field, kind in operation.answer.items()):
        raise MalformedAnswer
    return found


def _is_intact(answer: HttpAnswer) -> bool:
    """Whether the body is what DynamoDB sent, which gives a checksum."""
    return answer.headers.get("x-amz-crc32") in {None, str(crc32(answer.body))}


def _refusal(name: str, answer: HttpAnswer) -> Refused:
    in_xml = answer.body.lstrip()[:1] == b"<" and "x-amzn-errortype" not in answer.headers
    code, text = _told_in_xml(answer.body) if in_xml else _told_in_json(answer)
    return Refused(name, code or str(answer.status), text, answer.status)


def _told_in_json(answer: HttpAnswer) -> tuple[str, str]:
    fields = _object(answer.body) or {}
    text = fields.get("message") or fields.get("Message")
    kind = answer.headers.get("x-amzn-errortype") or fields.get("code") or fields.get("Code") or fields.get("__type")
    code = kind.partition(":")[0].rpartition("#")[2] if isinstance(kind, str) else ""
    old, _, fault = answer.headers.get("x-amzn-query-error", "").partition(";")
    return (old if old and fault else code), text if isinstance(text, str) else ""


def _told_in_xml(body: bytes) -> tuple[str, str]:
    text = body.decode(errors="replace")
    told = {name: _unescaped(value) for name, value in _ELEMENT.findall(text)} if _ERROR.fullmatch(text) else {}
    return told.get("Code", ""), told.get("Message", "")


def _unescaped(text: str) -> str:
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text


def _object(body: bytes) -> Mapping[str, Any] | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
