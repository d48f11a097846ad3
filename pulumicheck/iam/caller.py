"""Who makes a request, as policies see it."""

import re
from dataclasses import dataclass
from functools import lru_cache

_ARN = re.compile(r"arn:[^:]*:(?P<service>iam|sts)::(?P<account>\d{12}):(?P<kind>[^/]*)(?:/(?P<path>.*))?", re.DOTALL)
_PROVIDERS = {"saml-provider", "oidc-provider"}  # they vouch for someone, and have no policies of their own
# Anonymous callers, services and identity providers by their domain, canonical users of S3.
_WITHOUT_POLICIES = re.compile(r"\*?|[^:/]*\.[^:/]*|[0-9a-f]{64}")


@dataclass(frozen=True)
class Caller:
    """A principal's names.

    Attributes:
        name: what the request says: an ARN, a service such as `lambda.amazonaws.com`, `*` for an anonymous request.
        account: its account; None for whoever belongs to none, or whose name does not tell.
        has_policies: whether identity policies may apply to it. They do not to services, identity providers and
            anonymous callers.
        identity: the role or user that acts, as `identity_of` names it.
        arn: the value of `aws:PrincipalArn`: for a role's session, the role's ARN; None where there is none.
        is_root: whether it is the root user of its account.
        is_user: whether it is an IAM user, and no session of one.
    """

    name: str
    account: str | None
    has_policies: bool
    identity: str
    arn: str | None
    is_root: bool
    is_user: bool = False


@lru_cache(maxsize=1024)
def caller_named(principal: str) -> Caller:
    """The caller of a request with this principal."""
    found = _ARN.fullmatch(principal)
    if found is None or found["kind"] in _PROVIDERS:
        has_policies = found is None and not _WITHOUT_POLICIES.fullmatch(principal)
        return Caller(principal, None, has_policies, principal, arn=None, is_root=False)
    identity = identity_of(principal)
    arn = identity if found["kind"] == "assumed-role" else principal
    is_root = found["kind"] == "root"
    is_user = found["kind"] == "user"
    return Caller(principal, found["account"], not is_root, identity, arn, is_root=is_root, is_user=is_user)


def identity_of(arn: str) -> str:
    """The role or user behind an ARN, without its path, which a session's ARN does not tell.

    An account has no two roles and no two users of one name, whatever their paths (IAM identifiers: Friendly names).
    """
    found = _ARN.fullmatch(arn)
    if found is None or not found["path"]:
        return arn
    kind, path = found["kind"], found["path"]
    partition = arn.split(":", 2)[1]
    account = f"arn:{partition}:iam::{found['account']}"
    if kind == "assumed-role":
        return f"{account}:role/{path.partition('/')[0]}"
    if kind == "federated-user":
        return f"{account}:user/{path}"
    return f"{account}:{kind}/{path.rpartition('/')[2]}"


def account_of(arn: str) -> str | None:
    """The account in a resource's ARN; None if it names none, as S3's do not."""
    fields = arn.split(":", 5)
    account = fields[4] if len(fields) > 5 else ""  # noqa: PLR2004 - arn:partition:service:region:account:resource
    return account if re.fullmatch(r"\d{12}", account) else None
