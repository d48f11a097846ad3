"""What else has to allow what a statement allows: a permissions boundary, and the policy of a KMS key."""

from collections.abc import Callable, Iterable, Sequence

from pulumicheck.iam.caller import account_of, caller_named
from pulumicheck.iam.exceptions import is_key
from pulumicheck.iam.phrases import must
from pulumicheck.plan.statements import UnknownPolicy
from pulumicheck.questions.asked_statement import AskedStatement

_BOUNDARY = "the permissions boundary allows it, too"
_KEY_POLICY = "the key policy leaves it to the account"

Limits = list[str] | None
"""What must hold besides, one phrase each; None if the statement allows nothing at all."""


class Ceilings:
    """What limits the statements of one stack.

    Args:
        asked: all its statements.
        unknown: its policies whose statements cannot be told.
    """

    def __init__(self, asked: Sequence[AskedStatement], unknown: Iterable[UnknownPolicy]) -> None:
        allows = [each for each in asked if each.statement.effect == "Allow"]
        self._boundaries: dict[str, list[AskedStatement]] = {
            each.planned.principal: [] for each in asked if each.kind == "boundary"
        }
        for each in allows:
            if each.kind == "boundary":
                self._boundaries[each.planned.principal].append(each)
        self._of_keys: dict[str, list[AskedStatement]] = {
            each.attached_to: [] for each in asked if each.kind == "resource" and is_key(each.attached_to)
        }
        for each in allows:
            if each.kind == "resource" and each.attached_to in self._of_keys:
                self._of_keys[each.attached_to].append(each)
        self._unknown = {(each.policy_type, each.principal): each.why for each in unknown}

    def of_request(self, principal: str, allow: AskedStatement, action: str, resource: str) -> Limits:
        """What has to hold besides for one action on one resource."""

        def certain(each: AskedStatement) -> bool:
            return each.is_certain_for(resource)

        return self._limits(principal, allow, resource, lambda each: each.covers(action, resource), certain)

    def of_all(self, principal: str, allow: AskedStatement, resource: str = "") -> Limits:
        """What has to hold besides for all that a statement allows, on one resource or on all of its own."""

        def is_about(each: AskedStatement) -> bool:
            return each.overlaps(allow) and (not resource or each.touches(resource))

        def certain(each: AskedStatement) -> bool:
            return each.shuts(resource, allow) if resource else each.takes_in(allow)

        return self._limits(principal, allow, resource, is_about, certain)

    def _limits(
        self,
        principal: str,
        allow: AskedStatement,
        resource: str,
        is_about: Callable[[AskedStatement], bool],
        is_certain: Callable[[AskedStatement], bool],
    ) -> Limits:
        told: list[str] = []
        for limit, phrase in (
            (self._boundary(principal, allow), _BOUNDARY),
            (self._key_policy(principal, allow, resource), _KEY_POLICY),
        ):
            if isinstance(limit, str):
                told.append(f"{phrase} ({limit})")
            elif limit is not None:
                allowing = [each for each in limit if is_about(each)]
                if not allowing:
                    return None
                if not any(map(is_certain, allowing)):
                    told.append(_under(phrase, allowing))
        return told

    def _boundary(self, principal: str, allow: AskedStatement) -> Sequence[AskedStatement] | str | None:
        """What a boundary allows, or why that is not known; it limits no more than a role where a resource names it."""
        arn = caller_named(principal).arn or principal
        if allow.kind != "identity" and not (allow.kind == "resource" and ":role/" in principal):
            return None
        return self._unknown.get(("boundary", arn)) or self._boundaries.get(arn)

    def _key_policy(self, principal: str, allow: AskedStatement, key: str) -> Sequence[AskedStatement] | str | None:
        """What a key's policy leaves to the account; None where there is none, or it is what allows."""
        if allow.kind != "identity" or not is_key(key):
            return None
        if key in self._of_keys:
            account = caller_named(principal).account or account_of(principal) or account_of(key)
            root = f"arn:aws:iam::{account}:user/any"
            return [each for each in self._of_keys[key] if each.names(root)]
        return self._unknown.get(("resource", key))


def _under(phrase: str, allowing: Iterable[AskedStatement]) -> str:
    """The phrase with the conditions of what allows it, if there are any."""
    ways = [" and ".join(must(condition) for condition in each.statement.conditions) for each in allowing]
    return f"{phrase}, where {' or where '.join(ways)}" if all(ways) else phrase
