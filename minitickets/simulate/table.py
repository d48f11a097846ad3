"""A DynamoDB table: conditional writes, and reads that may be stale unless they are asked not to be."""

from collections.abc import Callable, Mapping
from typing import Any

from botocore.exceptions import ClientError

from minitickets.simulate.conditions import holds

Item = dict[str, dict[str, str]]
Key = tuple[str, ...]


class ConditionFailed(ClientError):  # noqa: N818 - AWS's name is ConditionalCheckFailedException
    """DynamoDB's ConditionalCheckFailedException."""

    def __init__(self, operation: str) -> None:
        super().__init__({"Error": {"Code": "ConditionalCheckFailedException"}}, operation)


class Table:
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

    def get(self, request: Mapping[str, Any]) -> Item | None:
        """GetItem."""
        key = self.key_of(request["Key"])
        if not request.get("ConsistentRead") and key in self._before:
            written_at, before = self._before[key]
            if self._stale(written_at):
                return before
        return self.items.get(key)

    def put(self, request: Mapping[str, Any]) -> None:
        """PutItem.

        Raises:
            ConditionFailed: the condition does not hold.
        """
        key = self.key_of(request["Item"])
        if not holds(request, self.items.get(key)):
            raise ConditionFailed("PutItem")
        self._write(key, request["Item"])

    def update(self, request: Mapping[str, Any]) -> Item:
        """UpdateItem, for an expression that only sets; gives the item as it is then.

        Raises:
            ConditionFailed: the condition does not hold.
        """
        key = self.key_of(request["Key"])
        if not holds(request, self.items.get(key)):
            raise ConditionFailed("UpdateItem")
        names = request.get("ExpressionAttributeNames", {})
        assignments = request["UpdateExpression"].removeprefix("SET ").split(", ")
        pairs = (assignment.split(" = ") for assignment in assignments)
        changed: Item = {names.get(name, name): request["ExpressionAttributeValues"][value] for name, value in pairs}
        before: Item = self.items.get(key) or request["Key"]
        self._write(key, before | changed)
        return self.items[key]

    def key_of(self, attributes: Mapping[str, Mapping[str, str]]) -> Key:
        """The key in an item, or in the Key of a request."""
        return tuple(attributes[name]["S"] for name in self._key)

    def _write(self, key: Key, item: Item) -> None:
        self._before[key] = self._now(), self.items.get(key)
        self.items[key] = item
