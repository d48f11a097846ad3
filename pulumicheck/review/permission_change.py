"""One permission that is not as it was, and what that comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pulumicheck.iam.statement import PolicyType
from pulumicheck.review.consequences import Consequence

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
