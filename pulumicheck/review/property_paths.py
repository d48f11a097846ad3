"""Paths to properties, as `ignore_changes` and `replace_on_changes` name them.

The engine's own reading of them (Pulumi, sdk/go/common/resource/properties_path.go): names after dots, keys and indices
in brackets, `*` for any of one level.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Path = tuple[str | int, ...]

_WILDCARD = "*"
_ELEMENT = re.compile(r'\.?(?P<name>[^.\[]+)|\.?\[(?:"(?P<key>(?:\\"|[^"])*)"|(?P<index>\*|\d+))\]')


def path_of(text: str) -> Path | None:
    """The elements of a path; None if it is none, which the engine passes over."""
    elements: list[str | int] = []
    position = 0
    while position < len(text):
        found = _ELEMENT.match(text, position)
        if found is None or (position == 0 and text[0] == "."):
            return None
        elements.append(_element(found))
        position = found.end()
    return tuple(elements)


def _element(found: re.Match[str]) -> str | int:
    if (index := found["index"]) is not None:
        return index if index == _WILDCARD else int(index)
    return found["name"] if found["key"] is None else found["key"].replace('\\"', '"')


def values_at(path: Path, value: Any, at: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All values that a path names, each with its own place."""
    if not path:
        yield at, value
        return
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        inside: Mapping[Any, Any] = value
    else:
        inside = dict(enumerate(value)) if isinstance(value, list) else {}
    for each in inside if key == _WILDCARD else [key] if key in inside else []:
        yield from values_at(rest, inside[each], (*at, each))


def with_ignored(old: Mapping[str, Any], new: Mapping[str, Any], ignored: Iterable[str]) -> dict[str, Any]:
    """The new inputs, with what is ignored as it is in the old ones.

    Where the two have no such place, such as an item of lists of different length, nothing is ignored.
    """
    result = _copied(dict(new))
    for path in map(path_of, ignored):
        if path:
            _reset(path, old, result)
    return result


def _reset(path: Path, old: Any, new: Any) -> bool:
    """Sets what a path names in the new value to what the old one has; false where the engine would give up."""
    if path[0] == _WILDCARD:
        return _reset_all(path, old, new)
    key, rest = path[0], path[1:]
    fits = isinstance(key, str)
    both = [isinstance(value, dict if fits else list) for value in (old, new)]
    if not any(both):
        return True
    if not fits:
        return all(both) and _reset_item(key, rest, old, new)
    if rest:
        return all(both) and (key in new or key not in old) and (key not in old or _reset(rest, old[key], new[key]))
    return _reset_key(key, old, new)


def _reset_key(key: str | int, old: Any, new: Any) -> bool:
    if isinstance(old, dict) and key in old:
        if not isinstance(new, dict):
            return False
        new[key] = _copied(old[key])
    elif isinstance(new, dict):
        new.pop(key, None)
    return True


def _reset_item(index: Any, rest: Path, old: list[Any], new: list[Any]) -> bool:
    if index >= len(old) or index >= len(new):
        return index >= len(old) and index >= len(new) and not rest
    if rest:
        return _reset(rest, old[index], new[index])
    new[index] = _copied(old[index])
    return True


def _reset_all(path: Path, old: Any, new: Any) -> bool:
    rest = path[1:]
    if isinstance(old, dict) and isinstance(new, dict):
        if not rest:
            new.clear()
            new.update(_copied(old))
            return True
        return all(key in new and _reset(rest, old[key], new[key]) for key in list(old))
    if isinstance(old, list) and isinstance(new, list):
        both = list(range(min(len(old), len(new))))
        if rest:
            return all(_reset(rest, old[index], new[index]) for index in both) and len(old) == len(new)
        for index in both:
            new[index] = _copied(old[index])
        return len(old) == len(new)
    return not rest and isinstance(new, dict | list)


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return list(map(_copied, value)) if isinstance(value, list) else value
