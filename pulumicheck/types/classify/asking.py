"""Terraform's AWS provider, asked without an account what it would do."""

import json
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import grpc

from pulumicheck.types.classify.messages import Calls, calls_to, message
from pulumicheck.types.classify.packing import packed
from pulumicheck.types.classify.schema import Block, read_block
from pulumicheck.types.classify.terraform import attached, find_provider

_ERROR = 1  # Diagnostic.Severity
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/", "GOGC": "400"}
_PATIENCE = 5  # seconds
_ENDS = 4  # how often the provider may end, or take too long, before no more is asked of a type
_NOWHERE = "http://127.0.0.1:9"  # the port of "discard": nothing listens there


class AskedProvider:
    """AWS's provider with made-up credentials, and nobody to call."""

    def __init__(self, path: Path, exits: ExitStack) -> None:
        self._path, self._exits = path, exits
        self._ends = Counter[str]()
        self._calls = self._started()
        self._schemas = self._calls.schemas(message("Nothing"))
        self._blocks = {each.key: each.value.block for each in self._schemas.resource_schemas}
        self._configure()

    @property
    def types(self) -> list[str]:
        """All its types, sorted."""
        return sorted(self._blocks)

    def schema(self, type_: str) -> Block:
        """The schema of a type."""
        return read_block(self._blocks[type_])

    def plan(
        self, type_: str, before: Mapping[str, Any], after: Mapping[str, Any], configured: Mapping[str, Any]
    ) -> Any:
        """What the provider would do, or None if it refuses.

        Args:
            type_: of what.
            before: its state.
            after: the state that is wanted.
            configured: what of that stands in the configuration.
        """
        if self._ends[type_] >= _ENDS:
            return None
        values = zip(("prior_state", "proposed_new_state", "config"), (before, after, configured), strict=True)
        change = {name: message("DynamicValue", msgpack=packed(value)) for name, value in values}
        try:
            planned = self._calls.plan(message("Change", type_name=type_, **change), timeout=_PATIENCE)
        except grpc.RpcError:  # some values are such that it ends with a panic, or takes minutes
            self._ends[type_] += 1
            self._calls = self._started()
            self._configure()
            return None
        return None if any(each.severity == _ERROR for each in planned.diagnostics) else planned

    def _started(self) -> Calls:
        self._exits.close()
        reattach = self._exits.enter_context(attached(self._path, _ENVIRONMENT))
        (socket,) = (each["Addr"]["String"] for each in json.loads(reattach).values())
        return self._exits.enter_context(calls_to(socket))

    def _configure(self) -> None:
        block = read_block(self._schemas.provider.block)
        endpoints = block.blocks["endpoints"]
        nowhere = dict.fromkeys(endpoints.block.attributes, _NOWHERE)
        settings: dict[str, Any] = {name: True for name in block.attributes if name.startswith("skip_")}
        settings |= {"skip_metadata_api_check": "true", "region": "eu-west-1", "max_retries": 1}
        settings |= {"access_key": "AKIAIOSFODNN7EXAMPLE", "secret_key": "none"}
        config = block.empty() | settings | {"endpoints": endpoints.of(nowhere)}
        value = message("DynamicValue", msgpack=packed(config))
        configured = self._calls.configure(message("Configuration", terraform_version="1.11.4", config=value))
        problems = [f"{each.summary}: {each.detail}" for each in configured.diagnostics if each.severity == _ERROR]
        if problems:
            raise RuntimeError(f"the provider refuses its configuration: {problems[0]}")


@contextmanager
def asked_provider() -> Generator[AskedProvider]:
    """The provider that is installed.

    Raises:
        RuntimeError: none is.
    """
    path = find_provider()
    if path is None:
        raise RuntimeError(
            "there is no AWS provider of Terraform here: `terraform init` with it, or put it under /opt."
        )
    with ExitStack() as exits:
        yield AskedProvider(path, exits)
