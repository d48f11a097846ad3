"""The statements of a policy, made ready to be compared with others."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pulumicheck.iam.patterns import Patterns
from pulumicheck.iam.policy import Policy, PolicyType
from pulumicheck.iam.sets.callers import ANYONE, Callers, callers_of
from pulumicheck.iam.sets.globs import Glob
from pulumicheck.iam.sets.implication import Conditions
from pulumicheck.iam.statement import Effect, Statement

_WITH_VARIABLES = "2012-10-17"


@dataclass(frozen=True)
class Element:
    """Action, NotAction, Resource or NotResource: a set of texts.

    Attributes:
        texts: its values, for people.
        globs: the same, to be compared.
        negated: whether it is one of the Not… elements.
    """

    texts: tuple[str, ...]
    globs: tuple[Glob, ...]
    negated: bool

    def units(self) -> "list[Element]":
        """The smallest parts that it can be told by: each value, or all of a Not… element."""
        if self.negated:
            return [self]
        return [Element((text,), (glob,), negated=False) for text, glob in zip(self.texts, self.globs, strict=True)]


@dataclass(frozen=True)
class Clause:
    """One statement of a policy, or a part of one."""

    sid: str
    effect: Effect
    actions: Element
    resources: Element
    callers: Callers
    conditions: Conditions
    document: Mapping[str, Any]
    """The statement as AWS reads it."""

    def about(self, old: str, new: str) -> "Clause":
        """The same with another ARN, for what a resource's policy says of its own resource after a renaming."""
        texts = [new + text[len(old) :] if f"{text}/".startswith(f"{old}/") else text for text in self.resources.texts]
        return replace(self, resources=_element(texts, self.resources.negated, variables=self.conditions.variables))


def clauses_in(document: Mapping[str, Any], kind: PolicyType) -> list[Clause]:
    """The statements of a policy document.

    Raises:
        InvalidPolicy: AWS would not take it.
    """
    policy = Policy.parse(document, kind)
    variables = document.get("Version") == _WITH_VARIABLES
    return [
        _clause(statement, element, variables=variables)
        for statement, element in zip(policy.statements, _statements(document), strict=True)
    ]


def _clause(statement: Statement, element: Mapping[str, Any], *, variables: bool) -> Clause:
    return Clause(
        sid=statement.sid,
        effect=statement.effect,
        actions=_actions(statement.actions),
        resources=_resources(statement.resources, variables=variables),
        callers=callers_of(element) if statement.principals else ANYONE,
        conditions=Conditions(statement.conditions, variables),
        document=element,
    )


def _actions(patterns: Patterns) -> Element:
    globs = tuple(Glob.parse(text, variables=False, ignore_case=True) for text in patterns.texts)
    return Element(patterns.texts, globs, patterns.negated)


def _resources(patterns: Patterns | None, *, variables: bool) -> Element:
    """A policy without resources is about whatever it is attached to."""
    if patterns is None:
        return _element(["*"], negated=False, variables=False)
    return _element(patterns.texts, patterns.negated, variables=variables)


def _element(texts: Any, negated: bool, *, variables: bool) -> Element:  # noqa: FBT001 - Element's own last field
    return Element(tuple(texts), tuple(Glob.parse(text, variables=variables) for text in texts), negated)


def _statements(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    statements = document["Statement"]
    yield from statements if isinstance(statements, list) else [statements]
