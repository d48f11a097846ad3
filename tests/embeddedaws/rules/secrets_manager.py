"""Secrets Manager: versions and their stages, deletion and its window."""

import re
from functools import partial
from typing import Any

from .rule import OK, Refused, Rule, World, codes

_INVALID, _NOT_NOW, _NOT_FOUND = "InvalidParameterException", "InvalidRequestException", "ResourceNotFoundException"
_TOKENS = [f"00000000-0000-0000-0000-00000000000{number}" for number in range(4)]


def _value(world: World, secret: str, **asked: Any) -> Any:
    return world.aws.secretsmanager.get_secret_value(SecretId=secret, **asked)["SecretString"]


def _stages(world: World) -> list[str]:
    secret = world.secret("one", "two")
    return [_value(world, secret, VersionStage=stage) for stage in ("AWSCURRENT", "AWSPREVIOUS")]


def _third_version(world: World) -> list[list[str]]:
    shown = world.aws.secretsmanager.describe_secret(SecretId=world.secret("one", "two", "three"))
    return sorted(shown["VersionIdsToStages"].values())


def _staged_by_hand(world: World) -> list[str]:
    secret = world.secret("one")
    put = partial(world.aws.secretsmanager.put_secret_value, SecretId=secret)
    put(SecretString="two", VersionStages=["AWSPENDING"])
    return [_value(world, secret), _value(world, secret, VersionStage="AWSPENDING")]


def _moved_back(world: World) -> list[str]:
    secret, calls = world.secret(), world.aws.secretsmanager
    for number in range(2):
        calls.put_secret_value(SecretId=secret, SecretString=str(number), ClientRequestToken=_TOKENS[number])
    move = partial(calls.update_secret_version_stage, SecretId=secret, VersionStage="AWSCURRENT")
    answers = codes(partial(move, MoveToVersionId=_TOKENS[0]))
    move(MoveToVersionId=_TOKENS[0], RemoveFromVersionId=_TOKENS[1])
    return [*answers, _value(world, secret), _value(world, secret, VersionStage="AWSPREVIOUS")]


def _three_versions(world: World) -> tuple[str, Any]:
    """The first is AWSPREVIOUS, the second AWSCURRENT, and the third has a label of its own."""
    secret, calls = world.secret(), world.aws.secretsmanager
    for number, stages in enumerate([["AWSCURRENT"], ["AWSCURRENT"], ["next"]]):
        calls.put_secret_value(
            SecretId=secret, SecretString=str(number), ClientRequestToken=_TOKENS[number], VersionStages=stages
        )
    return secret, partial(calls.update_secret_version_stage, SecretId=secret)


def _moved_from_elsewhere(world: World) -> list[str]:
    secret, move = _three_versions(world)
    refused = codes(
        partial(move, VersionStage="AWSCURRENT", MoveToVersionId=_TOKENS[2], RemoveFromVersionId=_TOKENS[0]),
        partial(move, VersionStage="AWSCURRENT", MoveToVersionId=_TOKENS[3], RemoveFromVersionId=_TOKENS[1]),
        partial(move, VersionStage="next", MoveToVersionId=_TOKENS[1]),
    )
    return [*refused, *(_value(world, secret, VersionStage=stage) for stage in ("AWSCURRENT", "AWSPREVIOUS", "next"))]


def _moved_to_a_staged_one(world: World) -> list[str]:
    secret, move = _three_versions(world)
    move(VersionStage="AWSCURRENT", MoveToVersionId=_TOKENS[2], RemoveFromVersionId=_TOKENS[1])
    return [_value(world, secret), *(_value(world, secret, VersionStage=stage) for stage in ("AWSPREVIOUS", "next"))]


def _first_with_a_label(world: World) -> list[str]:
    secret = world.secret()
    world.aws.secretsmanager.put_secret_value(SecretId=secret, SecretString="one", VersionStages=["next"])
    return [_value(world, secret), _value(world, secret, VersionStage="next")]


def _token_twice(world: World) -> list[str]:
    put = partial(world.aws.secretsmanager.put_secret_value, SecretId=world.secret(), ClientRequestToken=_TOKENS[0])
    return codes(*(partial(put, SecretString=value) for value in ("one", "one", "two")))


def _windows(world: World) -> list[str]:
    delete = world.aws.secretsmanager.delete_secret
    return codes(*(partial(delete, SecretId=world.secret("one"), RecoveryWindowInDays=days) for days in (6, 31, 7, 30)))


def _window_and_force(world: World) -> Any:
    return world.aws.secretsmanager.delete_secret(
        SecretId=world.secret("one"), RecoveryWindowInDays=7, ForceDeleteWithoutRecovery=True
    )


def _deleted(world: World) -> list[str]:
    secret, calls = world.secret("one"), world.aws.secretsmanager
    calls.delete_secret(SecretId=secret)
    return codes(
        partial(_value, world, secret),
        partial(calls.put_secret_value, SecretId=secret, SecretString="two"),
        partial(calls.update_secret, SecretId=secret, Description="x"),
        partial(calls.create_secret, Name=secret),
        partial(calls.describe_secret, SecretId=secret),
    )


def _restored(world: World) -> str:
    secret = world.secret("one")
    world.aws.secretsmanager.delete_secret(SecretId=secret)
    world.aws.secretsmanager.restore_secret(SecretId=secret)
    return _value(world, secret)


