"""The two sides of a change as the Pulumi engine tells them, and what it would do to each resource.

Resources that stay the same may be left out (the engine writes them with `--show-sames`), which can only make a
permission look broader.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pulumicheck.errors import CheckError
from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import UNKNOWN, Secret
from pulumicheck.plan.wire import SECRET_SIGNATURE, SIGNATURE, UNKNOWN_TEXT
from pulumicheck.review.differences import ABSENT, Difference, differences
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.preview_text import NO_PREVIEW, Told, told_in
from pulumicheck.review.property_paths import path_of, values_at
from pulumicheck.review.steps import OTHER_PROVIDER, Op, Step
from pulumicheck.types.table import STACK

# What is unknown has a mark for each of its types. (Pulumi, sdk/go/common/resource/plugin/rpc.go)
_UNKNOWN_VALUES = {
    UNKNOWN_TEXT,
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
}
_MASKED = "[secret]"

# The operations of Pulumi's pkg/resource/deploy/step.go, the worst first; a URN may have several.
_OPS: Mapping[str, Op] = {
    "replace": "replace",
    "create-replacement": "replace",
    "import-replacement": "replace",
    "read-replacement": "replace",
    "delete": "delete",
    "delete-replaced": "delete",
    "import": "import",
    "create": "create",
    "update": "update",
    "read": "read",
    "discard": "discard",
    "same": "same",
    # Nothing in AWS changes by these.
    "refresh": "same",
    "diff": "same",
    "discard-replaced": "same",
    "remove-pending-replace": "same",
    "extend-parameterize": "same",
}
_WORDS = {"provider": f"{OTHER_PROVIDER}settings"}  # for a reason that is no property
_WORST: list[Op] = list(dict.fromkeys(_OPS.values()))
_EngineStep = Mapping[str, Any]


@dataclass(frozen=True)
class Preview:
    """What the engine would do.

    Attributes:
        project: the project's name.
        stack: the stack's name.
        before: resources as they are deployed.
        after: resources as they would be.
        outputs: the stack's outputs, as they are and as they would be.
        steps: what would be done to each resource.
        doubts: what of that is not understood.
        unseen: how many resources stay the same and are not told of.
    """

    project: str
    stack: str
    before: Sequence[Resource]
    after: Sequence[Resource]
    outputs: tuple[Mapping[str, Any], Mapping[str, Any]]
    steps: Sequence[Step] = ()
    doubts: Sequence[Doubt] = ()
    unseen: int = 0


def read_preview(text: str) -> Preview:
    """Reads the output of `pulumi preview --json`, or its events.

    Raises:
        CheckError: it is something else, or the preview itself failed, or it looked at nothing.
    """
    try:
        return _preview(told_in(text))
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise CheckError(f"{NO_PREVIEW}: a step in it has another form ({error}).") from error


def _preview(told: Told) -> Preview:
    by_urn: dict[str, list[_EngineStep]] = {}
    for step in told.steps:
        by_urn.setdefault(step["urn"], []).append(step)
    stack = next((by_urn.pop(urn) for urn in list(by_urn) if urn.split("::")[2] == STACK), None)
    if stack is None:
        raise CheckError("the preview has no step for the stack itself: nothing was looked at; run it once more.")
    made = [
        _step(current) for each in by_urn.values() if (current := [it for it in each if not _is_leftover(it, each)])
    ]
    left = [_left_over(it) for each in by_urn.values() for it in each if _is_leftover(it, each)]
    return Preview(
        *_names(stack[0]),
        before=tuple(step.before for step in made if step.before),
        after=tuple(step.resource for step in made if step.op not in ("delete", "discard")),
        outputs=_outputs(stack[-1]),
        steps=[*made, *left],
        doubts=[doubt for each in by_urn.values() for doubt in _not_understood(each)],
        unseen=told.unseen,
    )


def _is_leftover(step: _EngineStep, all_of_it: Sequence[_EngineStep]) -> bool:
    """Whether a step deletes what an earlier deployment replaced and could not delete."""
    deleted = step["op"] == "delete" and (step.get("oldState") or {}).get("delete")
    replaced = any(_OPS.get(each["op"]) == "replace" for each in all_of_it)
    return bool(deleted) or (step["op"] == "delete-replaced" and not replaced)


def _left_over(step: _EngineStep) -> Step:
    old = _resource(step["oldState"])
    return Step("delete", old, old, because=("an earlier deployment, which replaced it",))


def _names(step: _EngineStep) -> tuple[str, str]:
    stack, project = step["urn"].split("::")[:2]
    return project, stack.removeprefix("urn:pulumi:")


def _outputs(stack: _EngineStep) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The stack's outputs; of a preview that tells of none nothing is known, and least of all that they are gone."""
    old, new = ((stack.get(side) or {}).get("outputs") for side in ("oldState", "newState"))
    if new is None and stack["op"] != "delete":
        return {}, {}
    return plain(old or {}), plain(new or {})


