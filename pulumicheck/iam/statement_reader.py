"""Reads one statement of a policy document.

As strict as AWS: its grammar (Grammar of the IAM JSON policy language), what IAM answers to malformed policies, and the
errors of IAM Access Analyzer (Access Analyzer policy check reference). Whether an action or a condition key exists is
not asked.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pulumicheck.iam.conditions import read_conditions
from pulumicheck.iam.element import Element
from pulumicheck.iam.glob import Glob
from pulumicheck.iam.principals import Principals, read_principals
from pulumicheck.iam.reading import InvalidPolicy, listed, shown
from pulumicheck.iam.statement import OF_IDENTITIES, Effect, PolicyType, Statement
from pulumicheck.iam.variables import arn_fields

_NEGATABLE = ("Principal", "Action", "Resource")
_ELEMENTS = {"Sid", "Effect", "Condition", *_NEGATABLE, *(f"Not{name}" for name in _NEGATABLE)}
_ACTION = re.compile(r"\*|[A-Za-z0-9-]+:[^\s:]+")  # the vendor, before the colon, takes no wildcard
_SID = re.compile(r"[A-Za-z0-9]*")


@dataclass(frozen=True)
class StatementReader:
    """Reads the statements of one policy.

    Attributes:
        kind: what the policy is attached to.
        variables: whether its version knows policy variables.
    """

    kind: PolicyType
    variables: bool

    def read(self, element: Any, index: int, place: str) -> Statement:
        """Reads one statement.

        Raises:
            InvalidPolicy: AWS would not take it.
        """
        if not isinstance(element, Mapping):
            raise InvalidPolicy(place, f"must be an object, not {shown(element)}")
        for name in element:
            if name not in _ELEMENTS:
                raise InvalidPolicy(place, f"has {shown(name)}, which is no element of a statement")
        return Statement(
            index=index,
            sid=self._sid(element, place),
            effect=_effect(element, place),
            actions=self._actions(element, place),
            resources=self._resources(element, place),
            principals=self._principals(element, place),
            conditions=read_conditions(element.get("Condition", {}), f"{place}.Condition", variables=self.variables),
            variables=self.variables,
            document=element,
        )

    def _sid(self, element: Mapping[str, Any], place: str) -> str:
        sid = element.get("Sid", "")
        if not isinstance(sid, str):
            raise InvalidPolicy(f"{place}.Sid", f"must be a text, not {shown(sid)}")
        if self.kind != "resource" and not _SID.fullmatch(sid):
            raise InvalidPolicy(f"{place}.Sid", f"may hold A-Z, a-z and 0-9 only, not {shown(sid)}")
        return sid

    def _actions(self, element: Mapping[str, Any], place: str) -> Element:
        name = _one_of(element, place, "Action")
        if name is None:
            raise InvalidPolicy(place, "has neither Action nor NotAction")
        globs = (self._action(text, at) for at, text in listed(element[name], f"{place}.{name}"))
        return Element(tuple(globs), name == "NotAction")

    def _action(self, text: str, place: str) -> Glob:
        if not _ACTION.fullmatch(text):
            raise InvalidPolicy(
                place, f"must be * or a service and an action such as sqs:SendMessage, not {shown(text)}"
            )
        if self.kind == "trust" and not text.lower().startswith("sts:"):
            raise InvalidPolicy(place, f"must be an action of sts in a trust policy, not {shown(text)}")
        return Glob.parse(text, variables=False, ignore_case=True)

    def _resources(self, element: Mapping[str, Any], place: str) -> Element | None:
        name = _one_of(element, place, "Resource")
        if name is None:
            if self.kind in OF_IDENTITIES:
                raise InvalidPolicy(place, "has neither Resource nor NotResource")
            return None
        if self.kind == "trust":
            raise InvalidPolicy(f"{place}.{name}", "is not allowed: a trust policy is about its own role")
        globs = (self._resource(text, at) for at, text in listed(element[name], f"{place}.{name}"))
        return Element(tuple(globs), name == "NotResource")

    def _resource(self, text: str, place: str) -> Glob:
        if text == "*":
            return Glob.parse(text, variables=False)
        if not text.startswith("arn:"):
            raise InvalidPolicy(place, f"must be * or an ARN, not {shown(text)}")
        given = text.count(":") + 1
        fields = arn_fields(text, variables=self.variables)
        # In the resource type a wildcard is matched as in any text: AWS's ARN reference calls that wrong usage, and IAM
        # takes it all the same.
        if given > 2 and re.search(r"[*?]", fields[2]):  # noqa: PLR2004 - arn:partition:service
            raise InvalidPolicy(place, f"has a wildcard in the service of {shown(text)}")
        return Glob.parse(":".join(fields), variables=self.variables)

    def _principals(self, element: Mapping[str, Any], place: str) -> Principals | None:
        name = _one_of(element, place, "Principal")
        if self.kind in OF_IDENTITIES and name is not None:
            raise InvalidPolicy(f"{place}.{name}", "is not allowed: an identity policy is about whom it is attached to")
        if self.kind == "trust" and name == "NotPrincipal":
            raise InvalidPolicy(f"{place}.{name}", "is not allowed in a trust policy")
        if self.kind not in OF_IDENTITIES and name is None:
            raise InvalidPolicy(place, "has no Principal")
        if name is None:
            return None
        return read_principals(element[name], f"{place}.{name}", negated=name == "NotPrincipal")


def _effect(element: Mapping[str, Any], place: str) -> Effect:
    effect = element.get("Effect")
    if effect not in ("Allow", "Deny"):
        raise InvalidPolicy(f"{place}.Effect", f"must be Allow or Deny, not {shown(effect)}")
    return effect


def _one_of(element: Mapping[str, Any], place: str, name: str) -> str | None:
    found = [each for each in (name, f"Not{name}") if each in element]
    if len(found) > 1:
        raise InvalidPolicy(place, f"has both {name} and Not{name}")
    return found[0] if found else None
