"""The two sides of a change as the Pulumi engine tells them, in the output of `pulumi preview --json`.

Its shape is `PreviewDigest` in Pulumi's `pkg/display/json.go`: steps, each with an operation, a URN, and the resource's
old and new state. Resources that stay the same may be left out, which can only make a permission look broader.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pulumicheck.errors import CheckError
from pulumicheck.plan.project import SECRET
from pulumicheck.plan.recording import Resource
from pulumicheck.types.table import STACK

UNKNOWN = "(known after the deployment)"

# Signatures of the engine's wire format, `sdk/go/common/resource/plugin/rpc.go` and `resource/properties.go`.
_UNKNOWN_VALUES = {
    "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
}
_SIGNATURE = "4dabf18193072939515e22adb298388d"
_SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270"  # noqa: S105 - it marks secrets and is none
_NO_PREVIEW = "this is not the output of `pulumi preview --json`"
_KEYS = {"steps", "changeSummary", "config", "diagnostics", "duration"}


@dataclass(frozen=True)
class Preview:
    """What the engine would do.

    Attributes:
        project: the project's name.
        stack: the stack's name.
        before: resources as they are deployed.
        after: resources as they would be.
        outputs: the stack's outputs, as they are and as they would be.
        replaced: URNs of resources that would be replaced, and the properties that make them; None if it does not tell.
    """

    project: str
    stack: str
    before: Sequence[Resource]
    after: Sequence[Resource]
    outputs: tuple[Mapping[str, Any], Mapping[str, Any]]
    replaced: Mapping[str, tuple[str, ...]] | None = None


def read_preview(text: str) -> Preview:
    """Reads the output of `pulumi preview --json`.

    Raises:
        CheckError: it is something else, or the preview itself failed.
    """
    try:
        return _preview(steps_of(text))
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise CheckError(f"{_NO_PREVIEW}: a step in it has another form ({error}).") from error


def steps_of(text: str) -> list[Mapping[str, Any]]:
    """The steps in the output of `pulumi preview --json`, but for those that only clear away what is replaced.

    Raises:
        CheckError: it is something else, or the preview itself failed.
    """
    try:
        return [step for step in _digest(text).get("steps") or [] if not _is_leftover(step)]
    except (LookupError, TypeError, AttributeError) as error:
        raise CheckError(f"{_NO_PREVIEW}: a step in it has another form ({error}).") from error


def _preview(steps: Sequence[Mapping[str, Any]]) -> Preview:
    old, new = ({step["urn"]: step[side] for step in steps if step.get(side)} for side in ("oldState", "newState"))
    stack, project = _stack_of(steps)
    root = next((urn for urn in (*new, *old) if urn.split("::")[2] == STACK), "")
    return Preview(
        project=project,
        stack=stack,
        before=tuple(_resources(old)),
        after=tuple(_resources(new)),
        outputs=(_outputs(old.get(root)), _outputs(new.get(root))),
        replaced={step["urn"]: _reasons(step) for step in steps if step["op"] in {"replace", "create-replacement"}},
    )


def _is_leftover(step: Mapping[str, Any]) -> bool:
    """Whether a step only clears away the old one of a replaced resource, of this deployment or of an earlier one.

    A `replace` never does: where the engine deletes first, its old state is marked as deleted already.
    """
    gone = bool((step.get("oldState") or {}).get("delete"))
    return step["op"] == "delete-replaced" or (gone and step["op"] != "replace")


def _digest(text: str) -> Mapping[str, Any]:
    try:
        digest = json.loads(text)
    except ValueError:
        digest = None
    if not isinstance(digest, dict) or not _KEYS & digest.keys():
        raise CheckError(f"{_NO_PREVIEW}: write that to the file.")
    failures = [each["message"] for each in digest.get("diagnostics") or [] if each.get("severity") == "error"]
    if failures:
        raise CheckError(f"the preview itself failed: {' '.join(failures[0].split())}")
    return digest


def _stack_of(steps: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    if not steps:
        return "?", "?"
    stack, project = steps[0]["urn"].split("::")[:2]
    return stack.removeprefix("urn:pulumi:"), project


def _reasons(step: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(step.get("replaceReasons") or step.get("diffReasons") or ("the provider says so",))


def _outputs(state: Mapping[str, Any] | None) -> Mapping[str, Any]:
    return _plain((state or {}).get("outputs") or {})


def _resources(states: Mapping[str, Mapping[str, Any]]) -> Iterator[Resource]:
    for urn, state in states.items():
        if state["type"] != STACK:
            yield Resource(
                type=state["type"],
                name=urn.rpartition("::")[2],
                urn=urn,
                parent=state.get("parent"),
                custom=state.get("custom", False),
                inputs=_plain(state.get("inputs") or {}),
                outputs=_plain(state.get("outputs") or {}),
                id=state.get("id", ""),
                protect=state.get("protect", False),
                dependencies=tuple(state.get("dependencies") or ()),
                provider=state.get("provider", "").rpartition("::")[0],
                retain_on_delete=state.get("retainOnDelete", False),
            )


def _plain(value: Any) -> Any:
    """The value with what cannot be shown or known marked, and without the bridge's own `__defaults`."""
    if isinstance(value, dict):
        if value.get(_SIGNATURE) == _SECRET_SIGNATURE:
            return SECRET
        return {key: _plain(each) for key, each in value.items() if not key.startswith("__")}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return UNKNOWN if isinstance(value, str) and value in _UNKNOWN_VALUES else value
