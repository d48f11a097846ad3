"""Pairs of policies within AWS's limits that take long to compare unless it is done well."""

from collections.abc import Callable
from typing import Any

from pulumicheck.iam.statement import PolicyType
from tests.pulumicheck.review.comparisons import Statements

Pair = tuple[Statements, Statements, PolicyType]


def _statement(actions: Any, resources: Any, **more: Any) -> dict[str, Any]:
    return {"Effect": "Allow", "Action": actions, "Resource": resources, **more}


def _arns(count: int, text: str = "arn:aws:s3:::bucket-{}/*") -> list[str]:
    return [text.format(number) for number in range(count)]


def _one_action_more(actions: list[str], resources: list[str], **more: Any) -> Pair:
    before = [_statement(actions, resources, **more)]
    return before, [_statement([*actions, "s3:PutObject"], resources, **more)], "identity"


_READS = ["s3:GetObject", "s3:GetObjectVersion", "s3:ListBucket"]
_MANY_ACTIONS = [f"ec2:Describe{number}*" for number in range(120)]
_STARS = [f"arn:aws:s3:::*{a}*{b}*{c}*" for a in "abc" for b in "abcdefg" for c in "abcdefghij"]


def _scattered() -> Pair:
    """Statements of which none covers another, all under other names and in other pieces."""
    before = [_statement(f"s3:*{at}*", f"arn:aws:s3:::*{at}*x*", Sid=f"A{at}") for at in range(90)]
    after = [_statement(f"s3:*{at}*", f"arn:aws:s3:::*{at}*y*", Sid=f"B{at}") for at in range(90)]
    return before, after, "identity"


def _values(count: int) -> dict[str, Any]:
    return {"Condition": {"StringEquals": {"aws:RequestTag/x": [f"{number:x}" for number in range(count)]}}}


def _likes(count: int) -> dict[str, Any]:
    return {"Condition": {"StringLike": {"aws:RequestTag/x": [f"*{number:x}*{number % 7}" for number in range(count)]}}}


def _of_two_keys(values: str) -> dict[str, Any]:
    tags = {"aws:RequestTag/x": list(values), "aws:RequestTag/y": list("abcd")}
    return {"Condition": dict.fromkeys(("StringEquals", "StringLike", "StringEqualsIgnoreCase"), tags)}


def _conditions(one: dict[str, Any], other: dict[str, Any]) -> Pair:
    return [_statement("s3:*", "*", **one)], [_statement("s3:*", "*", **other)], "identity"


def _all_but(key: str, texts: list[str]) -> Pair:
    whole = {"Effect": "Allow", "Action": "*", "Resource": "*"}
    before = {name: value for name, value in whole.items() if name != key} | {f"Not{key}": texts}
    return (
        [before, _statement("s3:*", "*")],
        [before | {f"Not{key}": texts[1:]}, _statement("s3:Get*", "*")],
        "identity",
    )


def _callers(count: int) -> Pair:
    users = [f"arn:aws:iam::{number:012}:role/r" for number in range(count)]
    before = _statement(
        ["s3:Get*", "s3:List*"], ["arn:aws:s3:::bucket", "arn:aws:s3:::bucket/*"], Principal={"AWS": users}
    )
    return [before], [before | {"Principal": {"AWS": [*users[1:], "arn:aws:iam::999999999999:role/r"]}}], "resource"


HARD: dict[str, Callable[[], Pair]] = {
    "8 ARNs": lambda: _one_action_more(_READS, _arns(8)),
    "10 ARNs": lambda: _one_action_more(_READS, _arns(10)),
    "40 ARNs with wildcards and many actions": lambda: _one_action_more(
        _MANY_ACTIONS, _arns(40, "arn:aws:s3:::*-{}-*/*")
    ),
    "120 ARNs": lambda: _one_action_more(_READS, _arns(120)),
    "stars": lambda: _one_action_more(_READS, _STARS),
    "stars against one statement each": lambda: (
        [_statement("s3:*", each) for each in _STARS[:100]],
        [_statement("s3:*", [f"{each}!" for each in _STARS])],
        "identity",
    ),
    "letters and question marks": lambda: (
        [_statement("s3:*", [f"arn:aws:s3:::{'*a?' * at}{'?' * 40}b*" for at in range(1, 60)])],
        [_statement("s3:*", [f"arn:aws:s3:::{'*?a' * at}{'?' * 40}b*" for at in range(1, 60)])],
        "identity",
    ),
    "statements in pieces": _scattered,
    "400 values": lambda: _conditions(_values(400), _values(401)),
    "1,500 values of which none is the same": lambda: _conditions(_values(1500), _likes(500)),
    "500 values with stars": lambda: _conditions(_likes(500), _likes(501)),
    "values of many conditions": lambda: _conditions(_of_two_keys("abcd"), _of_two_keys("abcde")),
    "all but 200 actions": lambda: _all_but("Action", [f"ec2:Describe{number}" for number in range(200)]),
    "all but 100 actions with stars": lambda: _all_but("Action", [f"ec2:*{number}*" for number in range(100)]),
    "all but 100 resources": lambda: _all_but("Resource", _arns(100)),
    "all but what crosses": lambda: _all_but("Resource", _STARS[::10]),
    "300 callers": lambda: _callers(300),
}  # fmt: skip
