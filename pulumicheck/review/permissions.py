"""What a change lets whom do, by meaning: broader, narrower, equal or different."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Literal

from pulumicheck.iam.policy import PolicyType
from pulumicheck.iam.sets.clauses import Clause
from pulumicheck.iam.sets.coverage import uncovered
from pulumicheck.plan.recording import Resource
from pulumicheck.review.phrases import phrases
from pulumicheck.review.subjects import Subject, subjects_of

Verdict = Literal["broader", "narrower", "different", "equal"]
VERDICTS: tuple[Verdict, ...] = ("broader", "different", "narrower", "equal")
"""The worst first. *Different* is both: something more is allowed, and something that was is no longer."""

_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True)
class PermissionChange:
    """One statement, or one other grant, that is not as it was.

    Attributes:
        who: the role, policy or resource.
        kind: of what kind of policy: what it may do itself, who may touch it, or who may assume it.
        sid: the statement's Sid, or what names the grant; `old → new` after a renaming.
        before: the statement as it was; empty if there was none.
        after: the statement as it is; empty if there is none.
        gains: what is allowed now and was not proven to be allowed before, by any statement of the same subject.
        losses: the other way round.
    """

    who: str
    kind: PolicyType
    sid: str
    before: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    after: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    gains: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()

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

    def to_json(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "who": self.who,
            "kind": self.kind,
            "sid": self.sid,
            "verdict": self.verdict,
            "before": dict(self.before) or None,
            "after": dict(self.after) or None,
            "gains": list(self.gains),
            "losses": list(self.losses),
        }


def permission_changes(before: Sequence[Resource], after: Sequence[Resource]) -> list[PermissionChange]:
    """Every permission that is not written as it was, the worst verdict first.

    Args:
        before: all resources of the stack as they were.
        after: the same as they are.
    """
    changes = [
        change for old, new in _paired(subjects_of(before), subjects_of(after), after) for change in _changes(old, new)
    ]
    return sorted(changes, key=lambda change: (VERDICTS.index(change.verdict), change.who, change.kind, change.sid))


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
        for clause in old.clauses:
            yield _gone(old, clause)
        return
    was = [clause.about(old.arn, new.arn) if old.arn and new.arn else clause for clause in old.clauses]
    pairs = [pair for pair in _statements(was, new.clauses) if not _is_same(*pair)]
    for one, other in pairs:
        yield _change(new, one, other, was, new.clauses)
    yield from _other_grants(old, new)


def _gone(old: Subject, clause: Clause) -> PermissionChange:
    losses = phrases([clause], "may no longer" if clause.effect == "Allow" else "is gone, and so is the denial of")
    return PermissionChange(old.label, old.kind, clause.sid, before=clause.document, losses=losses)


def _change(
    new: Subject, old: Clause | None, now: Clause | None, was: Sequence[Clause], are: Sequence[Clause]
) -> PermissionChange:
    more = uncovered(now, was) if now else []
    less = uncovered(old, are) if old else []
    return PermissionChange(
        who=new.label,
        kind=new.kind,
        sid=_sid(old, now),
        before=old.document if old else _NOTHING,
        after=now.document if now else _NOTHING,
        gains=phrases(_allows(more), "may") + phrases(_denies(less), "is no longer denied"),
        losses=phrases(_allows(less), "may no longer") + phrases(_denies(more), "is denied"),
    )


def _sid(old: Clause | None, now: Clause | None) -> str:
    names = list(dict.fromkeys(clause.sid or "(no sid)" for clause in (old, now) if clause))
    return " → ".join(names)


def _allows(clauses: Sequence[Clause]) -> list[Clause]:
    return [clause for clause in clauses if clause.effect == "Allow"]


def _denies(clauses: Sequence[Clause]) -> list[Clause]:
    return [clause for clause in clauses if clause.effect == "Deny"]


def _statements(old: Sequence[Clause], new: Sequence[Clause]) -> Iterator[tuple[Clause | None, Clause | None]]:
    """Statements side by side: by Sid, then those that mean the same under another one."""
    sids = dict.fromkeys(clause.sid for clause in (*old, *new))
    pairs = [
        pair
        for sid in sids
        for pair in zip_longest((it for it in old if it.sid == sid), (it for it in new if it.sid == sid))
    ]
    alone = [now for was, now in pairs if was is None]
    for was, now in pairs:
        if now is None and was is not None:
            renamed = next((it for it in alone if not uncovered(was, [it]) and not uncovered(it, [was])), None)
            if renamed is not None:
                alone.remove(renamed)
            yield was, renamed
        elif was is not None:
            yield was, now
    for now in alone:
        yield None, now


def _is_same(old: Clause | None, new: Clause | None) -> bool:
    if old is None or new is None:
        return False
    return (
        old.document == new.document
        and old.resources == new.resources
        and old.conditions.variables == (new.conditions.variables)
    )


def _other_grants(old: Subject, new: Subject) -> Iterator[PermissionChange]:
    has = (new.grants.keys() - old.grants.keys(), new.guards.keys() - old.guards.keys())
    lost = (old.guards.keys() - new.guards.keys(), old.grants.keys() - new.grants.keys())
    names = old.grants | old.guards | new.grants | new.guards
    for text in sorted(set[str]().union(*has, *lost)):
        gains = [f"has {text}"] * (text in has[0]) + [f"no longer has {text}"] * (text in lost[0])
        losses = [f"has {text}"] * (text in has[1]) + [f"no longer has {text}"] * (text in lost[1])
        yield PermissionChange(new.label, new.kind, names[text], gains=tuple(gains), losses=tuple(losses))
