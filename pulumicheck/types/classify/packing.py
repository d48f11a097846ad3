"""MessagePack, in which Terraform's plugins exchange values, as far as these need it (its spec.md on GitHub)."""

import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Any

_NIL, _FALSE, _TRUE, _INT64, _STR32, _ARRAY32, _MAP32 = 0xC0, 0xC2, 0xC3, 0xD3, 0xDB, 0xDD, 0xDF
_CONSTANTS = {_NIL: None, _FALSE: False, _TRUE: True}
_NUMBERS = {
    0xCA: ">f",
    0xCB: ">d",
    0xCC: ">B",
    0xCD: ">H",
    0xCE: ">I",
    0xCF: ">Q",
    0xD0: ">b",
    0xD1: ">h",
    0xD2: ">i",
    _INT64: ">q",
}
# By the first byte: the form of the length that follows, and of what it is the length.
_LONG = {
    0xC4: (">B", "text"),
    0xC5: (">H", "text"),
    0xC6: (">I", "text"),
    0xC7: (">B", "extension"),
    0xC8: (">H", "extension"),
    0xC9: (">I", "extension"),
    0xD9: (">B", "text"),
    0xDA: (">H", "text"),
    _STR32: (">I", "text"),
    0xDC: (">H", "array"),
    _ARRAY32: (">I", "array"),
    0xDE: (">H", "map"),
    _MAP32: (">I", "map"),
}
# Of the short forms the first byte is the length, too: where they begin, and of what it is one.
_SHORT = ((0xE0, "negative"), (0xA0, "text"), (0x90, "array"), (0x80, "map"), (0x00, "positive"))
_FIXED_EXTENSIONS = {0xD4 + power: 1 << power for power in range(5)}
_NEGATIVE = 0x100


def packed(value: Any) -> bytes:
    """A value of JSON; each kind in its longest form, which all readers take."""
    if value is None or isinstance(value, bool):
        return bytes([_NIL if value is None else _TRUE if value else _FALSE])
    if isinstance(value, int):
        return struct.pack(">Bq", _INT64, value)
    if isinstance(value, str):
        return struct.pack(">BI", _STR32, len(value.encode())) + value.encode()
    if isinstance(value, Mapping):
        items = (packed(key) + packed(each) for key, each in value.items())
        return struct.pack(">BI", _MAP32, len(value)) + b"".join(items)
    return struct.pack(">BI", _ARRAY32, len(value)) + b"".join(map(packed, value))


def unpacked(data: bytes) -> Any:
    """A value that a plugin answers; what it does not know yet, an extension, is its bytes."""
    return _value(iter(data))


def _value(data: Iterator[int]) -> Any:
    head = next(data)
    if head in _CONSTANTS:
        return _CONSTANTS[head]
    if head in _NUMBERS:
        return _number(data, _NUMBERS[head])
    if head in _FIXED_EXTENSIONS:
        return _READERS["extension"](data, _FIXED_EXTENSIONS[head])
    if head in _LONG:
        form, kind = _LONG[head]
        return _READERS[kind](data, int(_number(data, form)))
    start, kind = next(each for each in _SHORT if head >= each[0])
    return head - _NEGATIVE if kind == "negative" else _READERS[kind](data, head - start)


def _number(data: Iterator[int], form: str) -> float:
    return struct.unpack(form, _bytes(data, struct.calcsize(form)))[0]


def _bytes(data: Iterator[int], length: int) -> bytes:
    return bytes(next(data) for _ in range(length))


_READERS: Mapping[str, Callable[[Iterator[int], int], Any]] = {
    "array": lambda data, length: [_value(data) for _ in range(length)],
    "extension": lambda data, length: _bytes(data, length + 1),
    "map": lambda data, length: {_value(data): _value(data) for _ in range(length)},
    "positive": lambda _, number: number,
    "text": lambda data, length: _bytes(data, length).decode(),
}
