"""`aws sts get-caller-identity` says who asks, whatever they may."""

import pytest

from .conftest import ACCOUNT, World

_DENY_ALL = {"Effect": "Deny", "Action": "*", "Resource": "*"}


@pytest.mark.parametrize("denies", [False, True])
def test_a_session_is_told_its_own_name(world: World, denies: bool) -> None:  # noqa: FBT001
    if denies:
        world.policy(_DENY_ALL)

    identity = world.role.sts.get_caller_identity()

    role_id = world.deployer.iam.get_role(RoleName="tester")["Role"]["RoleId"]
    assert identity["Arn"] == f"arn:aws:sts::{ACCOUNT}:assumed-role/tester/session"
    assert (identity["UserId"], identity["Account"]) == (f"{role_id}:session", ACCOUNT)


def test_the_deployer_is_a_user_of_the_account(world: World) -> None:
    identity = world.deployer.sts.get_caller_identity()

    assert identity["Arn"] == f"arn:aws:iam::{ACCOUNT}:user/deployer"
    assert (identity["UserId"], identity["Account"]) == ("AIDALOCALDEPLOYER000", ACCOUNT)


def test_a_boundary_does_not_keep_it(world: World) -> None:
    boundary = "arn:aws:iam::aws:policy/AWSDenyAll"
    world.deployer.iam.put_role_permissions_boundary(RoleName="tester", PermissionsBoundary=boundary)

    assert world.role.sts.get_caller_identity()["Account"] == ACCOUNT
    world.deployer.iam.delete_role_permissions_boundary(RoleName="tester")
