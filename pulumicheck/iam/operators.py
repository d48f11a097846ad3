"""The condition operators, without IfExists and the set operators: what each compares, and how.

Source: IAM JSON policy elements: Condition operators.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pulumicheck.iam.pattern import Facts, Pattern, arn_fields
from pulumicheck.iam.values import Address, Network, address, binary, moment, network, number

Test = Callable[[str, Facts], bool | None]
"""Whether a value of the request matches one value of the policy; None if that cannot be told."""


@dataclass(frozen=True)
class Operator:
    """One condition operator.

    Attributes:
        test: makes the test of one value in the policy; the second argument is whether variables mean something there.
        negated: whether it holds when no value of the policy matches.
        must: what is asked of the condition key's value, for people.
    """

    test: Callable[[str, bool], Test]
    negated: bool
    must: str


def _text(*, wildcards: bool = False, ignore_case: bool = False) -> Callable[[str, bool], Test]:
    def make(text: str, variables: bool) -> Test:  # noqa: FBT001 - one signature for all makers, called by position
        return Pattern(text, variables=variables, wildcards=wildcards, ignore_case=ignore_case).matches

    return make


def _arn(text: str, variables: bool) -> Test:  # noqa: FBT001 - as above
    patterns = [Pattern(field, variables=variables) for field in arn_fields(text, variables=variables)]

    def test(value: str, facts: Facts) -> bool | None:
        fields = value.split(":", len(patterns) - 1)
        if len(fields) < len(patterns):
            return False
        found = [pattern.matches(field, facts) for pattern, field in zip(patterns, fields, strict=True)]
        return None if None in found else all(found)

    return test


def _compared(
    read: Callable[[str], Any], compare: Callable[[Any, Any], bool], read_bound: Callable[[str], Any] | None = None
) -> Callable[[str, bool], Test]:
    def make(text: str, _variables: bool) -> Test:  # noqa: FBT001 - as above
        bound = (read_bound or read)(text)

        def test(value: str, _facts: Facts) -> bool:
            known = read(value)
            return known is not None and bound is not None and compare(known, bound)

        return test

    return make


def _bool(text: str, variables: bool) -> Test:  # noqa: FBT001 - as above
    pattern = Pattern(text, variables=variables, wildcards=False, ignore_case=True)

    def test(value: str, facts: Facts) -> bool | None:
        return pattern.matches(value, facts) if value.lower() in {"true", "false"} else False

    return test


def _within(known: Address, bound: Network) -> bool:
    return known in bound


_EXACT = _text()
_ANY_CASE = _text(ignore_case=True)
_LIKE = _text(wildcards=True)
_ADDRESS = _compared(address, _within, network)

OPERATORS = {
    "StringEquals": Operator(_EXACT, negated=False, must="equal"),
    "StringNotEquals": Operator(_EXACT, negated=True, must="not equal"),
    "StringEqualsIgnoreCase": Operator(_ANY_CASE, negated=False, must="equal in any case"),
    "StringNotEqualsIgnoreCase": Operator(_ANY_CASE, negated=True, must="not equal in any case"),
    "StringLike": Operator(_LIKE, negated=False, must="be like"),
    "StringNotLike": Operator(_LIKE, negated=True, must="not be like"),
    # Both names of a pair behave the same: with wildcards, and each field of the ARN on its own.
    "ArnEquals": Operator(_arn, negated=False, must="be an ARN like"),
    "ArnLike": Operator(_arn, negated=False, must="be an ARN like"),
    "ArnNotEquals": Operator(_arn, negated=True, must="not be an ARN like"),
    "ArnNotLike": Operator(_arn, negated=True, must="not be an ARN like"),
    "NumericEquals": Operator(_compared(number, operator.eq), negated=False, must="be the number"),
    "NumericNotEquals": Operator(_compared(number, operator.eq), negated=True, must="not be the number"),
    "NumericLessThan": Operator(_compared(number, operator.lt), negated=False, must="be less than"),
    "NumericLessThanEquals": Operator(_compared(number, operator.le), negated=False, must="be at most"),
    "NumericGreaterThan": Operator(_compared(number, operator.gt), negated=False, must="be greater than"),
    "NumericGreaterThanEquals": Operator(_compared(number, operator.ge), negated=False, must="be at least"),
    "DateEquals": Operator(_compared(moment, operator.eq), negated=False, must="be the time"),
    "DateNotEquals": Operator(_compared(moment, operator.eq), negated=True, must="not be the time"),
    "DateLessThan": Operator(_compared(moment, operator.lt), negated=False, must="be before"),
    "DateLessThanEquals": Operator(_compared(moment, operator.le), negated=False, must="not be after"),
    "DateGreaterThan": Operator(_compared(moment, operator.gt), negated=False, must="be after"),
    "DateGreaterThanEquals": Operator(_compared(moment, operator.ge), negated=False, must="not be before"),
    "Bool": Operator(_bool, negated=False, must="be"),
    "BinaryEquals": Operator(_compared(binary, operator.eq), negated=False, must="be the bytes"),
    "IpAddress": Operator(_ADDRESS, negated=False, must="be an address in"),
    "NotIpAddress": Operator(_ADDRESS, negated=True, must="not be an address in"),
}
