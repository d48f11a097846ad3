"""What a change lets whom do, by meaning: broader, narrower, equal or different."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pulumicheck.iam.coverage import uncovered
from pulumicheck.iam.effort import STEPS, TooComplex, limited
from pulumicheck.iam.statement import Effect, Statement
from pulumicheck.plan.recording import Resource
from pulumicheck.review.bundles import bundled
from pulumicheck.review.consequences import (
    SECRET_LETS_LESS,
    SECRET_LETS_MORE,
    TOO_COMPLEX,
    Setting,
    Turn,
    Unproven,
    reaches,
)
from pulumicheck.review.permission_change import VERDICTS, PermissionChange
from pulumicheck.review.subject_pairs import left_behind, paired
from pulumicheck.review.subjects import BOUNDED, Subject
from pulumicheck.types.iam import GROUP, POLICY

_STEPS_TO_PAIR = STEPS // 4


def permission_changes(before: Sequence[Resource], after: Sequence[Resource]) -> list[PermissionChange]:
    """Every permission that is not written as it was, the worst verdict first.

    Args:
        before: all resources of the stack as they were.
        after: the same as they are.
    """
    found = [
        (new, change)
        for old, new in paired(before, [*after, *left_behind(before, after)])
        for change in _changes(old, new)
    ]
    changes = [change for subject, change in found if not _is_told_of_others(subject, change, found)]
    return sorted(changes, key=lambda change: (VERDICTS.index(change.verdict), change.who, change.kind, change.names))


def _is_told_of_others(
    subject: Subject, change: PermissionChange, found: Sequence[tuple[Subject, PermissionChange]]
) -> bool:
    """Whether the same is told of those that a policy is attached to, or of the group that a user has it from."""
    mine = subject.target.urn if subject.target else ""
    is_policy = subject.target is not None and subject.target.type == POLICY.token
    return any(
        _is_alike(change, told)
        and (mine in other.sources if is_policy else other.target is not None and _is_group_of(other, subject))
        for other, told in found
        if other is not subject
    )


def _is_group_of(group: Subject, user: Subject) -> bool:
    return group.target is not None and group.target.type == GROUP.token and group.target.urn in user.sources


def _is_alike(one: PermissionChange, other: PermissionChange) -> bool:
    said = bool(one.before or one.after)
    return said and (one.before, one.after, one.gains, one.losses) == (
        other.before,
        other.after,
        other.gains,
        other.losses,
    )


def _changes(old: Subject, new: Subject) -> Iterator[PermissionChange]:
    if old.ends_with_its_target and new.target is None:
        for statement in old.statements if old.kind != "boundary" else ():
            yield _gone(old, statement)
        return
    if new.kind != "boundary" or (BOUNDED in old.guards and BOUNDED in new.guards):
        yield from bundled(list(_of_statements(old, new)), old, new)
    if new.kind != "boundary" or old.target is not None:
        yield from _settings(old, new)
        yield from _of_unreadable(old, new)


def _of_statements(old: Subject, new: Subject) -> Iterator[PermissionChange]:
    was = [each.about(old.arn, new.arn) if old.arn and new.arn else each for each in old.statements]
    with limited(_STEPS_TO_PAIR):
        pairs = [pair for pair in _side_by_side(was, new.statements) if not _is_same(*pair)]
    hidden = old.secrets | new.secrets
    with limited():
        for pair in pairs:
            change = _change(new, pair, was, new.statements)
            yield _without_contents(change) if any(it and id(it.document) in hidden for it in pair) else change


def _without_contents(change: PermissionChange) -> PermissionChange:
    gains = (SECRET_LETS_MORE,) if change.gains else ()
    losses = (SECRET_LETS_LESS,) if change.losses else ()
    return PermissionChange(change.who, change.kind, ("(secret)",), gains=gains, losses=losses)


def _of_unreadable(old: Subject, new: Subject) -> Iterator[PermissionChange]:
    for name in sorted(old.unreadable.keys() | new.unreadable.keys()):
        if old.unreadable.get(name) != new.unreadable.get(name):
            unread = (Unproven(f"a policy that cannot be read, {name}: taken as more and as less"),)
            yield PermissionChange(new.label, new.kind, (name,), gains=unread, losses=unread)


def _gone(old: Subject, statement: Statement) -> PermissionChange:
    turn = Turn.NO_LONGER_ALLOWED if statement.effect == "Allow" else Turn.GONE_WITH_ITS_DENIAL
    losses = reaches([statement], turn)
    change = PermissionChange(old.label, old.kind, (statement.sid,), before=statement.document, losses=losses)
    return _without_contents(change) if id(statement.document) in old.secrets else change


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
