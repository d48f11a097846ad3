"""Asks Terraform's AWS provider which attributes make a new resource, by plans that differ in one of them."""

import json
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

import grpc

from pulumicheck.types.classify.messages import Calls, calls_to, message
from pulumicheck.types.classify.packing import packed, unpacked
from pulumicheck.types.classify.schema import FORMS, TIMEOUTS, Block, Names, Nested, read_block
from pulumicheck.types.classify.terraform import attached, find_provider

Answer = Literal["replaces", "in place", "unknown"]
_ERROR = 1  # Diagnostic.Severity
_NOT_ASKED = {"id", "tags_all", TIMEOUTS}
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

    def answers(self, type_: str) -> dict[Names, Answer]:
        """Of each attribute of a type, whether another value makes a new resource.

        A block is asked as a whole; what it holds is asked only where the whole makes a new resource.
        """
        return dict(_Questions(self, type_, self.schema(type_)).all())

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


class _Questions:
    def __init__(self, provider: AskedProvider, type_: str, block: Block) -> None:
        self._provider, self._type, self._block = provider, type_, block

    def all(self) -> Iterator[tuple[Names, Answer]]:
        for name, attribute in self._block.attributes.items():
            if attribute.settable and name not in _NOT_ASKED:
                yield (name,), self._answer((name,))
        for name, nested in self._block.blocks.items():
            if name not in _NOT_ASKED:
                yield from self._of_block((name,), nested)

    def _of_block(self, path: Names, nested: Nested) -> Iterator[tuple[Names, Answer]]:
        answer = self._answer(path)
        yield path, answer
        if answer == "replaces":
            for name, attribute in nested.block.attributes.items():
                if attribute.settable:
                    yield (*path, name), self._answer((*path, name))
            for name, inner in nested.block.blocks.items():
                yield from self._of_block((*path, name), inner)

    def _answer(self, path: Names) -> Answer:
        """What some forms of text come to; a form that is refused, or no diff to the provider, says nothing."""
        seen = 0
        for base in (self._block.least, self._block.full):
            for form in FORMS:
                answers = {self._one(path, *change) for change in self._changes(path, base(form), form)}
                if "replaces" in answers:
                    return "replaces"
                seen += "in place" in answers
                if seen > 1:  # a plain text and one of another form
                    return "in place"
            if seen:
                return "in place"
        return "unknown"

    def _changes(
        self, path: Names, base: Mapping[str, Any], form: int
    ) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        one, other = (_with(self._block, base, path, form, second=second) for second in (False, True))
        without = _without(self._block, base, path, form)
        yield from ((one, other), (without, one), (one, without))
        more = _with_more(self._block, base, path, form)
        if more is not None:
            yield from ((one, more), (more, one))

    def _one(self, path: Names, before: Mapping[str, Any], after: Mapping[str, Any]) -> Answer:
        has_id = {"id": "seeded"} if "id" in self._block.attributes else {}
        before, after = {**before, **has_id}, {**after, **has_id}
        configured = self._block.as_configured(after)
        planned = self._provider.plan(self._type, before, after, configured)
        if planned is None:
            return "unknown"
        # The whole element of a set is another one when a part of it differs, so that any part of it may be named.
        if any(path[0] in {step.attribute_name for step in each.steps} for each in planned.requires_replace):
            return "replaces"
        value = unpacked(planned.planned_state.msgpack)
        return "unknown" if value[path[0]] == before[path[0]] else "in place"


def _with(block: Block, base: Mapping[str, Any], path: Names, form: int, *, second: bool) -> dict[str, Any]:
    """The value with one thing in it set."""
    name, *rest = path
    if name in block.attributes:
        return {**base, name: block.value(name, form, second=second)}
    nested = block.blocks[name]
    element = (
        _with(nested.block, nested.block.least(form), tuple(rest), form, second=second)
        if rest
        else nested.block.full(form, second=second)
    )
    return {**base, name: nested.of(element)}


def _without(block: Block, base: Mapping[str, Any], path: Names, form: int) -> dict[str, Any]:
    name, *rest = path
    if name in block.attributes:
        return {**base, name: None}
    nested = block.blocks[name]
    if not rest:
        return {**base, name: nested.none()}
    return {**base, name: nested.of(_without(nested.block, nested.block.least(form), tuple(rest), form))}


def _with_more(block: Block, base: Mapping[str, Any], path: Names, form: int) -> dict[str, Any] | None:
    """The value with two of a block in the place of one; None for what is one at most."""
    name, *rest = path
    nested = block.blocks.get(name)
    if nested is None or rest or nested.is_one:
        return None
    return {**base, name: nested.of(nested.block.full(form), nested.block.full(form, second=True))}


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
