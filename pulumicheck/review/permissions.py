"""What a change lets whom do, by meaning: broader, narrower, equal or different."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Literal

from pulumicheck.iam.coverage import uncovered
from pulumicheck.iam.effort import STEPS, TooComplex, limited
from pulumicheck.iam.statement import Effect, PolicyType, Statement
from pulumicheck.plan.recording import Resource
from pulumicheck.review.consequences import TOO_COMPLEX, Consequence, Setting, Turn, reaches
from pulumicheck.review.subjects import Subject, subjects_of

_STEPS_TO_PAIR = STEPS // 4

Verdict = Literal["broader", "narrower", "different", "equal"]
VERDICTS: tuple[Verdict, ...] = ("broader", "different", "narrower", "equal")
"""The worst first. *Different* is both: something more is allowed, and something that was is no longer."""


@dataclass(frozen=True)
class PermissionChange:
    """One statement, or one other grant, that is not as it was.

    Attributes:
        who: the role, policy or resource.
        kind: of what kind of policy: what it may do itself, who may touch it, or who may assume it.
        names: the statement's Sid, or what names the grant; after a renaming the old one and the new one.
        before: the statement as it was; empty if there was none.
        after: the statement as it is; empty if there is none.
        gains: what is allowed now and was not proven to be allowed before, by any statement of the same subject.
        losses: the other way round.
    """

    who: str
    kind: PolicyType
    names: tuple[str, ...]
    before: Mapping[str, Any] = field(default_factory=dict[str, Any])
    after: Mapping[str, Any] = field(default_factory=dict[str, Any])
    gains: tuple[Consequence, ...] = ()
    losses: tuple[Consequence, ...] = ()

    @property
    def sid(self) -> str:
        """What to call it: both names after a renaming."""
        return " → ".join(self.names)

    @property
    def verdict(self) -> Verdict:
        """What the change comes to."""
        if self.gains:
            return "different" if self.losses else "broader"
        return "narrower" if self.losses else "equal"

    @property
    def is_broader(self) -> bool:
        """Whether something is allowed that was not."""
        return bool(self.gains)


def permission_changes(before: Sequence[Resource], after: Sequence[Resource]) -> list[PermissionChange]:
    """Every permission that is not written as it was, the worst verdict first.

    Args:
        before: all resources of the stack as they were.
        after: the same as they are.
    """
    changes = [
        change for old, new in _paired(subjects_of(before), subjects_of(after), after) for change in _changes(old, new)
    ]
    return sorted(changes, key=lambda change: (VERDICTS.index(change.verdict), change.who, change.kind, change.names))


def _paired(
    before: Mapping[tuple[str, str], Subject], after: Mapping[tuple[str, str], Subject], resources: Sequence[Resource]
) -> Iterator[tuple[Subject, Subject]]:
    """The same subject on both sides: by its physical name, or, if it was renamed, by its resource's URN."""
    renamed = {(new.kind, new.target.urn): key for key, new in after.items() if key not in before and new.target}
    taken: set[tuple[str, str]] = set()
    for key, old in before.items():
        found = key if key in after else renamed.get((old.kind, old.target.urn if old.target else ""))
        if found is not None:
            taken.add(found)
            yield old, after[found]
        else:
            yield old, _without_policies(old, resources)
    for key, new in after.items():
        if key not in taken:
            yield Subject(new.label, new.kind, None), new


def _without_policies(old: Subject, resources: Sequence[Resource]) -> Subject:
    still = next((each for each in resources if old.target and each.urn == old.target.urn), None)
    return Subject(old.label, old.kind, still)


def _changes(old: Subject, new: Subject) -> Iterator[PermissionChange]:
    if old.ends_with_its_target and new.target is None:
        for statement in old.statements:
            yield _gone(old, statement)
        return
    was = [each.about(old.arn, new.arn) if old.arn and new.arn else each for each in old.statements]
    with limited(_STEPS_TO_PAIR):
        pairs = [pair for pair in _side_by_side(was, new.statements) if not _is_same(*pair)]
    with limited():
        yield from [_change(new, pair, was, new.statements) for pair in pairs]
    yield from _settings(old, new)


def _gone(old: Subject, statement: Statement) -> PermissionChange:
    turn = Turn.NO_LONGER_ALLOWED if statement.effect == "Allow" else Turn.GONE_WITH_ITS_DENIAL
    losses = reaches([statement], turn)
    return PermissionChange(old.label, old.kind, (statement.sid,), before=statement.document, losses=losses)


def _change(
    new: Subject, pair: tuple[Statement | None, Statement | None], was: Sequence[Statement], are: Sequence[Statement]
) -> PermissionChange:
    old, now = pair
    try:
        more, less = (uncovered(now, was) if now else [], uncovered(old, are) if old else [])
    except TooComplex:
        gains, losses = (TOO_COMPLEX,), ()
    else:
        gains = reaches(_of("Allow", more), Turn.ALLOWED) + reaches(_of("Deny", less), Turn.NO_LONGER_DENIED)
        losses = reaches(_of("Allow", less), Turn.NO_LONGER_ALLOWED) + reaches(_of("Deny", more), Turn.DENIED)
    return PermissionChange(
        who=new.label,
        kind=new.kind,
        names=tuple(dict.fromkeys(statement.sid or "(no sid)" for statement in (old, now) if statement)),
        before=old.document if old else {},
        after=now.document if now else {},
        gains=gains,
        losses=losses,
    )


def _of(effect: Effect, statements: Sequence[Statement]) -> list[Statement]:
    return [statement for statement in statements if statement.effect == effect]


def _side_by_side(
    old: Sequence[Statement], new: Sequence[Statement]
) -> Iterator[tuple[Statement | None, Statement | None]]:
    """Statements side by side: by Sid, then those that mean the same under another one."""
    sids = dict.fromkeys(statement.sid for statement in (*old, *new))
    pairs = [
        pair
        for sid in sids
        for pair in zip_longest((it for it in old if it.sid == sid), (it for it in new if it.sid == sid))
    ]
    alone = [now for was, now in pairs if was is None]
    for was, now in pairs:
        if now is None and was is not None:
            renamed = next((it for it in alone if _mean_the_same(was, it)), None)
            if renamed is not None:
                alone.remove(renamed)
            yield was, renamed
        elif was is not None:
            yield was, now
    for now in alone:
        yield None, now


def _mean_the_same(one: Statement, other: Statement) -> bool:
    try:
        return not uncovered(one, [other]) and not uncovered(other, [one])
    except TooComplex:
        return False


def _is_same(old: Statement | None, new: Statement | None) -> bool:
    if old is None or new is None:
        return False
    return old.document == new.document and old.resources == new.resources and old.variables == new.variables


def _settings(old: Subject, new: Subject) -> Iterator[PermissionChange]:
    opened = (new.grants.keys() - old.grants.keys(), old.guards.keys() - new.guards.keys())
    closed = (new.guards.keys() - old.guards.keys(), old.grants.keys() - new.grants.keys())
    names = old.grants | old.guards | new.grants | new.guards
    for text in sorted(set[str]().union(*opened, *closed)):
        gains, losses = (
            tuple(
                Setting(text, is_there=is_there)
                for is_there, texts in zip((True, False), each, strict=True)
                if text in texts
            )
            for each in (opened, closed)
        )
        yield PermissionChange(new.label, new.kind, (names[text],), gains=gains, losses=losses)
