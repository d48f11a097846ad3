"""What AssumeRole takes (STS API reference, "AssumeRole"; IAM user guide, "IAM and AWS STS quotas")."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from moto.iam.models import IAMBackend, Role, iam_backends
from moto.sts.exceptions import STSClientError, STSValidationError

from embeddedaws.moto.managed_policies import managed_policy
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy

_PARTITION = "aws"
# They would change what the session may do, in ways that are not followed here.
_NOT_FOLLOWED = ("SerialNumber", "TokenCode", "SourceIdentity", "ProvidedContexts")
_NAME = re.compile(r"[\w+=,.@-]{2,64}", re.ASCII)
_LONGEST_POLICY = 2_048  # characters
_MOST_POLICIES = 10
_MOST_TAGS = 50
_SHORTEST, _LONGEST_OF_CHAINED = 900, 3_600  # seconds


def check_assumption(account: str, asked: Mapping[str, Any], *, is_chained: bool) -> None:
    """Raises what AWS answers to parameters that it does not take.

    Args:
        account: whose role it is.
        asked: the parameters.
        is_chained: whether a session of a role asks.
    """
    if found := [name for name in _NOT_FOLLOWED if asked.get(name)]:
        raise STSValidationError(f"The embedded AWS does not know {found[0]} of AssumeRole.")
    backend = iam_backends[account][_PARTITION]
    role = next((role for role in backend.get_roles() if role.arn == asked["RoleArn"]), None)
    if role is None:
        raise STSClientError(
            "AccessDenied", f"Not authorized to perform sts:AssumeRole on resource: {asked['RoleArn']}"
        )
    if not _NAME.fullmatch(asked["RoleSessionName"]):
        raise STSValidationError("RoleSessionName must be 2 to 64 letters, digits or characters of _+=,.@-.")
    _check_duration(role, asked.get("DurationSeconds", _SHORTEST), is_chained=is_chained)
    _check_policies(backend, asked.get("Policy"), arns_in(asked))
    _check_tags(asked.get("Tags") or [])


def _check_duration(role: Role, seconds: int, *, is_chained: bool) -> None:
    if is_chained and seconds > _LONGEST_OF_CHAINED:
        raise STSValidationError("The requested DurationSeconds exceeds the 1 hour session limit for role chaining.")
    if not _SHORTEST <= seconds <= int(role.max_session_duration or _LONGEST_OF_CHAINED):
        raise STSValidationError("The requested DurationSeconds exceeds the MaxSessionDuration set for this role.")


def _check_policies(backend: IAMBackend, policy: str | None, arns: Sequence[str]) -> None:
    if len(policy or "") > _LONGEST_POLICY or len(arns) > _MOST_POLICIES:
        raise STSClientError("PackedPolicyTooLarge", "A session has 2,048 characters of policy and 10 ARNs at most.")
    if missing := [arn for arn in arns if managed_policy(backend, arn) is None]:
        raise STSValidationError(f"Policy {missing[0]} does not exist or is not attachable.")
    try:
        if policy is not None:
            Policy.parse(policy, "session")
    except InvalidPolicy as error:
        raise STSClientError("MalformedPolicyDocument", str(error)) from error


def _check_tags(tags: Sequence[Mapping[str, str]]) -> None:
    keys = [tag["Key"].lower() for tag in tags]
    if len(keys) > _MOST_TAGS or len(set(keys)) < len(keys) or any(key.startswith("aws:") for key in keys):
        raise STSValidationError("A session has 50 tags at most, with keys of their own that do not begin with aws:.")


def arns_in(asked: Mapping[str, Any]) -> list[str]:
    """The managed policies that are to limit the session."""
    return [each.get("arn", "") for each in asked.get("PolicyArns") or []]
