from typing import Any

import pytest

from pulumicheck.types.classify.packing import packed, unpacked

VALUES = [None, True, False, 0, -1, 7, 2**40, "", "ä" * 300, [], [1, [None]], {}, {"a": {"b": ["c"]}}, ["x"] * 70000]


@pytest.mark.parametrize("value", VALUES, ids=lambda each: str(each)[:20])
def test_what_is_packed_is_unpacked_again(value: Any) -> None:
    assert unpacked(packed(value)) == value


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ("07", 7),
        ("ff", -1),
        ("cc80", 128),
        ("d1ff7f", -129),
        ("cb3ff8000000000000", 1.5),
        ("a3616263", "abc"),
        ("d903616263", "abc"),
        ("c403616263", "abc"),
        ("92c301", [True, 1]),
        ("dc0001c0", [None]),
        ("81a16101", {"a": 1}),
        ("de0001a161c2", {"a": False}),
        ("d40000", b"\0\0"),
        ("c7010cff", b"\x0c\xff"),
    ],
)
def test_the_short_forms_of_the_specification_are_read(data: str, value: Any) -> None:
    assert unpacked(bytes.fromhex(data)) == value
