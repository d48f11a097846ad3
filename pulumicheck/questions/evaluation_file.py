"""The file of `access evaluate`: one question as a JSON object, or one a line."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy, parse_json, scalar, shown
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import PolicyType

_KINDS: dict[str, PolicyType] = {kind: kind for kind in get_args(PolicyType)}
_REQUEST = ("principal", "action", "resource")


class InvalidQuestion(ValueError):  # noqa: N818 # the question is what is wrong, not an error
    """The text is no question; the message names the place."""


def questions_in(text: str) -> list[str]:
    """The texts of the questions in a file: all of it if that is one JSON value, else its lines that are not blank."""
    # Not `splitlines`: JSON Lines ends a line with a line feed, and U+2028 is a character of a string as any other.
    lines = [line for line in text.split("\n") if line.strip()]
    return lines if any(map(_is_object, lines)) and not _is_object(text) else [text]


def read_question(text: str) -> tuple[Request, list[Policy]]:
    """Reads one question: a request, and the policies to evaluate it against.

    Raises:
        InvalidQuestion: it is no JSON object of `policies` and `request`, or a policy is one that AWS would not take.
    """
    try:
        value = _object(parse_json(text), "the question")
    except InvalidQuestion:
        raise
    except ValueError as error:
        raise InvalidQuestion(f"the question {error}") from None
    policies = value.get("policies")
    if not isinstance(policies, list):
        raise InvalidQuestion(f"policies must be a list, not {shown(policies)}")
    request = _request(_object(value.get("request"), "request"))
    return request, [_policy(_object(each, f"policies[{index}]"), index) for index, each in enumerate(policies)]


def _policy(value: Mapping[str, Any], index: int) -> Policy:
    place = f"policies[{index}]"
    kind, name, document = _KINDS.get(str(value.get("type"))), value.get("name", ""), value.get("document")
    if kind is None:
        raise InvalidQuestion(f"{place}.type must be one of {', '.join(_KINDS)}, not {shown(value.get('type'))}")
    if not isinstance(name, str):
        raise InvalidQuestion(f"{place}.name must be a text, not {shown(name)}")
    if not isinstance(document, Mapping | str):
        raise InvalidQuestion(f"{place}.document must be a policy, not {shown(document)}")
    try:
        return Policy.parse(document, kind, name)
    except InvalidPolicy as error:
        raise InvalidQuestion(f"{place}.document: {error}") from None


def _request(value: Mapping[str, Any]) -> Request:
    for name in _REQUEST:
        if not isinstance(value.get(name), str):
            raise InvalidQuestion(f"request.{name} must be a text, not {shown(value.get(name))}")
    context = _object(value.get("context", {}), "request.context")
    return Request(
        principal=value["principal"],
        action=value["action"],
        resource=value["resource"],
        # A null is a key that the request does not have.
        context={key: _values(each, key) for key, each in context.items() if each is not None},
    )


def _values(value: Any, key: str) -> str | Sequence[str]:
    values = [scalar(each) for each in value] if isinstance(value, list) else [scalar(value)]
    texts = [text for text in values if text is not None]
    if len(texts) < len(values):
        raise InvalidQuestion(f"request.context[{shown(key)}] must be a text or a list of texts, not {shown(value)}")
    return texts if isinstance(value, list) else texts[0]


def _object(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidQuestion(f"{place} must be a JSON object, not {shown(value)}")
    return value


def _is_object(text: str) -> bool:
    try:
        return isinstance(parse_json(text), Mapping)
    except ValueError:
        return False
