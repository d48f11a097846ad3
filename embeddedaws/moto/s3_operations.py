"""Operations of S3 that moto does not know, and takes for others.

`DELETE /bucket?metrics` deletes the bucket there, and `PUT /bucket/key?encryption` overwrites the object: moto answers
what it has no branch for as if the query were not there.
"""

from collections.abc import Callable, Container, Generator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from botocore.session import Session
from moto.s3.responses import S3Response

# What answers each kind of request in moto.
_ANSWERS: dict[tuple[str, str], Callable[..., Any]] = {
    ("BUCKET", "GET"): S3Response._bucket_response_get,  # noqa: SLF001 - here and below, moto has no public ones
    ("BUCKET", "PUT"): S3Response._bucket_response_put,  # noqa: SLF001
    ("BUCKET", "DELETE"): S3Response._bucket_response_delete,  # noqa: SLF001
    ("KEY", "GET"): S3Response._key_response_get,  # noqa: SLF001
    ("KEY", "PUT"): S3Response._key_response_put,  # noqa: SLF001
    ("KEY", "DELETE"): S3Response._key_response_delete,  # noqa: SLF001
}
_set_action = S3Response._set_action  # noqa: SLF001


@contextmanager
def unknown_operations_refused() -> Generator[None]:
    """Does so while the context lasts."""
    with patch.object(S3Response, "_set_action", _refuse_unknown):
        yield


def _refuse_unknown(response: S3Response, kind: str, method: str, query: dict[str, Any]) -> None:
    unknown = _unknown_subresources().get((kind, method), set()) & query.keys()
    if unknown:
        raise NotImplementedError(f"{method} of {', '.join(unknown)}")
    _set_action(response, kind, method, query)


@cache
def _unknown_subresources() -> dict[tuple[str, str], set[str]]:
    """The subresources of S3's API that are no word of moto's code, by kind and method."""
    api = Session().get_service_model("s3")
    found: dict[tuple[str, str], set[str]] = {asked: set() for asked in _ANSWERS}
    for http in (api.operation_model(name).http for name in api.operation_names):
        path, _, query = http["requestUri"].partition("?")
        asked = ("KEY" if "{Key+}" in path else "BUCKET", http["method"])
        subresource = query.partition("=")[0]
        if subresource and asked in found and subresource not in _words(_ANSWERS[asked]):
            found[asked].add(subresource)
    return found


def _words(function: Callable[..., Any]) -> Container[object]:
    return function.__code__.co_consts
