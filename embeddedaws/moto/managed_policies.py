"""AWS's managed policies, and permissions boundaries that have to be policies.

moto has the documents of AWS's managed policies, but knows none of them unless it is told to read all of them at its
start; and it takes any ARN for a permissions boundary.
"""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from moto.iam.aws_managed_policies import aws_managed_policies_data
from moto.iam.exceptions import NotFoundException
from moto.iam.models import AWSManagedPolicy, IAMBackend, ManagedPolicy, Role

_AWS = ":iam::aws:"  # where others have the account


@contextmanager
def known_managed_policies() -> Generator[None]:
    """Knows each of AWS's policies from when it is first asked for, while the context lasts."""
    with (
        patch.object(IAMBackend, "attach_role_policy", _knowing(IAMBackend.attach_role_policy)),
        patch.object(IAMBackend, "get_policy", _knowing(IAMBackend.get_policy)),
        patch.object(IAMBackend, "list_policies", _knowing_all(IAMBackend.list_policies)),
        patch.object(IAMBackend, "create_role", _create_role),
        patch.object(IAMBackend, "put_role_permissions_boundary", _put_boundary),
    ):
        yield


def managed_policy(backend: IAMBackend, arn: str) -> ManagedPolicy | None:
    """The policy with that ARN, of the account or of AWS; None if there is none."""
    name = arn.rpartition("/")[2]
    if arn not in backend.managed_policies and _AWS in arn and name in _of_aws():
        policy = AWSManagedPolicy.from_data(name, backend.account_id, backend.region_name, _of_aws()[name])
        backend.managed_policies[policy.arn] = policy
        backend.aws_managed_policies.append(policy)
    return backend.managed_policies.get(arn)


def default_document(policy: ManagedPolicy) -> str:
    """What the policy says now."""
    # Its flag `is_default` is lost when the default version is made the default once more.
    return next(each.document for each in policy.versions if each.version_id == policy.default_version_id)


@cache
def _of_aws() -> dict[str, Any]:
    return json.loads(aws_managed_policies_data)


def _knowing(method: Callable[..., Any]) -> Callable[..., Any]:
    def asked(backend: IAMBackend, policy_arn: str, *others: Any, **options: Any) -> Any:
        managed_policy(backend, policy_arn)
        return method(backend, policy_arn, *others, **options)

    return asked


def _knowing_all(method: Callable[..., Any]) -> Callable[..., Any]:
    def asked(backend: IAMBackend, *others: Any, **options: Any) -> Any:
        for name, policy in _of_aws().items():
            managed_policy(backend, f"arn:{backend.partition}{_AWS}policy{policy['Path']}{name}")
        return method(backend, *others, **options)

    return asked


_create_role_as_moto_does = IAMBackend.create_role
_put_boundary_as_moto_does = IAMBackend.put_role_permissions_boundary


def _create_role(
    backend: IAMBackend,
    role_name: str,
    document: str,
    path: str,
    permissions_boundary: str | None,
    *others: Any,
    **options: Any,
) -> Role:
    _check_boundary(backend, permissions_boundary)
    return _create_role_as_moto_does(backend, role_name, document, path, permissions_boundary, *others, **options)


def _put_boundary(backend: IAMBackend, role_name: str, permissions_boundary: str) -> None:
    _check_boundary(backend, permissions_boundary)
    _put_boundary_as_moto_does(backend, role_name, permissions_boundary)


def _check_boundary(backend: IAMBackend, arn: str | None) -> None:
    if arn and managed_policy(backend, arn) is None:
        raise NotFoundException(f"Scope ARN: {arn} does not exist or is not attachable.")
