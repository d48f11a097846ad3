"""The same subject on both sides of a change."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pulumicheck.iam.caller import account_of
from pulumicheck.iam.policy import Policy
from pulumicheck.plan.recording import Resource
from pulumicheck.review.identity import is_one_thing
from pulumicheck.review.subjects import Key, Subject, subjects_of
from pulumicheck.types.arns import ACCOUNT_ID
from pulumicheck.types.iam import POLICY
from pulumicheck.types.kms import KEY


def left_behind(before: Sequence[Resource], after: Sequence[Resource]) -> list[Resource]:
    """What leaves the stack and stays in AWS, as it is there, with whatever policy and guard stays as well."""
    there = {urn for each in after for urn in (each.urn, *each.aliases)}
    return [each for each in before if each.retain_on_delete and each.urn not in there]


def paired(before: Sequence[Resource], after: Sequence[Resource]) -> Iterator[tuple[Subject, Subject]]:
    """Each subject as it was and as it is: by the URN of its resource, or by what names one outside of the stack.

    An alias keeps a resource under another URN; and what has the same name in AWS is the same there.
    """
    were, are = subjects_of(before), subjects_of(after)
    taken: set[Key] = set()
    for key, old in were.items():
        found = key if key in are else _moved(old, are, were)
        if found is not None:
            taken.add(found)
            yield old, are[found]
        elif not _is_attached(old, were):
            yield _with_default(old, _bare(old, after))
    for key, new in are.items():
        if key not in taken and not _is_attached(new, are):
            other, one = _with_default(new, _bare(new, before))
            yield one, other


def _moved(old: Subject, are: Mapping[Key, Subject], were: Mapping[Key, Subject]) -> Key | None:
    free = [(key, new) for key, new in are.items() if key not in were and new.kind == old.kind]
    by_alias = [key for key, new in free if old.target and new.target and old.target.urn in new.target.aliases]
    by_name = [key for key, new in free if old.target and new.target and is_one_thing(old.target, new.target)]
    return next(iter((*by_alias, *by_name)), None)


def _bare(subject: Subject, others: Sequence[Resource]) -> Subject:
    """The subject without any policy on the other side, where its resource may be all the same."""
    mine = subject.target
    urns = (mine.urn, *mine.aliases) if mine else ()
    same = (each for each in others if mine and (each.urn in urns or mine.urn in each.aliases))
    return Subject(subject.label, subject.kind, next(same, None))


def _is_attached(policy: Subject, subjects: Mapping[Key, Subject]) -> bool:
    """Whether a managed policy that comes or goes is what others of the stack have, and so is judged by theirs."""
    urn = policy.target.urn if policy.target and policy.target.type == POLICY.token else None
    return urn is not None and any(urn in each.sources for each in subjects.values())


def _with_default(subject: Subject, other: Subject) -> tuple[Subject, Subject]:
    """With what a key has that has no policy of its own: all is left to its account, but for a key that comes or goes.

    (AWS KMS developer guide, "Default key policy".)
    """
    key = other.target
    if key is None or key.type != KEY.token or subject.kind != "resource":
        return subject, other
    account = account_of(str(key.outputs.get("arn", ""))) or ACCOUNT_ID
    whole = {"Effect": "Allow", "Principal": {"AWS": account}, "Action": "kms:*", "Resource": "*"}
    document = {"Statement": [{"Sid": "Enable IAM User Permissions", **whole}]}
    return subject, replace(other, statements=list(Policy.parse(document, "resource").statements))
