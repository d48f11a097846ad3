"""AssumeRole and GetCallerIdentity as AWS has them (STS API reference; IAM user guide, "Pass session tags in AWS STS").

moto makes a session of any role, exists it or not, and forgets the session's managed policies and tags.
"""

from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any
from unittest.mock import patch

from moto.core import errors
from moto.core.responses import ActionResult
from moto.iam.models import Role
from moto.sts.exceptions import STSClientError, STSValidationError
from moto.sts.models import AssumedRole, STSBackend
from moto.sts.responses import TokenResponse

from embeddedaws.call import Principal
from embeddedaws.clients import DEPLOYER
from embeddedaws.moto.session_rules import arns_in, check_assumption

# What they give in moto are keys that open nothing, or sessions that nobody vouched for.
_NOT_SERVED = ("get_session_token", "get_federation_token", "assume_role_with_web_identity", "assume_role_with_saml")
_CODES = ("AccessDenied", "InvalidClientTokenId")  # moto warns of those that are not modelled


@dataclass(frozen=True)
class Session:
    """What AssumeRole was given for one session, beside its name.

    Attributes:
        policy: the inline session policy, as JSON.
        policy_arns: managed policies that limit it as well.
        tags: of the session; they come before the role's.
        transitive: the keys of those that sessions take over that are assumed with this one.
    """

    policy: str | None = None
    policy_arns: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    transitive: frozenset[str] = frozenset()


@contextmanager
def sessions_as_asked_for() -> Generator[None]:
    """Mends it while the context lasts."""
    mended = {"assume_role": _assume_role, **dict.fromkeys(_NOT_SERVED, _refuse)}
    with ExitStack() as stack:
        for name, method in mended.items():
            stack.enter_context(patch.object(TokenResponse, name, method))
        stack.enter_context(patch.object(STSBackend, "get_caller_identity", _identify))
        stack.enter_context(patch.object(errors, "COMMON_ERROR_CODES", [*errors.COMMON_ERROR_CODES, *_CODES]))
        yield


def session_of(assumed: AssumedRole) -> Session:
    """What a session was made with."""
    return vars(assumed).get("session") or Session(policy=assumed.policy)


def principal_of(assumed: AssumedRole, role: Role) -> Principal:
    """Who makes the requests of a session."""
    session = session_of(assumed)
    own = {key.lower() for key in session.tags}  # keys are the same in any case
    of_role = {tag["Key"]: tag["Value"] for tag in role.tags or [] if tag["Key"].lower() not in own}
    return Principal(
        assumed.arn,
        assumed.role_arn,
        assumed.user_id,
        issued=assumed.access_key.create_date.replace(tzinfo=UTC).timestamp(),
        tags={**of_role, **session.tags},
        session_policy=session.policy,
        session_policy_arns=session.policy_arns,
    )


_assume_as_moto_does = TokenResponse.assume_role
_identify_as_moto_does = STSBackend.get_caller_identity


def _assume_role(response: TokenResponse) -> ActionResult:
    asked: dict[str, Any] = dict(response.params)
    caller = response.backend.get_assumed_role_from_access_key(response.get_access_key())
    check_assumption(response.current_account, asked, is_chained=caller is not None)
    session = _session(asked, session_of(caller) if caller else Session())
    answer = _assume_as_moto_does(response)
    made: Any = answer.result
    made["Credentials"].session = session
    return answer


def _session(asked: Mapping[str, Any], caller: Session) -> Session:
    """What is asked for, and the tags that are passed on from the session that asks."""
    passed_on = {key: value for key, value in caller.tags.items() if key.lower() in caller.transitive}
    tags = {tag["Key"]: tag.get("Value", "") for tag in asked.get("Tags") or []}
    if {key.lower() for key in tags} & caller.transitive:
        raise STSValidationError("One of the specified transitive tag keys can't be set: it is set in the role chain.")
    transitive = {key.lower() for key in asked.get("TransitiveTagKeys") or []}
    if transitive - {key.lower() for key in tags}:
        raise STSValidationError("The specified transitive tag key must be included in the requested tags.")
    return Session(asked.get("Policy"), tuple(arns_in(asked)), {**passed_on, **tags}, caller.transitive | transitive)


def _refuse(_: TokenResponse) -> ActionResult:
    raise NotImplementedError("The embedded AWS knows no sessions but those of AssumeRole.")


def _identify(backend: STSBackend, access_key_id: str, region: str) -> tuple[str, str, str]:
    """The deployer is a user, and no service has an identity of this kind."""
    if access_key_id == DEPLOYER.access_key_id:
        return "AIDALOCALDEPLOYER000", f"arn:aws:iam::{backend.account_id}:user/deployer", backend.account_id
    if backend.get_assumed_role_from_access_key(access_key_id) is None:
        raise STSClientError("InvalidClientTokenId", "The security token included in the request is invalid.")
    return _identify_as_moto_does(backend, access_key_id, region)
