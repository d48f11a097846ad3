"""Parts of statements in words."""

from collections.abc import Iterator, Sequence

from pulumicheck.iam.phrases import met, must
from pulumicheck.iam.sets.clauses import Clause, Element
from pulumicheck.types.arns import short_arn


def phrases(parts: Sequence[Clause], verb: str) -> tuple[str, ...]:
    """One phrase for all parts that differ in actions only, or in resources only.

    Args:
        parts: parts of one statement.
        verb: what they may or may no longer, such as `may`.
    """
    return tuple(_phrase(clause, verb, actions, resources) for clause, actions, resources in _grouped(parts))


def _grouped(parts: Sequence[Clause]) -> Iterator[tuple[Clause, list[str], list[str]]]:
    by_resource: dict[tuple[object, str], tuple[Clause, list[str]]] = {}
    for part in parts:
        found = by_resource.setdefault((part.callers, _text(part.resources)), (part, []))
        found[1].append(_text(part.actions))
    by_actions: dict[tuple[object, tuple[str, ...]], tuple[Clause, list[str], list[str]]] = {}
    for (callers, resource), (part, actions) in by_resource.items():
        found = by_actions.setdefault((callers, tuple(actions)), (part, actions, []))
        found[2].append(resource)
    yield from by_actions.values()


def _phrase(clause: Clause, verb: str, actions: Sequence[str], resources: Sequence[str]) -> str:
    subject = f"{clause.callers} " if {"Principal", "NotPrincipal"} & clause.document.keys() else ""
    place = "" if list(resources) == ["*"] and subject else f" on {', '.join(resources)}"
    told = must if clause.effect == "Allow" else met
    when = " and ".join(told(condition) for condition in clause.conditions.all)
    return f"{subject}{verb} {', '.join(actions)}{place}{f' if {when}' if when else ''}"


def _text(element: Element) -> str:
    texts = ", ".join(short_arn(text) for text in element.texts)
    return f"all but {texts}" if element.negated else texts
