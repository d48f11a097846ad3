"""What a condition's values match, as sets that can be compared.

A set lies within others only where that is proven; a doubt is a no.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from pulumicheck.iam.conditions import Condition
from pulumicheck.iam.pattern import arn_fields
from pulumicheck.iam.sets.globs import Glob, is_covered
from pulumicheck.iam.values import Network, binary, moment, network, number

_INFINITY = Decimal("Infinity")


class ValueSet(Protocol):
    """What one value of a policy matches under its operator."""

    def is_within(self, others: "Sequence[ValueSet]") -> bool:
        """Whether each value that this matches is matched by one of the others, for certain."""
        ...

    @property
    def has_variables(self) -> bool:
        """Whether what it matches depends on the request."""
        ...


@dataclass(frozen=True)
class _Texts:
    glob: Glob
    lower: Glob
    ignore_case: bool = False

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        in_any_case = [other.lower for other in others if isinstance(other, _Texts) and other.ignore_case]
        exact = [other.glob for other in others if isinstance(other, _Texts) and not other.ignore_case]
        return (not self.ignore_case and is_covered(self.glob, exact)) or is_covered(self.lower, in_any_case)

    @property
    def has_variables(self) -> bool:
        return self.glob.has_variables


@dataclass(frozen=True)
class _Arns:
    fields: tuple[Glob, ...]
    whole: _Texts
    """More than the ARNs that match: here a `*` takes colons, too."""

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        return self.whole.is_within([other for other in others if isinstance(other, _Texts)]) or any(
            all(is_covered(mine, [its]) for mine, its in zip(self.fields, other.fields, strict=True))
            for other in others
            if isinstance(other, _Arns)
        )

    @property
    def has_variables(self) -> bool:
        return any(field.has_variables for field in self.fields)


@dataclass(frozen=True)
class _Flag:
    """A Boolean; it matches true and false only, which texts do not care for."""

    texts: _Texts

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        return self.texts.is_within([other.texts for other in others if isinstance(other, _Flag)])

    @property
    def has_variables(self) -> bool:
        return self.texts.has_variables


@dataclass(frozen=True)
class _Span:
    """Numbers, or times in epoch seconds, between two bounds."""

    unit: str
    low: Decimal
    low_is_in: bool
    high: Decimal
    high_is_in: bool
    has_variables: bool = False

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        return any(isinstance(other, _Span) and self._is_in(other) for other in others)

    def _is_in(self, other: "_Span") -> bool:
        return (
            self.unit == other.unit
            and (other.low, not other.low_is_in) <= (self.low, not self.low_is_in)
            and (self.high, self.high_is_in) <= (other.high, other.high_is_in)
        )


@dataclass(frozen=True)
class _Addresses:
    network: Network
    has_variables: bool = False

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        return any(isinstance(other, _Addresses) and _is_part(self.network, other.network) for other in others)


@dataclass(frozen=True)
class _Bytes:
    value: bytes
    has_variables: bool = False

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        return self in others


def value_sets(condition: Condition, *, variables: bool) -> list[ValueSet]:
    """One set a value, for any operator but Null; of a negated operator, the sets of its positive twin.

    Args:
        condition: as the access model reads it.
        variables: whether its policy's version knows variables.
    """
    stem = condition.name.rpartition(":")[2].removesuffix("IfExists").replace("Not", "", 1)
    made = [_MAKERS[stem](text, variables) for text in condition.values]
    return [each for each in made if each is not None]


_Maker = Callable[[str, bool], ValueSet | None]


def _texts(text: str, variables: bool, *, wildcards: bool = False, ignore_case: bool = False) -> _Texts:  # noqa: FBT001 - makers are called by position
    exact, lower = (
        Glob.parse(text, variables=variables, wildcards=wildcards, ignore_case=folded) for folded in (False, True)
    )
    return _Texts(exact, lower, ignore_case)


def _like(text: str, variables: bool) -> _Texts:  # noqa: FBT001 - as above
    return _texts(text, variables, wildcards=True)


def _any_case(text: str, variables: bool) -> _Texts:  # noqa: FBT001 - as above
    return _texts(text, variables, ignore_case=True)


def _arns(text: str, variables: bool) -> _Arns:  # noqa: FBT001 - as above
    fields = arn_fields(text, variables=variables)
    globs = tuple(Glob.parse(field, variables=variables) for field in fields)
    return _Arns(globs, _like(":".join(fields), variables))


def _flag(text: str, variables: bool) -> _Flag:  # noqa: FBT001 - as above
    return _Flag(_any_case(text, variables))


def _addresses(text: str, _variables: bool) -> _Addresses | None:  # noqa: FBT001 - as above
    found = network(text)
    return _Addresses(found) if found is not None else None


def _bytes(text: str, _variables: bool) -> _Bytes | None:  # noqa: FBT001 - as above
    found = binary(text)
    return _Bytes(found) if found is not None else None


def _spans(unit: str, read: Callable[[str], Decimal | None]) -> dict[str, _Maker]:
    """The makers of one unit's operators."""

    def maker(make: Callable[[Decimal], tuple[Decimal, bool, Decimal, bool]]) -> _Maker:
        def span(text: str, _variables: bool) -> _Span | None:  # noqa: FBT001 - as above
            bound = read(text)
            return _Span(unit, *make(bound)) if bound is not None else None

        return span

    return {
        f"{unit}Equals": maker(lambda bound: (bound, True, bound, True)),
        f"{unit}LessThan": maker(lambda bound: (-_INFINITY, True, bound, False)),
        f"{unit}LessThanEquals": maker(lambda bound: (-_INFINITY, True, bound, True)),
        f"{unit}GreaterThan": maker(lambda bound: (bound, False, _INFINITY, True)),
        f"{unit}GreaterThanEquals": maker(lambda bound: (bound, True, _INFINITY, True)),
    }


def _is_part(inner: Any, outer: Any) -> bool:
    return inner.version == outer.version and inner.subnet_of(outer)


_MAKERS: dict[str, _Maker] = {
    "StringEquals": _texts,
    "StringEqualsIgnoreCase": _any_case,
    "StringLike": _like,
    "ArnEquals": _arns,
    "ArnLike": _arns,
    "Bool": _flag,
    "BinaryEquals": _bytes,
    "IpAddress": _addresses,
    **_spans("Numeric", number),
    **_spans("Date", moment),
}
