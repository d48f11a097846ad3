from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pulumicheck.iam.reading import InvalidPolicy, parse_json, shown
from pulumicheck.iam.statement import OF_IDENTITIES, PolicyType, Statement
from pulumicheck.iam.statement_reader import StatementReader

_ELEMENTS = ("Version", "Id", "Statement")
_WITH_VARIABLES = "2012-10-17"
_DEFAULT = "2008-10-17"  # what a policy without Version is (IAM JSON policy elements: Version)


@dataclass(frozen=True)
class Policy:
    """A policy, read once and evaluated often.

    Attributes:
        name: what answers call it; "" if it has no name.
        kind: what it is attached to: an identity, a resource, or as a trust policy a role; or what it limits.
        statements: in the document's order.
    """

    name: str
    kind: PolicyType
    statements: tuple[Statement, ...]

    @classmethod
    def parse(cls, document: Mapping[str, Any] | str, kind: PolicyType, name: str = "") -> "Policy":
        """Reads a policy document.

        Args:
            document: JSON, as text or as its value.
            kind: what the policy is attached to; it decides which elements AWS takes.
            name: what answers call it.

        Raises:
            InvalidPolicy: AWS would not take it; the text names the place.
        """
        value = _object(document)
        for element in value:
            if element not in _ELEMENTS:
                raise InvalidPolicy("", f"has {shown(element)}, which is no element of a policy")
        if "Id" in value and (kind in OF_IDENTITIES or not isinstance(value["Id"], str)):
            raise InvalidPolicy("Id", "must be a text, and is not allowed in an identity policy")
        reader = StatementReader(kind, variables=_version(value) == _WITH_VARIABLES)
        statements = tuple(reader.read(element, index, place) for index, (place, element) in enumerate(_listed(value)))
        if kind != "resource":
            _check_sids(statements)
        return cls(name, kind, statements)


def _object(document: Mapping[str, Any] | str) -> Mapping[str, Any]:
    value: Any = document
    if isinstance(document, str):
        try:
            value = parse_json(document)
        except ValueError as error:
            raise InvalidPolicy("", str(error)) from None
    if not isinstance(value, Mapping):
        raise InvalidPolicy("", f"must be a JSON object, not {shown(value)}")
    return value


def _version(value: Mapping[str, Any]) -> str:
    version = value.get("Version", _DEFAULT)
    if version not in (_WITH_VARIABLES, _DEFAULT):
        raise InvalidPolicy("Version", f"must be {_WITH_VARIABLES} or {_DEFAULT}, not {shown(version)}")
    return version


def _listed(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    if "Statement" not in value:
        raise InvalidPolicy("", "has no Statement")
    statements = value["Statement"]
    if not isinstance(statements, list):
        return [("Statement", statements)]
    if not statements:
        raise InvalidPolicy("Statement", "is empty")
    return [(f"Statement[{index}]", statement) for index, statement in enumerate(statements)]


def _check_sids(statements: tuple[Statement, ...]) -> None:
    """Refuses a Sid that is there twice, as IAM does; services with resource policies have rules of their own."""
    sids = [statement.sid for statement in statements]
    for place, sid in enumerate(sids):
        if sid and sid in sids[:place]:
            raise InvalidPolicy(f"Statement[{place}].Sid", f"repeats {shown(sid)}")
