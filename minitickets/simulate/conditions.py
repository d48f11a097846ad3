"""The part of DynamoDB's condition expressions that the apps use: terms joined by OR."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

Item = Mapping[str, Mapping[str, str]]
Values = Mapping[str, Mapping[str, str]]
Term = Callable[[Item, Values], bool]

_FUNCTION = re.compile(r"(attribute_exists|attribute_not_exists)\((\w+)\)")
_COMPARISON = re.compile(r"(#?\w+) (<|=) (:\w+)")


def holds(request: Mapping[str, Any], item: Item | None) -> bool:
    """Whether a write's condition holds for the item that is there; a write without one always may.

    Raises:
        ValueError: the condition is of a kind that no app uses.
    """
    expression = request.get("ConditionExpression")
    if expression is None:
        return True
    for placeholder, name in request.get("ExpressionAttributeNames", {}).items():
        expression = expression.replace(placeholder, name)
    values = request.get("ExpressionAttributeValues", {})
    return any(term(item or {}, values) for term in _terms(expression))


@cache
def _terms(expression: str) -> tuple[Term, ...]:
    return tuple(_term(text) for text in expression.split(" OR "))


def _term(text: str) -> Term:
    if function := _FUNCTION.fullmatch(text):
        wanted, attribute = function[1] == "attribute_exists", function[2]
        return lambda item, _: (attribute in item) is wanted
    if comparison := _COMPARISON.fullmatch(text):
        attribute, operator, value = comparison.groups()
        return (_less if operator == "<" else _equal)(attribute, value)
    raise ValueError(f"the simulated table does not know the condition {text!r}")


def _less(attribute: str, value: str) -> Term:
    return lambda item, values: attribute in item and int(item[attribute]["N"]) < int(values[value]["N"])


def _equal(attribute: str, value: str) -> Term:
    return lambda item, values: attribute in item and item[attribute] == values[value]
