"""Who asks for what, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from embeddedaws.errors import EmbeddedAwsError

ContextValue = str | Sequence[str]


@dataclass(frozen=True)
class Account:
    """The account and region of all that is deployed."""

    id: str
    """Twelve digits."""
    region: str

    def arn(self, service: str, resource: str) -> str:
        """An ARN here, of a service whose ARNs have a region."""
        return f"arn:aws:{service}:{self.region}:{self.id}:{resource}"


@dataclass(frozen=True)
class Principal:
    """Who signed a request."""

    arn: str
    """As AWS shows it in a refusal: `arn:aws:sts::…:assumed-role/<role>/<session>`; or a service's name."""
    role_arn: str | None = None
    """The role behind a session; None for a service."""
    user_id: str = ""
    """Of a session: the role's unique id and the session's name, `AROA…:<session>`."""
    issued: float = field(default=0, compare=False)
    """When the session was made, in epoch seconds."""
    tags: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
    """The session's, and its role's where the session has no tag of the same key."""
    session_policy: str | None = field(default=None, compare=False)
    """What the session may do at most, as JSON; None if that is all that the role may."""
    session_policy_arns: Sequence[str] = field(default=(), compare=False)
    """Managed policies that limit the session as well."""


@dataclass(frozen=True)
class Call:
    """One action on one resource; a request may ask for several, and all must be allowed."""

    action: str
    resource: str
    context: Mapping[str, ContextValue] = field(default_factory=dict[str, ContextValue])
    """The condition keys of the service, beside those that every request has."""


class NotMapped(EmbeddedAwsError):  # noqa: N818 - not an error of the caller's: it becomes a refusal
    """Nobody here knows what this request needs or whether it has it, so it is refused."""

    def __init__(self, why: str = "the embedded AWS does not know what it needs") -> None:
        super().__init__(why)
