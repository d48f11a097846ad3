from typing import Any

import pytest

from pulumicheck.review.property_paths import Path, path_of, values_at, with_ignored


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("root", ("root",)),
        ("root.nested", ("root", "nested")),
        ('root["a ."].b', ("root", "a .", "b")),
        ('root["with \\"quotes\\""]', ("root", 'with "quotes"')),
        ("root[0][*].x", ("root", 0, "*", "x")),
        ("*", ("*",)),
        ("foo-bar", ("foo-bar",)),
        ("root.[0]", ("root", 0)),
        (".root", None),
        ("root[", None),
        ("root[x]", None),
        ("", ()),
    ],
)
def test_a_path_is_read_as_the_engine_reads_it(text: str, path: tuple[str | int, ...] | None) -> None:
    assert path_of(text) == path


OLD = {"name": "a", "tags": {"x": 1, "y": 1}, "rules": [{"port": 1, "to": 1}, {"port": 2, "to": 2}]}
NEW = {"name": "b", "tags": {"x": 2, "z": 2}, "rules": [{"port": 3, "to": 3}, {"port": 4, "to": 4}], "more": 1}


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("name", {"name": "a"}),
        ("tags", {"tags": {"x": 1, "y": 1}}),
        ("tags.x", {"tags": {"x": 1, "z": 2}}),
        ("tags.y", {"tags": {"x": 2, "z": 2, "y": 1}}),
        ("tags.z", {"tags": {"x": 2}}),
        ("tags.*", {"tags": {"x": 1, "y": 1}}),
        ("more", {"more": None}),
        ("rules[0]", {"rules": [{"port": 1, "to": 1}, {"port": 4, "to": 4}]}),
        ("rules[*].port", {"rules": [{"port": 1, "to": 3}, {"port": 2, "to": 4}]}),
        ("rules[7]", {}),
        ("rules[", {}),
        ("nothing.at.all", {}),
        ("name.deeper", {}),
    ],
)
def test_what_is_ignored_is_as_it_was(path: str, changed: dict[str, Any]) -> None:
    expected = {key: value for key, value in {**NEW, **changed}.items() if value is not None}

    assert with_ignored(OLD, NEW, [path]) == expected
    assert NEW["name"] == "b"


def test_all_of_it_may_be_ignored() -> None:
    assert with_ignored(OLD, NEW, ["*"]) == OLD


def test_of_lists_that_grew_nothing_beyond_is_ignored() -> None:
    assert with_ignored({"a": [1]}, {"a": [2, 3]}, ["a[1]"]) == {"a": [2, 3]}
    assert with_ignored({"a": [1]}, {"a": [2, 3]}, ["a[*]"]) == {"a": [1, 3]}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (("name",), {("name",): "a"}),
        (("tags", "*"), {("tags", "x"): 1, ("tags", "y"): 1}),
        (("rules", "*", "port"), {("rules", 0, "port"): 1, ("rules", 1, "port"): 2}),
        (("rules", 7), {}),
        (("name", "deeper"), {}),
        (("*",), {(key,): value for key, value in OLD.items()}),
    ],
)
def test_the_values_that_a_path_names(path: Path, found: dict[Path, Any]) -> None:
    assert dict(values_at(path, OLD)) == found
