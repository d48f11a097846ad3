"""The condition operators, without IfExists and the set operators: what each compares, and how.

Source: IAM JSON policy elements: Condition operators.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from pulumicheck.iam.value_sets import INFINITY, Addresses, Arns, Bytes, Flag, Nothing, Span, Texts, ValueSet
from pulumicheck.iam.values import SCALES, Scale, binary, network

T = TypeVar("T")


class Reader(Protocol):
    """What makes a set of a value."""

    def __call__(self, text: str, *, variables: bool) -> ValueSet:
        """Reads one value of a policy; `variables` is whether they mean something there."""
        ...


@dataclass(frozen=True)
class Operator:
    """One condition operator.

    Attributes:
        read: what one value of the policy matches.
        negated: whether it holds when no value of the policy matches.
        must: what is asked of the condition key's value, for people.
    """

    read: Reader
    negated: bool
    must: str


def _read(read: Callable[[str], T | None], make: Callable[[T], ValueSet]) -> Reader:
    """What makes a set of a value that can be read, and nothing of another."""

    def reader(text: str, **_: bool) -> ValueSet:
        found = read(text)
        return Nothing() if found is None else make(found)

    return reader


def _span(scale: Scale, *, low: bool = False, high: bool = False, open_: bool = False) -> Reader:
    """From a value, up to one, or both at once; `open_` leaves the value itself out."""
    return _read(
        SCALES[scale],
        lambda bound: Span(scale, bound if low else -INFINITY, not open_, bound if high else INFINITY, not open_),
    )


_like = partial(Texts.parse, wildcards=True)
_addresses = _read(network, Addresses)
_in_any_case = partial(Texts.parse, ignore_case=True)

OPERATORS = {
    "StringEquals": Operator(Texts.parse, negated=False, must="equal"),
    "StringNotEquals": Operator(Texts.parse, negated=True, must="not equal"),
    "StringEqualsIgnoreCase": Operator(_in_any_case, negated=False, must="equal in any case"),
    "StringNotEqualsIgnoreCase": Operator(_in_any_case, negated=True, must="not equal in any case"),
    "StringLike": Operator(_like, negated=False, must="be like"),
    "StringNotLike": Operator(_like, negated=True, must="not be like"),
    # Both names of a pair behave the same: with wildcards, and each field of the ARN on its own.
    "ArnEquals": Operator(Arns.parse, negated=False, must="be an ARN like"),
    "ArnLike": Operator(Arns.parse, negated=False, must="be an ARN like"),
    "ArnNotEquals": Operator(Arns.parse, negated=True, must="not be an ARN like"),
    "ArnNotLike": Operator(Arns.parse, negated=True, must="not be an ARN like"),
    "NumericEquals": Operator(_span("number", low=True, high=True), negated=False, must="be the number"),
    "NumericNotEquals": Operator(_span("number", low=True, high=True), negated=True, must="not be the number"),
    "NumericLessThan": Operator(_span("number", high=True, open_=True), negated=False, must="be less than"),
    "NumericLessThanEquals": Operator(_span("number", high=True), negated=False, must="be at most"),
    "NumericGreaterThan": Operator(_span("number", low=True, open_=True), negated=False, must="be greater than"),
    "NumericGreaterThanEquals": Operator(_span("number", low=True), negated=False, must="be at least"),
    "DateEquals": Operator(_span("moment", low=True, high=True), negated=False, must="be the time"),
    "DateNotEquals": Operator(_span("moment", low=True, high=True), negated=True, must="not be the time"),
    "DateLessThan": Operator(_span("moment", high=True, open_=True), negated=False, must="be before"),
    "DateLessThanEquals": Operator(_span("moment", high=True), negated=False, must="not be after"),
    "DateGreaterThan": Operator(_span("moment", low=True, open_=True), negated=False, must="be after"),
    "DateGreaterThanEquals": Operator(_span("moment", low=True), negated=False, must="not be before"),
    "Bool": Operator(Flag.parse, negated=False, must="be"),
    "BinaryEquals": Operator(_read(binary, Bytes), negated=False, must="be the bytes"),
    "IpAddress": Operator(_addresses, negated=False, must="be an address in"),
    "NotIpAddress": Operator(_addresses, negated=True, must="not be an address in"),
}
