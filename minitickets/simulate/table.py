"""A DynamoDB table: conditional writes, and reads that may be stale unless they are asked not to be."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from aws.calls import Refused
from minitickets.books.ticket_ledger import Item

Key = tuple[str, ...]
Term = Callable[[Item, Item], bool]
"""Tells of an item and a request's values whether one term of a condition holds."""

_FUNCTION = re.compile(r"(attribute_exists|attribute_not_exists)\((\w+)\)")
_COMPARISON = re.compile(r"(#?\w+) (<|=) (:\w+)")


class ConditionFailed(Refused):
    """DynamoDB's ConditionalCheckFailedException."""

    def __init__(self, operation: str) -> None:
        super().__init__(operation, "ConditionalCheckFailedException")


class SimulatedTable:
    """One table.

    Args:
        key: the names of its key attributes.
        stale: whether an eventually consistent read misses the last write, by the write's time.
    """

    def __init__(self, *key: str, stale: Callable[[int], bool], now: Callable[[], int]) -> None:
        self.items: dict[Key, Item] = {}
        self._key = key
        self._stale = stale
        self._now = now
        self._before: dict[Key, tuple[int, Item | None]] = {}  # the last write's time, and what it replaced

    def get(self, request: Mapping[str, Any]) -> dict[str, Item]:
        """GetItem."""
        key = self._key_of(request["Key"])
        item = self.items.get(key)
        if not request.get("ConsistentRead") and key in self._before:
            written_at, before = self._before[key]
            item = before if self._stale(written_at) else item
        return {} if item is None else {"Item": item}

    def find(self, attributes: Item) -> Item | None:
        """The item that has the key among these attributes, as it is now."""
        return self.items.get(self._key_of(attributes))

    def put(self, request: Mapping[str, Any]) -> None:
        """PutItem.

        Raises:
            ConditionFailed: the condition does not hold.
        """
        self._write("PutItem", request, self._key_of(request["Item"]), request["Item"])

    def update(self, request: Mapping[str, Any]) -> Item:
        """UpdateItem, for an expression that only sets; gives the item as it is then.

        Raises:
            ConditionFailed: the condition does not hold.
        """
        key = self._key_of(request["Key"])
        names, values = request.get("ExpressionAttributeNames", {}), request["ExpressionAttributeValues"]
        assignments = request["UpdateExpression"].removeprefix("SET ").split(", ")
        pairs = (assignment.split(" = ") for assignment in assignments)
        changed = {names.get(name, name): values[value] for name, value in pairs}
        return self._write("UpdateItem", request, key, {**(self.items.get(key) or request["Key"]), **changed})

    def _key_of(self, attributes: Item) -> Key:
        return tuple(attributes[name]["S"] for name in self._key)

    def _write(self, operation: str, request: Mapping[str, Any], key: Key, item: Item) -> Item:
        before = self.items.get(key)
        if not _holds(request, before):
            raise ConditionFailed(operation)
        self._before[key] = self._now(), before
        self.items[key] = item
        return item


def _holds(request: Mapping[str, Any], item: Item | None) -> bool:
    """Whether a write's condition holds for the item that is there; a write without one always may.

    Terms are joined by AND and, less closely, by OR; brackets stand around whole alternatives only.

    Raises:
        ValueError: the condition is of a kind that no app uses.
    """
    expression = request.get("ConditionExpression")
    if expression is None:
        return True
    for placeholder, name in request.get("ExpressionAttributeNames", {}).items():
        expression = expression.replace(placeholder, name)
    values = request.get("ExpressionAttributeValues", {})
    return any(all(term(item or {}, values) for term in terms) for terms in _alternatives(expression))


@cache
def _alternatives(expression: str) -> tuple[tuple[Term, ...], ...]:
    alternatives = (text.strip() for text in expression.split(" OR "))
    return tuple(tuple(_term(term.strip()) for term in _without_brackets(text).split(" AND ")) for text in alternatives)


def _without_brackets(text: str) -> str:
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text


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
