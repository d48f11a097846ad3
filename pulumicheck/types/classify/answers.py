"""Which attributes make a new resource: the answers to plans of changes that differ in nothing else."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pulumicheck.types.classify.asking import AskedProvider
from pulumicheck.types.classify.packing import unpacked
from pulumicheck.types.classify.schema import FORMS, TIMEOUTS, Block, Names, Nested

Answer = Literal["replaces", "in place", "unknown"]
_NOT_ASKED = {"id", "tags_all", TIMEOUTS}


def answers_of(provider: AskedProvider, type_: str) -> dict[Names, Answer]:
    """Of each attribute of a type, whether another value makes a new resource.

    A block is asked as a whole; what it holds is asked only where the whole makes a new resource.
    """
    return dict(_Questions(provider, type_, provider.schema(type_)).all())


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
