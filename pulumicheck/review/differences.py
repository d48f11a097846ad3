"""What differs between two values, as deep as it goes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from pulumicheck.plan.values import Secret, revealed


class _Absent:
    def __repr__(self) -> str:
        return "absent"


ABSENT: Final = _Absent()
"""In the place of a value that one side does not have."""

# What tells the items of a list apart, in AWS's and Pulumi's own words.
_NAMES = ("Sid", "sid", "name", "attributeName", "rulePriority", "key", "id")


@dataclass(frozen=True)
class Difference:
    """One property that is not as it was.

    Attributes:
        path: where, such as `environment.variables.SENDER` or `policy.Statement[ReadJobsQueue].Action`.
        before: the value; ABSENT if there was none.
        after: the value; ABSENT if there is none.
    """

    path: str
    before: Any
    after: Any

    @property
    def top(self) -> str:
        """The property of the resource that this is part of."""
        return self.path.partition(".")[0].partition("[")[0]


def differences(before: Any, after: Any, path: str = "") -> Iterator[Difference]:
    """The smallest differences between two values of JSON; texts that hold JSON are taken as what they hold.

    Args:
        before: a value.
        after: another.
        path: where both are.
    """
    if isinstance(before, Secret) or isinstance(after, Secret):
        if any(differences(revealed(before), revealed(after))):
            yield Difference(path, before, after)  # as secrets, and not by what they hold
        return
    before, after = _opened(before), _opened(after)
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _in_both(
            cast("Mapping[str, Any]", before), cast("Mapping[str, Any]", after), f"{path}." if path else ""
        )
    elif isinstance(before, list) and isinstance(after, list) and (named := _named(before, after)):
        yield from _in_both(*named, f"{path}[", "]")
    elif before != after or type(before) is not type(after):
        yield Difference(path, before, after)


def _in_both(before: Mapping[str, Any], after: Mapping[str, Any], left: str, right: str = "") -> Iterator[Difference]:
    for key in dict.fromkeys([*before, *after]):
        yield from differences(before.get(key, ABSENT), after.get(key, ABSENT), f"{left}{key}{right}")


def _named(before: Sequence[Any], after: Sequence[Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """Both lists by the names of their items; by position if they are objects without names; None if no objects."""
    items = [*before, *after]
    if not items or not all(isinstance(item, Mapping) for item in items):
        return None
    for key in _NAMES:
        if all(key in item for item in items):
            by_name = [{str(item[key]): item for item in each} for each in (before, after)]
            if [len(each) for each in by_name] == [len(before), len(after)]:
                return by_name[0], by_name[1]
    first, second = ({str(index): item for index, item in enumerate(each)} for each in (before, after))
    return first, second


def _opened(value: Any) -> Any:
    if not isinstance(value, str) or value[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
