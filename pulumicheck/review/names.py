"""What `--accept` calls each thing that someone has to agree to: short where that says which, longer where it does not.

A name that would fit two of them stands for neither.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from shlex import quote

from pulumicheck.review.doubts import Doubt
from pulumicheck.review.engine import Contradiction
from pulumicheck.review.gate import GateChange
from pulumicheck.review.permission_change import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.shown import visible

Question = PermissionChange | ResourceChange | Contradiction | Doubt | GateChange
"""What someone may have to agree to."""

_LENGTH = 160  # characters; what would be longer goes by its end, a digest
_NO_SID = {"", "(no sid)"}


@dataclass(frozen=True)
class Accepted:
    """What a reviewer has agreed to.

    Attributes:
        names: as a report prints them.
        everything: whether all of it is agreed to.
    """

    names: frozenset[str] = frozenset()
    everything: bool = False


@dataclass(frozen=True)
class Asked:
    """A question with its names.

    Attributes:
        question: the change.
        name: what a report calls it.
        names: all that `--accept` may call it; no other question of the report goes by any of them.
        accepted: whether it was.
    """

    question: Question
    name: str
    names: frozenset[str]
    accepted: bool

    @property
    def quoted(self) -> str:
        """The name as a shell takes it."""
        return quote(self.name)


def asked(questions: Sequence[Question], accepted: Accepted) -> list[Asked]:
    """Each question with what it is called among these, and whether it is agreed to."""
    called = [[*_usable(_names(question)), _digest(question)] for question in questions]
    called = [[*names, *again] for names, again in zip(called, _numbered(called), strict=True)]
    times = Counter(name for names in called for name in set(names))
    given = frozenset(map(plain, accepted.names))
    made: list[Asked] = []
    for question, names in zip(questions, called, strict=True):
        own = [name for name in names if times[name] == 1]
        agreed = accepted.everything or not given.isdisjoint(own)
        made.append(Asked(question, own[0], frozenset(own), agreed))
    return made


def ambiguous(questions: Sequence[Asked], accepted: Accepted) -> dict[str, list[str]]:
    """What was agreed to by a name that fits several questions: the name, and what each of them is called."""
    given = {plain(name) for name in accepted.names} - {name for each in questions for name in each.names}
    fitting = {
        name: [each.name for each in questions if name in _usable(_names(each.question))] for name in sorted(given)
    }
    return {name: names for name, names in fitting.items() if names}


def plain(text: str) -> str:
    """A name as it can be printed, typed, and shown as code: without what is not visible, or twice a blank."""
    return " ".join(visible(text).split())


def _usable(names: Iterator[str]) -> list[str]:
    return [name for name in dict.fromkeys(map(plain, names)) if name and len(name) <= _LENGTH]


def _names(it: Question) -> Iterator[str]:
    """The shortest first; each longer one says more of what it is about."""
    if isinstance(it, PermissionChange):
        yield from _of_permission(it)
    elif isinstance(it, GateChange):
        yield from (f"gate:{it.pattern.removesuffix('/**')}", f"gate:{it.pattern}")
    else:
        urn, name, what = _of_resource(it)
        yield from (name, f"{name}/{what}", f"{urn}/{what}")


def _of_permission(it: PermissionChange) -> Iterator[str]:
    """After a renaming, the new Sid first; a statement without one goes by what it says."""
    sids = [_without_sid(it) if sid in _NO_SID else sid for sid in reversed(it.names)]
    for sid in sids:
        yield from (sid, f"{it.who.partition(' ')[2]}/{sid}", f"{it.who}/{sid}", f"{it.who}/{it.kind}/{sid}")


def _of_resource(it: ResourceChange | Contradiction | Doubt) -> tuple[str, str, str]:
    if isinstance(it, ResourceChange):
        return it.resource.urn, it.resource.name, it.change
    return it.urn, it.name, it.what if isinstance(it, Doubt) else "engine"


def _without_sid(it: PermissionChange) -> str:
    return f"#{_sha(it.before, it.after)}"


def _digest(it: Question) -> str:
    """What names a question where nothing else does: its own words and a digest of all that it says."""
    if isinstance(it, PermissionChange):
        return f"{plain(it.who)[:60]}#{_sha(it.who, it.kind, it.names, it.before, it.after)}"
    if isinstance(it, GateChange):
        return f"gate#{_sha(it.pattern)}"
    urn, name, what = _of_resource(it)
    return f"{plain(name)[:60]}#{_sha(urn, what, it.why if isinstance(it, Doubt) else '')}"


def _sha(*parts: object) -> str:
    return sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:12]


def _numbered(called: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """For questions that say the very same: which of them."""
    seen: Counter[str] = Counter()
    for *_, digest in called:
        seen[digest] += 1
        yield [f"{digest}-{seen[digest]}"]
