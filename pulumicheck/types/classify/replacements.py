"""What makes a new resource of each type: what the provider answers, and what pulumi-aws documents beside it."""

import re
from collections.abc import Iterator, Mapping

from pulumicheck.types.classify.answers import Answer, answers_of
from pulumicheck.types.classify.asking import AskedProvider
from pulumicheck.types.classify.names import path_of, terraform_types
from pulumicheck.types.classify.package import Package, PulumiType
from pulumicheck.types.classify.schema import Names
from pulumicheck.types.tables import Replacements

_WORST: tuple[Answer, ...] = ("replaces", "unknown", "in place")
_DOCUMENTED = re.compile(
    r"(?i)forc(es?|ing) (?:a |the )?(?:new|replacement|creation of a new|re-?creation)"
    r"|(triggers?|requires?|forces) (?:a )?replacement|must be replaced"
    r"|cannot be (changed|updated|modified) (after|once)"
)
_IN_PLACE = {"tags", "tagsAll", "timeouts"}  # of every type that has them
_ELSEWHERE = {"region"}  # of every type: provider 7 knows a region for each resource


def ask_for_all(package: Package, provider: AskedProvider) -> Iterator[Replacements]:
    """Asks for all types of the package, in the order of their tokens.

    Args:
        package: whose types.
        provider: who answers.
    """
    known = {name: provider.schema(name).names for name in provider.types}
    names = terraform_types(list(package.types.values()), known)
    answers = {name: answers_of(provider, name) for name in sorted(set(names.values()))}
    for token, of in sorted(package.types.items()):
        name = names.get(token, "")
        yield replacements_of(of, name, answers.get(name, {}))


def replacements_of(of: PulumiType, name: str, answers: Mapping[Names, Answer]) -> Replacements:
    """What is known of one type.

    Args:
        of: the type.
        name: Terraform's type, or "".
        answers: what the provider says of that one's attributes.
    """
    found: dict[str, Answer] = {}
    for path, answer in answers.items():
        if key := path_of(path, of):
            found[key] = _worse(answer, found.get(key, answer))
    for key in _documented(of):
        found[key] = "replaces"
    for key in of.inputs:
        found.setdefault(key, _unanswered(key))
    kept: dict[str, Answer] = {
        key: answer for key, answer in found.items() if key not in _ELSEWHERE and not _is_said_above(key, found)
    }
    return Replacements(of.token, name, *(tuple(_of(answer, kept)) for answer in _WORST))


def _worse(one: Answer, other: Answer) -> Answer:
    return one if _WORST.index(one) < _WORST.index(other) else other


def _unanswered(key: str) -> Answer:
    return "in place" if key in _IN_PLACE else "unknown"


def _documented(of: PulumiType) -> Iterator[str]:
    for name, each in of.inputs.items():
        if _DOCUMENTED.search(each.about):
            yield name
        yield from (f"{name}.{path}" for path, inner in of.within(each) if _DOCUMENTED.search(inner.about))


def _is_said_above(key: str, found: Mapping[str, Answer]) -> bool:
    """Whether a block's own answer says it already: one that stays in place does so with all that it holds."""
    block = key.rpartition(".")[0]
    return block != "" and found[key] == "in place"


def _of(answer: Answer, found: Mapping[str, Answer]) -> Iterator[str]:
    """The paths with this answer; a block that makes a new one by some of what it holds is named by these alone."""
    for key in sorted(found):
        if found[key] == answer and not (answer == "replaces" and _inner(key, found)):
            yield key


def _inner(block: str, found: Mapping[str, Answer]) -> bool:
    return any(key.startswith(f"{block}.") and each == "replaces" for key, each in found.items())
