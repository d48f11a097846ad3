"""The condition operators, without IfExists and the set operators: what each compares, and how.

Source: IAM JSON policy elements: Condition operators.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Protocol

from pulumicheck.iam.value_sets import Addresses, Arns, Bytes, Flag, Nothing, Span, Texts, ValueSet
from pulumicheck.iam.values import SCALES, Scale, binary, network


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


def _span(scale: Scale, make: Callable[[Scale, Decimal], ValueSet]) -> Reader:
    def span(text: str, **_: bool) -> ValueSet:
        bound = SCALES[scale](text)
        return Nothing() if bound is None else make(scale, bound)

    return span


def _at(scale: Scale, bound: Decimal) -> Span:
    return Span(scale, low=bound, high=bound)


def _below(scale: Scale, bound: Decimal) -> Span:
    return Span(scale, high=bound, high_is_in=False)


def _up_to(scale: Scale, bound: Decimal) -> Span:
    return Span(scale, high=bound)


def _above(scale: Scale, bound: Decimal) -> Span:
    return Span(scale, low=bound, low_is_in=False)


def _from(scale: Scale, bound: Decimal) -> Span:
    return Span(scale, low=bound)


def _addresses(text: str, **_: bool) -> ValueSet:
    found = network(text)
    return Nothing() if found is None else Addresses(found)


def _bytes(text: str, **_: bool) -> ValueSet:
    found = binary(text)
    return Nothing() if found is None else Bytes(found)


_like = partial(Texts.parse, wildcards=True)
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
    "NumericEquals": Operator(_span("number", _at), negated=False, must="be the number"),
    "NumericNotEquals": Operator(_span("number", _at), negated=True, must="not be the number"),
    "NumericLessThan": Operator(_span("number", _below), negated=False, must="be less than"),
    "NumericLessThanEquals": Operator(_span("number", _up_to), negated=False, must="be at most"),
    "NumericGreaterThan": Operator(_span("number", _above), negated=False, must="be greater than"),
    "NumericGreaterThanEquals": Operator(_span("number", _from), negated=False, must="be at least"),
    "DateEquals": Operator(_span("moment", _at), negated=False, must="be the time"),
    "DateNotEquals": Operator(_span("moment", _at), negated=True, must="not be the time"),
    "DateLessThan": Operator(_span("moment", _below), negated=False, must="be before"),
    "DateLessThanEquals": Operator(_span("moment", _up_to), negated=False, must="not be after"),
    "DateGreaterThan": Operator(_span("moment", _above), negated=False, must="be after"),
    "DateGreaterThanEquals": Operator(_span("moment", _from), negated=False, must="not be before"),
    "Bool": Operator(Flag.parse, negated=False, must="be"),
    "BinaryEquals": Operator(_bytes, negated=False, must="be the bytes"),
    "IpAddress": Operator(_addresses, negated=False, must="be an address in"),
    "NotIpAddress": Operator(_addresses, negated=True, must="not be an address in"),
}
