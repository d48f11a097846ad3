from collections.abc import Mapping
from typing import Any


class Catalogue:
    """Every grant of the map once, by an id such as `taker-role/TakeOrders`."""

    def __init__(self) -> None:
        self.grants: dict[str, dict[str, Any]] = {}

    def add(self, name: str, grant: Mapping[str, Any]) -> str:
        """The grant's id: its name, with a number behind it where another state says something else by that name."""
        number = 1
        while True:
            id_ = name if number == 1 else f"{name}-{number}"
            if self.grants.setdefault(id_, dict(grant)) == grant:
                return id_
            number += 1
