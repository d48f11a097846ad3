"""What one value of a condition matches under its operator: a set that values lie in, and that lies within others.

A set lies within others only where that is proven; a doubt is a no.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from pulumicheck.iam.glob import Glob
from pulumicheck.iam.pattern_sets import contains, is_covered
from pulumicheck.iam.tokens import Facts
from pulumicheck.iam.values import SCALES, Network, Scale, address, binary
from pulumicheck.iam.variables import arn_fields

INFINITY = Decimal("Infinity")


class ValueSet(Protocol):
    """What one value of a policy matches under its operator."""

    def matches(self, value: str, facts: Facts, /) -> bool | None:
        """Whether a value of the request is in it; None if that cannot be told."""
        ...

    def is_within(self, others: "Sequence[ValueSet]", /) -> bool:
        """Whether each value that this matches is matched by one of the others, for certain."""
        ...

    @property
    def has_variables(self) -> bool:
        """Whether what it matches depends on the request."""
        ...


@dataclass(frozen=True)
class Texts:
    """Texts, in one case or in any.

    Attributes:
        glob: what matches.
        lower: the same in lower case, to be compared with what matches in any case.
    """

    glob: Glob
    lower: Glob

    @classmethod
    def parse(cls, text: str, *, variables: bool, wildcards: bool = False, ignore_case: bool = False) -> "Texts":
        """Reads one value of a policy; the arguments are those of `Glob.parse`."""
        lower = Glob.parse(text, variables=variables, wildcards=wildcards, ignore_case=True)
        return cls(lower if ignore_case else Glob.parse(text, variables=variables, wildcards=wildcards), lower)

    def matches(self, value: str, facts: Facts) -> bool | None:
        """Whether a text matches."""
        return self.glob.matches(value, facts)

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        """Whether other texts take it all in; what matches in any case is more than what matches in one."""
        globs = [other.glob for other in others if isinstance(other, Texts)]
        in_any_case = [glob.pattern for glob in globs if glob.ignore_case]
        exact = [glob.pattern for glob in globs if not glob.ignore_case]
        if not self.glob.ignore_case and is_covered(self.glob.pattern, exact):
            return True
        return is_covered(self.lower.pattern, in_any_case)

    @property
    def has_variables(self) -> bool:
        """Whether it holds one."""
        return self.glob.has_variables


@dataclass(frozen=True)
class Arns:
    """ARNs, field by field.

    Attributes:
        fields: six.
        whole: more than the ARNs that match: here a `*` takes colons, too.
    """

    fields: tuple[Glob, ...]
    whole: Texts

    @classmethod
    def parse(cls, text: str, *, variables: bool) -> "Arns":
        """Reads one value of a policy."""
        fields = arn_fields(text, variables=variables)
        globs = tuple(Glob.parse(field, variables=variables) for field in fields)
        return cls(globs, Texts.parse(":".join(fields), variables=variables, wildcards=True))

    def matches(self, value: str, facts: Facts) -> bool | None:
        """Whether each field of an ARN matches."""
        fields = value.split(":", len(self.fields) - 1)
        if len(fields) < len(self.fields):
            return False
        found = [glob.matches(field, facts) for glob, field in zip(self.fields, fields, strict=True)]
        return None if None in found else all(found)

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        """Whether texts take in all of it, or one of the others every field."""
        return self.whole.is_within([other for other in others if isinstance(other, Texts)]) or any(
            all(contains(its.pattern, mine.pattern) for mine, its in zip(self.fields, other.fields, strict=True))
            for other in others
            if isinstance(other, Arns)
        )

    @property
    def has_variables(self) -> bool:
        """Whether a field holds one."""
        return any(field.has_variables for field in self.fields)


@dataclass(frozen=True)
class Flag:
    """A Boolean; it matches true and false only, which texts do not care for."""

    texts: Texts

    @classmethod
    def parse(cls, text: str, *, variables: bool) -> "Flag":
        """Reads one value of a policy."""
        return cls(Texts.parse(text, variables=variables, ignore_case=True))

    def matches(self, value: str, facts: Facts) -> bool | None:
        """Whether a text is this Boolean."""
        return self.texts.matches(value, facts) if value.lower() in {"true", "false"} else False

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        """Whether other Booleans take it in."""
        return self.texts.is_within([other.texts for other in others if isinstance(other, Flag)])

    @property
    def has_variables(self) -> bool:
        """Whether it holds one."""
        return self.texts.has_variables


@dataclass(frozen=True)
class Span:
    """Numbers, or times in epoch seconds, between two bounds."""

    scale: Scale
    low: Decimal = -INFINITY
    low_is_in: bool = True
    high: Decimal = INFINITY
    high_is_in: bool = True
    has_variables: bool = False

    def matches(self, value: str, _facts: Facts) -> bool:
        """Whether a number or time lies between the bounds."""
        known = SCALES[self.scale](value)
        return known is not None and self._holds(known)

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        """Whether another span of the same scale takes it in."""
        return any(isinstance(other, Span) and self._is_part_of(other) for other in others)

    def _holds(self, known: Decimal) -> bool:
        above = self.low < known or (self.low_is_in and self.low == known)
        return above and (known < self.high or (self.high_is_in and known == self.high))

    def _is_part_of(self, other: "Span") -> bool:
        return (
            self.scale == other.scale
            and (other.low, not other.low_is_in) <= (self.low, not self.low_is_in)
            and (self.high, self.high_is_in) <= (other.high, other.high_is_in)
        )


@dataclass(frozen=True)
class Addresses:
    """The addresses of a network."""

    network: Network
    has_variables: bool = False

    def matches(self, value: str, _facts: Facts) -> bool:
        """Whether an address is one of the network."""
        known = address(value)
        return known is not None and known in self.network

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        """Whether another network takes it in."""
        mine: Any = self.network
        its = [other.network for other in others if isinstance(other, Addresses)]
        return any(mine.subnet_of(each) for each in its if each.version == mine.version)


@dataclass(frozen=True)
class Bytes:
    """One binary value."""

    value: bytes
    has_variables: bool = False

    def matches(self, value: str, _facts: Facts) -> bool:
        """Whether a base64 text is of these bytes."""
        return binary(value) == self.value

    def is_within(self, others: Sequence[ValueSet]) -> bool:
        """Whether it is one of the others."""
        return self in others


@dataclass(frozen=True)
class Nothing:
    """What a value matches that its operator cannot read."""

    has_variables: bool = False

    def matches(self, _value: str, _facts: Facts) -> bool:
        """Never."""
        return False

    def is_within(self, _others: Sequence[ValueSet]) -> bool:
        """Always, since it is empty."""
        return True
