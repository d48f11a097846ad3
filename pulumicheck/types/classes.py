"""What a type may do to access and data, and what makes a new one: by the tables, or by rule for what is not there."""

import re
from collections.abc import Mapping
from typing import Literal

from pulumicheck.types.tables import ALL, TypeClass, classes, replacements

Answer = Literal["yes", "no", "unknown"]

_BY_RULE: Mapping[str, TypeClass] = {
    each.token: each
    for each in (
        TypeClass(
            "pulumi:providers:aws",
            opens=(
                *("accessKey", "assumeRoles", "assumeRoleWithWebIdentity", "endpoints", "profile", "secretKey"),
                *("sharedConfigFiles", "sharedCredentialsFiles", "token", "insecure", "httpProxy", "httpsProxy"),
            ),
            guards=("allowedAccountIds", "forbiddenAccountIds"),
            why="in whose name, and where, all of its resources are made",
        ),
        TypeClass("pulumi:pulumi:StackReference", why="only reads"),
        TypeClass("random:index/randomPassword:RandomPassword", holds="the password"),
        TypeClass("random:index/randomBytes:RandomBytes", holds="its bytes"),
        TypeClass("tls:index/privateKey:PrivateKey", holds="the key"),
    )
}
# Providers that make nothing outside of Pulumi's state: values, names, waits, and certificates that sign themselves.
_HARMLESS = ("random:", "tls:", "time:", "null:", "pulumi:providers:random", "pulumi:providers:tls")
_NEW_BY_ANY = ("random:", "tls:")  # what these providers make is never changed in place
_OF_ALL_REGIONS = "region"  # provider 7 knows a region for each resource
_NAMES = frozenset({"name", "namePrefix", "bucket", "bucketPrefix"})


def class_of(token: str) -> TypeClass | None:
    """What a type may do; None if it is not known, and so may do anything."""
    found = classes().get(token) or _BY_RULE.get(token)
    return found or (TypeClass(token, why="makes nothing outside of Pulumi's state") if _is_harmless(token) else None)


def _is_harmless(token: str) -> bool:
    return token.startswith(_HARMLESS)


def makes_a_new_one(token: str, path: str) -> Answer:
    """Whether another value there makes Pulumi create a new resource and delete the old.

    Args:
        token: the type.
        path: such as `name`, `rootBlockDevice.encrypted` or `attributes[0].type`.
    """
    path = without_indices(path)
    known = replacements().get(token)
    if token.startswith(_NEW_BY_ANY) or path == _OF_ALL_REGIONS:
        return "yes"
    if known is None:
        return "yes" if path in _NAMES else "unknown"
    if any(_meet(path, each) for each in known.replaces):
        return "yes"
    if any(_meet(path, each) for each in known.unknown):
        return "unknown"
    return "no" if path.partition(".")[0] in _tops(*known.in_place, *known.replaces) else "unknown"


def is_input(token: str, name: str) -> bool:
    """Whether a type is known to have an input."""
    known = replacements().get(token)
    return known is None or name == _OF_ALL_REGIONS or name in _tops(*known.replaces, *known.unknown, *known.in_place)


def meets(path: str, paths: tuple[str, ...]) -> bool:
    """Whether a path is one of these, within one or above one.

    Args:
        path: with or without indices.
        paths: without any.
    """
    path = without_indices(path)
    return any(each == ALL or _meet(path, each.rstrip("!")) for each in paths)


def without_indices(path: str) -> str:
    """`attributes.type` for `attributes[0].type`."""
    return re.sub(r"\[[^]]*]", "", path)


def _meet(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return longer == shorter or longer.startswith(f"{shorter}.")


def _tops(*paths: str) -> set[str]:
    return {path.partition(".")[0] for path in paths}