def _forced(world: World) -> list[str]:
    secret, calls = world.secret("one"), world.aws.secretsmanager
    calls.delete_secret(SecretId=secret, ForceDeleteWithoutRecovery=True)
    return codes(partial(_value, world, secret), partial(calls.restore_secret, SecretId=secret))


def _no_secret(world: World) -> list[str]:
    calls = world.aws.secretsmanager
    operations = (calls.get_secret_value, calls.describe_secret, calls.restore_secret)
    return codes(
        *(partial(operation, SecretId="none") for operation in operations),
        partial(calls.put_secret_value, SecretId="none", SecretString="x"),
    )


def _no_version(world: World) -> list[str]:
    get = partial(_value, world, world.secret("one"))
    return codes(partial(get, VersionId=_TOKENS[3]), partial(get, VersionStage="AWSPREVIOUS"))


def _by_its_arn(world: World) -> list[str]:
    secret = world.secret("one")
    arn = world.aws.secretsmanager.describe_secret(SecretId=secret)["ARN"]
    return [_value(world, arn), str(bool(re.fullmatch(rf".*:secret:{secret}-[A-Za-z0-9]{{6}}", arn)))]


def _names(world: World) -> list[str]:
    names = ("a b", "x" * 513, f"{world.name()}/a_b+c=d.e@f-g")
    return codes(*(partial(world.aws.secretsmanager.create_secret, Name=name) for name in names))


RULES = [
    Rule(
        "Secrets Manager",
        "A new value is AWSCURRENT, the one before it AWSPREVIOUS.",
        "PutSecretValue",
        _stages,
        ["two", "one"],
    ),
    Rule(
        "Secrets Manager",
        "Two versions have the two stages; a third leaves one without.",
        "What's in a Secrets Manager secret?",
        _third_version,
        [["AWSCURRENT"], ["AWSPREVIOUS"]],
    ),
    Rule(
        "Secrets Manager",
        "A value with a stage of its own leaves the current one.",
        "PutSecretValue",
        _staged_by_hand,
        ["one", "two"],
    ),
    Rule(
        "Secrets Manager",
        "AWSCURRENT is moved from the version that has it, which becomes AWSPREVIOUS.",
        "UpdateSecretVersionStage",
        _moved_back,
        [_INVALID, "0", "1"],
    ),
    Rule(
        "Secrets Manager",
        "A label is moved from the version that has it, named as such, to one that is there; or stays where it is.",
        "UpdateSecretVersionStage",
        _moved_from_elsewhere,
        [_INVALID, _NOT_FOUND, _INVALID, "1", "0", "2"],
    ),
    Rule(
        "Secrets Manager",
        "A version that becomes the current one keeps its other labels.",
        "UpdateSecretVersionStage",
        _moved_to_a_staged_one,
        ["2", "1", "2"],
    ),
    Rule(
        "Secrets Manager",
        "A secret's first version is the current one, whatever label it comes with.",
        "PutSecretValue",
        _first_with_a_label,
        ["one", "one"],
    ),
    Rule(
        "Secrets Manager",
        "A token makes one version: again with the same value it changes nothing.",
        "PutSecretValue",
        _token_twice,
        [OK, OK, "ResourceExistsException"],
    ),
    Rule(
        "Secrets Manager",
        "A secret without a value has none to give.",
        "GetSecretValue",
        lambda w: _value(w, w.secret()),
        Refused(_NOT_FOUND),
    ),
    Rule(
        "Secrets Manager", "A version that is not there is not found.", "GetSecretValue", _no_version, [_NOT_FOUND] * 2
    ),
    Rule("Secrets Manager", "A deletion waits 7 to 30 days.", "DeleteSecret", _windows, [_INVALID, _INVALID, OK, OK]),
    Rule("Secrets Manager", "A deletion waits or is forced.", "DeleteSecret", _window_and_force, Refused(_INVALID)),
    Rule(
        "Secrets Manager",
        "A secret that waits for its deletion cannot be used, nor its name; it can be described.",
        "DeleteSecret",
        _deleted,
        [_NOT_NOW, _NOT_NOW, _NOT_NOW, _NOT_NOW, OK],
    ),
    Rule("Secrets Manager", "A secret that waits for its deletion can be restored.", "RestoreSecret", _restored, "one"),
    Rule(
        "Secrets Manager",
        "After a forced deletion there is nothing to restore.",
        "DeleteSecret",
        _forced,
        [_NOT_FOUND, _NOT_FOUND],
    ),
    Rule(
        "Secrets Manager",
        "A secret's name is taken once.",
        "CreateSecret",
        lambda w: w.aws.secretsmanager.create_secret(Name=w.secret()),
        Refused("ResourceExistsException"),
    ),
    Rule(
        "Secrets Manager",
        "A secret that is not there is not found.",
        "GetSecretValue, DescribeSecret, RestoreSecret, PutSecretValue",
        _no_secret,
        [_NOT_FOUND] * 4,
    ),
    Rule(
        "Secrets Manager",
        "A secret's ARN ends with six characters that nobody chose.",
        "What's in a Secrets Manager secret?",
        _by_its_arn,
        ["one", "True"],
    ),
    Rule(
        "Secrets Manager",
        "A secret's name has letters, digits and /_+=.@-.",
        "CreateSecret",
        _names,
        ["ValidationException", "ValidationException", OK],
    ),
]
