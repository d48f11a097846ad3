"""The Condition element: operators AND keys are joined by AND, the values of a key by OR, of a negated operator by NOR.

Source: Conditions with multiple context keys or values.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from pulumicheck.iam.operators import OPERATORS, Operator
from pulumicheck.iam.reading import InvalidPolicy, scalar, shown
from pulumicheck.iam.tokens import Facts
from pulumicheck.iam.value_sets import ValueSet

Quantifier = Literal["", "ForAllValues", "ForAnyValue"]

# Case-sensitive: IAM answers MalformedPolicyDocument to `stringEquals`, "Invalid Condition type".
_OPERATOR = re.compile(r"(?:(?P<quantifier>ForAllValues|ForAnyValue):)?(?P<name>[A-Za-z]+?)(?P<if_exists>IfExists)?")
_KEY = re.compile(r"[^:]+:.+", re.DOTALL)  # IAM: "Actions/Conditions must be prefaced by a vendor"
_QUANTIFIERS: dict[str, Quantifier] = {"": "", "ForAllValues": "ForAllValues", "ForAnyValue": "ForAnyValue"}
_EMPTY = ("",)


@dataclass(frozen=True)
class Condition:
    """One key under one operator.

    Attributes:
        name: the operator as it stands in the policy.
        key: the condition key as it stands in the policy.
        fact: the same in lower case: keys are the same in any case, the part after a slash included.
        values: the policy's values as text.
        operator: what is compared; None for Null.
        sets: what each value matches.
        quantifier: the set operator.
        if_exists: whether a key that the request does not have is fine.
    """

    name: str
    key: str
    fact: str
    values: tuple[str, ...]
    operator: Operator | None
    sets: tuple[ValueSet, ...]
    quantifier: Quantifier
    if_exists: bool

    @cached_property
    def distinct_sets(self) -> frozenset[ValueSet]:
        """What its values match, to look one up."""
        return frozenset(self.sets)

    def holds(self, facts: Facts) -> bool:
        """Whether a request with these facts meets the condition."""
        known = facts.get(self.fact, ())
        if self.operator is None:
            return any(value.lower() == ("false" if known else "true") for value in self.values)
        if not known:
            return self._holds_without_key(self.operator)
        if not self.quantifier:
            return self._matches(known, facts, self.operator)
        if known == _EMPTY:  # an empty data set (Creating a condition with multiple keys or values)
            return self.quantifier == "ForAllValues"
        found = (self._matches((value,), facts, self.operator) for value in known)
        return all(found) if self.quantifier == "ForAllValues" else any(found)

    def _holds_without_key(self, operator: Operator) -> bool:
        if self.quantifier:
            return self.if_exists or self.quantifier == "ForAllValues"
        return self.if_exists or operator.negated

    def _matches(self, known: tuple[str, ...], facts: Facts, operator: Operator) -> bool:
        # AWS leaves open what several values mean without a set operator. Here any of them may match, and for a negated
        # operator none may, so that an operator and its negation never agree.
        found = [each.matches(value, facts) for value in known for each in self.sets]
        if operator.negated:
            return not any(found) and None not in found
        return any(found)


def read_conditions(element: Any, place: str, *, variables: bool) -> tuple[Condition, ...]:
    """Reads a Condition element.

    Args:
        element: its JSON value.
        place: where it stands.
        variables: whether the policy's version knows variables.

    Raises:
        InvalidPolicy: an operator does not exist, a key has no service prefix or is there twice, a value is no text,
            number or Boolean.
    """
    return tuple(
        Condition(
            name=name,
            key=key,
            fact=key.lower(),
            values=texts,
            operator=operator,
            sets=tuple(operator.read(text, variables=variables) for text in texts) if operator else (),
            quantifier=quantifier,
            if_exists=if_exists,
        )
        for name, keys in _object(element, place)
        for operator, quantifier, if_exists in [_operator(name, f"{place}.{name}")]
        for key, texts in _keys(keys, f"{place}.{name}")
    )


def _operator(name: str, place: str) -> tuple[Operator | None, Quantifier, bool]:
    found = _OPERATOR.fullmatch(name)
    if found is None or (found["name"] not in OPERATORS and found["name"] != "Null"):
        raise InvalidPolicy(place, "is no condition operator")
    if found["name"] == "Null" and found["if_exists"]:
        raise InvalidPolicy(place, "combines Null with IfExists, which asks the same question twice")
    return OPERATORS.get(found["name"]), _QUANTIFIERS[found["quantifier"] or ""], bool(found["if_exists"])


def _keys(element: Any, place: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    seen: set[str] = set()
    for key, values in _object(element, place):
        if not _KEY.fullmatch(key):
            raise InvalidPolicy(place, f"has the condition key {shown(key)} without a prefix such as aws:")
        if key.lower() in seen:
            raise InvalidPolicy(place, f"has {shown(key)} twice: upper and lower case are the same in condition keys")
        seen.add(key.lower())
        yield key, tuple(_texts(values, f"{place}[{shown(key)}]"))


def _texts(values: Any, place: str) -> Iterator[str]:
    for value in values if isinstance(values, list) else [values]:
        text = scalar(value)
        if text is None:
            raise InvalidPolicy(place, f"must be a text, a number, a Boolean or a list of them, not {shown(value)}")
        yield text


def _object(element: Any, place: str) -> Iterator[tuple[str, Any]]:
    if not isinstance(element, Mapping):
        raise InvalidPolicy(place, f"must be an object, not {shown(element)}")
    for key, value in element.items():
        if not isinstance(key, str):
            raise InvalidPolicy(place, f"must have texts as keys, not {shown(key)}")
        yield key, value
