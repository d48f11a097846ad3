"""The schema of one type of Terraform's provider, and values that fit it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Names = tuple[str, ...]
"""Names of blocks and of an attribute within them, in Terraform's words."""

_SINGLE = {1, 5}  # nesting modes SINGLE and GROUP of `tfplugin5.proto`; the others are lists, sets and maps
_MAP = 4
_ARN = "arn:aws:iam::123456789012:role/{}"
_POLICY = '{{"Version":"2012-10-17","Statement":[{{"Sid":"{}","Effect":"Deny","Action":"*","Resource":"*"}}]}}'
_FORMS = (
    "{}",
    _ARN,
    _POLICY,
    "2{}-01-01T00:00:00Z",
    "10.{}.0.0/16",
    "1{}",
    "https://{}.example.com/",
    "{}@example.com",
)
_WORDS = {
    "{}": ("first", "second"),
    "2{}-01-01T00:00:00Z": ("030", "031"),
    "10.{}.0.0/16": ("1", "2"),
    "1{}": ("1", "2"),
}

TIMEOUTS = "timeouts"
"""How long an operation may take: a block of many types, and no property of what they make."""

_DEPTH = 3

FORMS = range(len(_FORMS))
"""The forms of text that some attribute may insist on: plain, ARN, policy, time, network, number, address, email."""


@dataclass(frozen=True)
class Attribute:
    """An attribute and its type in the notation of `cty`."""

    name: str
    type: Any
    required: bool
    settable: bool


@dataclass(frozen=True)
class Block:
    """A block, or the type itself, which is one too."""

    attributes: Mapping[str, Attribute]
    blocks: Mapping[str, "Nested"]

    @property
    def names(self) -> list[str]:
        """What a program may give."""
        return [*(each.name for each in self._settable()), *(name for name in self.blocks if name != TIMEOUTS)]

    def empty(self) -> dict[str, Any]:
        """One without anything in it."""
        return dict.fromkeys(self.attributes) | {name: each.none() for name, each in self.blocks.items()}

    def least(self, form: int, *, second: bool = False) -> dict[str, Any]:
        """One with what it has to have."""
        given = {each.name: value_of(each.type, form, second=second) for each in self._settable() if each.required}
        inner = {
            name: each.of(each.block.least(form, second=second)) for name, each in self.blocks.items() if each.least
        }
        return self.empty() | given | inner

    def full(self, form: int, *, second: bool = False, depth: int = _DEPTH) -> dict[str, Any]:
        """One with all that it may have, down to a depth: a dashboard of QuickSight has 12,000 attributes."""
        if not depth:
            return self.least(form, second=second)
        given = {each.name: value_of(each.type, form, second=second) for each in self._settable()}
        inner = {
            name: each.of(each.block.full(form, second=second, depth=depth - 1))
            for name, each in self.blocks.items()
            if name != TIMEOUTS
        }
        return self.empty() | given | inner

    def value(self, attribute: str, form: int, *, second: bool = False) -> Any:
        """One of two values of an attribute."""
        return value_of(self.attributes[attribute].type, form, second=second)

    def _settable(self) -> Iterator[Attribute]:
        return (each for each in self.attributes.values() if each.settable)

    def as_configured(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """The value without what only the provider sets."""
        return {
            name: None if name in self.attributes and not self.attributes[name].settable else each
            for name, each in value.items()
        }


@dataclass(frozen=True)
class Nested:
    """A block within another."""

    name: str
    block: Block
    nesting: int
    least: int
    most: int

    @property
    def is_one(self) -> bool:
        """Whether there is one at most."""
        return self.nesting in _SINGLE or self.most == 1

    def none(self) -> Any:
        """The value without any."""
        return None if self.nesting in _SINGLE else {} if self.nesting == _MAP else []

    def of(self, *elements: Any) -> Any:
        """The value with these elements."""
        if self.nesting in _SINGLE:
            return elements[0]
        return {str(place): each for place, each in enumerate(elements)} if self.nesting == _MAP else list(elements)


def value_of(type_: Any, form: int, *, second: bool = False) -> Any:
    """One of two values of a type.

    Args:
        type_: in the notation of `cty`.
        form: of texts in it.
        second: which.
    """
    if isinstance(type_, str):
        text = _FORMS[form].format(_WORDS.get(_FORMS[form], _WORDS["{}"])[second])
        return {"string": text, "number": 20 if second else 10, "bool": not second}.get(type_)
    kind, of = type_
    if kind == "object":
        return {name: value_of(each, form, second=second) for name, each in of.items()}
    value = value_of(of, form, second=second)
    return {"key": value} if kind == "map" else [value]


def read_block(block: Any) -> Block:
    """A block as the provider describes it; how long an operation may take is no property of a resource."""
    return Block(
        {
            each.name: Attribute(
                each.name,
                json.loads(each.type),
                each.required,
                each.required or each.optional,
            )
            for each in block.attributes
        },
        {
            each.type_name: Nested(each.type_name, read_block(each.block), each.nesting, each.min_items, each.max_items)
            for each in block.block_types
        },
    )
