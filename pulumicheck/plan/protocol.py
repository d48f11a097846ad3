"""The messages of Pulumi's protocol, without the SDK around them: whoever only answers a program does not need it.

Loading the SDK takes longer than all else that a plan needs here. Its package is there as an empty one while its
messages are imported, which import nothing but each other; whoever needs the SDK still gets all of it.
"""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType


@contextmanager
def _without_the_sdk() -> Generator[None]:
    spec = None if "pulumi" in sys.modules else find_spec("pulumi")
    places = list(spec.submodule_search_locations or ()) if spec else []
    empty = {"pulumi": places, "pulumi.runtime": [str(Path(place, "runtime")) for place in places]} if places else {}
    for name, path in empty.items():
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__path__ = path
    try:
        yield
    finally:
        for name in empty:
            del sys.modules[name]


with _without_the_sdk():
    from pulumi.runtime.proto import (
        alias_pb2,
        callback_pb2,
        callback_pb2_grpc,
        engine_pb2,
        engine_pb2_grpc,
        provider_pb2,
        resource_pb2,
        resource_pb2_grpc,
    )

__all__ = [
    "alias_pb2",
    "callback_pb2",
    "callback_pb2_grpc",
    "engine_pb2",
    "engine_pb2_grpc",
    "provider_pb2",
    "resource_pb2",
    "resource_pb2_grpc",
]
