from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pulumicheck.iam.caller import Caller, account_of, caller_named
from pulumicheck.iam.tokens import Facts

_NO_CONTEXT: Mapping[str, str | Sequence[str]] = {}


@dataclass(frozen=True)
class Request:
    """What someone wants to do.

    Attributes:
        principal: who: an ARN, a service such as `lambda.amazonaws.com`, `*` for an anonymous request. A role's session
            is `arn:aws:sts::<account>:assumed-role/<role>/<session>`.
        action: such as `sqs:SendMessage`, in any case.
        resource: the ARN it is done to, or `*` for an action that has no resource.
        context: condition keys, in any case, and their values. A key that the request does not have is left out. Taken
            as complete, but for `aws:PrincipalArn`, which follows from `principal`.
    """

    principal: str
    action: str
    resource: str
    context: Mapping[str, str | Sequence[str]] = field(default_factory=lambda: _NO_CONTEXT)

    @cached_property
    def caller(self) -> Caller:
        """The principal's names."""
        return caller_named(self.principal)

    @cached_property
    def facts(self) -> Facts:
        """The context as policies see it: keys in lower case, values in tuples."""
        facts = {
            key.lower(): (value,) if isinstance(value, str) else tuple(value) for key, value in self.context.items()
        }
        if self.caller.arn:
            facts.setdefault("aws:principalarn", (self.caller.arn,))
        return facts

    @cached_property
    def lower_action(self) -> str:
        """The action in lower case: actions are the same in any case (IAM JSON policy elements: Action)."""
        return self.action.lower()

    @property
    def account(self) -> str | None:
        """The account of the resource.

        The ARN of a bucket names none: then the context's `aws:ResourceAccount` tells its owner, or
        `s3:ResourceAccount`; without these it is taken to be in the principal's own account. So is any resource, if the
        principal's name does not tell its account.
        """
        return (self.caller.account and (account_of(self.resource) or self._told_account)) or self.caller.account

    @property
    def _told_account(self) -> str | None:
        told = (self.facts.get(key, ()) for key in ("aws:resourceaccount", "s3:resourceaccount"))
        return next((values[0] for values in told if len(values) == 1), None)
