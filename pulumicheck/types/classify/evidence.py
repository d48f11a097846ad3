"""What speaks for it that a type may grant access or hold data: names, types and documentation of its inputs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pulumicheck.types.classify.package import Property, PulumiType
from pulumicheck.types.classify.words import GRANTING_DOCS, losses, words
from pulumicheck.types.tables import ALL, SAYING_NOTHING

_IAM_DOCUMENT = re.compile(r"['.]PolicyDocumentArgs'")


@dataclass
class Finding:
    """What a type may do to access and to data, and by which evidence.

    Attributes:
        opens: paths of the inputs that may give access.
        passes: paths of the inputs that say with whose permissions something acts, or who reaches it.
        guards: paths of the inputs that keep something closed or safe.
        holds: what is lost with it, for people; "" if nothing is.
        why: the evidence in a few words.
    """

    opens: list[str] = field(default_factory=list[str])
    passes: list[str] = field(default_factory=list[str])
    guards: list[str] = field(default_factory=list[str])
    holds: str = ""
    why: list[str] = field(default_factory=list[str])


def found_in(of: PulumiType) -> Finding:
    """What the rules find of a type."""
    found = Finding()
    name = f"{of.service} {of.noun}"
    if _first(words("types", "guarding"), name):
        found.guards, found.why = [ALL], [f"guards: {_first(words('types', 'guarding'), name)}"]
    elif word := _granted_by(of, name):
        found.opens, found.why = [ALL], [f"grants: {word}"]
        if of.noun.endswith("Exclusive"):  # it takes away what others attach, until it goes
            found.guards = [ALL]
    else:
        _look_at_inputs(of, found)
    if not words("types", "not_holding").search(of.noun):
        held = next(((lost, hit[0]) for lost, pattern in losses() if (hit := pattern.search(name))), None)
        if held:
            found.holds = held[0]
            found.why.append(f"holds: {held[1]}")
    return found


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[0] if found else ""


def _granted_by(of: PulumiType, name: str) -> str:
    if words("types", "not_granting").search(name):
        return ""
    sentence = of.about.partition("\n")[0].partition(". ")[0]
    return _first(words("types", "granting"), name) or _first(GRANTING_DOCS, sentence)


def _look_at_inputs(of: PulumiType, found: Finding) -> None:
    for path, each in _every_input(of):
        for paths, word in ((found.opens, _opens(each)), (found.passes, _passes(each)), (found.guards, _guards(each))):
            if word and not any(path.startswith(f"{above}.") for above in paths):
                paths.append(path)
                if word not in found.why:
                    found.why.append(word)


def _every_input(of: PulumiType) -> Iterator[tuple[str, Property]]:
    for name, each in of.inputs.items():
        if name not in SAYING_NOTHING:
            yield name, each
            yield from ((f"{name}.{path}", inner) for path, inner in of.within(each))


def _opens(each: Property) -> str:
    if _IAM_DOCUMENT.search(each.type):
        return "policy document"
    if words("inputs", "neutral").search(each.name):
        return ""
    return _first(words("inputs", "opening"), each.name)


def _passes(each: Property) -> str:
    return "" if words("inputs", "neutral").search(each.name) else _first(words("inputs", "passing"), each.name)


def _guards(each: Property) -> str:
    return _first(words("inputs", "guarding"), each.name)