def _step(engines: Sequence[_EngineStep]) -> Step:
    """All that the engine does to one URN, as one step."""
    ops = [_op(each) for each in engines]
    op: Op = "replace" if {"create", "delete"} <= set(ops) else next(each for each in _WORST if each in ops)
    told = [each for each in engines if _op(each) in (op, "create")] or engines
    old = next((each["oldState"] for each in told if each.get("oldState")), None)
    new = next((each["newState"] for each in reversed(told) if each.get("newState")), None)
    before = _resource(old) if old else None
    after = before if new is None or op in ("delete", "discard") else _after(_resource(new), before, op)
    if after is None:
        raise ValueError(f"no state of {engines[0]['urn']}")
    return Step(
        op,
        after,
        before,
        properties=tuple(_differences(told, before, after)) if before and op in ("update", "replace", "same") else (),
        because=_reasons(told) if op == "replace" else (),
        deletes_first=op == "replace" and not _is_made_first(told),
    )


def _is_made_first(engines: Sequence[_EngineStep]) -> bool:
    """Whether the new one is made before the old one is deleted: then the engine has marked that as to be deleted."""
    made = any(each["op"].endswith(("import-replacement", "read-replacement")) for each in engines)
    return made or any((each.get("oldState") or {}).get("delete") for each in engines)


def _op(step: _EngineStep) -> Op:
    return _OPS.get(step["op"], "update")


def _after(new: Resource, old: Resource | None, op: Op) -> Resource:
    """The new state with the outputs that a preview knows: of what stays, those that it has."""
    if old is None or op not in ("same", "update"):
        return new
    known = {key: value for key, value in new.inputs.items() if op == "update" and key in old.outputs}
    return replace(new, outputs={**old.outputs, **known, **new.outputs}, id=new.id or old.id)


def _reasons(engines: Sequence[_EngineStep]) -> tuple[str, ...]:
    by_diff = [
        path
        for each in engines
        for path, diff in (each.get("detailedDiff") or {}).items()
        if "replace" in str(diff.get("kind"))
    ]
    named: list[str] = [key for each in engines for key in each.get("replaceReasons") or ()]
    told: list[str] = named or by_diff or [key for each in engines for key in each.get("diffReasons") or ()]
    return tuple(dict.fromkeys(_WORDS.get(key, key) for key in told)) or ("the engine says so",)


def _differences(engines: Sequence[_EngineStep], before: Resource, after: Resource) -> Iterator[Difference]:
    """What differs of the inputs, and what the engine says does: of a secret, or of what was changed in AWS by hand."""
    if all(each["op"] == "same" for each in engines):
        return
    seen = list(differences(before.inputs, after.inputs))
    yield from seen
    known = {each.top for each in seen}
    for path in dict.fromkeys(
        path for each in engines for path in each.get("detailedDiff") or each.get("diffReasons") or ()
    ):
        top = Difference(path, None, None).top
        if top not in known and (top in before.inputs or top in after.inputs):
            was, is_ = _at(path, before.inputs), _at(path, after.inputs)
            yield Difference(path, was if isinstance(was, Secret) else before.outputs.get(top, was), is_)


def _at(path: str, inputs: Mapping[str, Any]) -> Any:
    """The value at a path, or of the property that it is in, where that hides it."""
    found = [value for _, value in values_at(path_of(path) or (), inputs)]
    return found[0] if found else inputs.get(Difference(path, None, None).top, ABSENT)


def _not_understood(engines: Sequence[_EngineStep]) -> Iterator[Doubt]:
    for step in engines:
        if step["op"] not in _OPS:
            yield Doubt(step["urn"], f"the operation {step['op']}", "what the engine does by it is not known here")


def _resource(state: Mapping[str, Any]) -> Resource:
    parent = state.get("parent") or ""
    return Resource(
        type=state["type"],
        name=state["urn"].split("::", maxsplit=3)[3],
        urn=state["urn"],
        parent=parent if parent and parent.split("::")[2] != STACK else None,
        custom=state.get("custom", False),
        inputs=plain(state.get("inputs") or {}),
        outputs=plain(state.get("outputs") or {}),
        id=state.get("id") or "",
        protect=state.get("protect", False),
        dependencies=tuple(state.get("dependencies") or ()),
        provider=(state.get("provider") or "").rpartition("::")[0],
        retain_on_delete=state.get("retainOnDelete", False),
        external=state.get("external", False),
        import_id=state.get("importID") or "",
        deleted_with=state.get("deletedWith") or "",
        replace_with=tuple(state.get("replaceWith") or ()),
        ignore_changes=tuple(state.get("ignoreChanges") or ()),
        replace_on_changes=tuple(state.get("replaceOnChanges") or ()),
        property_dependencies={
            key: tuple(urns or ()) for key, urns in (state.get("propertyDependencies") or {}).items()
        },
    )


def plain(value: Any) -> Any:
    """The value with what cannot be shown or known as such, and without the bridge's own `__defaults`."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        if members.get(SIGNATURE) == SECRET_SIGNATURE:
            return Secret(UNKNOWN)
        return {key: plain(each) for key, each in members.items() if not key.startswith("__")}
    if isinstance(value, list):
        return [plain(each) for each in cast("list[Any]", value)]
    if value == _MASKED:
        return Secret(UNKNOWN)
    return UNKNOWN if isinstance(value, str) and value in _UNKNOWN_VALUES else value
