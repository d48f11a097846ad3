"""Finds what the engine wrote of a preview in a text: one JSON object, or its events, one in a line.

Beside it may stand what the CLI says to people, and PowerShell's `>` writes UTF-16. The object is `PreviewDigest` in
Pulumi's pkg/display/json.go; events (`PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true`, `--event-log`) are `EngineEvent` in
sdk/go/common/apitype/events.go.
"""

import codecs
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pulumicheck.errors import CheckError

NO_PREVIEW = "this is not the output of `pulumi preview --json`"
_KEYS = {"steps", "changeSummary", "diagnostics"}
_OF_AN_EVENT = {"sequence", "timestamp"}
_OF_A_PLAN_FILE = "resourcePlans"
_BEGIN = re.compile(r"^[ \t]*\{", re.MULTILINE)
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ENCODINGS = dict(zip(_MARKS, ("utf-8-sig", "utf-16", "utf-16"), strict=True))

Step = Mapping[str, Any]


@dataclass(frozen=True)
class Told:
    """What the engine wrote.

    Attributes:
        steps: all steps, in the form that `pulumi preview --json` gives them.
        unseen: how many resources stay the same and are not among the steps.
    """

    steps: Sequence[Step]
    unseen: int = 0


def text_of(data: bytes) -> str:
    """The text of a file that a shell wrote.

    Raises:
        UnicodeDecodeError: it is no text.
    """
    return data.decode(next((_ENCODINGS[mark] for mark in _MARKS if data.startswith(mark)), "utf-8"))


def told_in(text: str) -> Told:
    """What the engine wrote of a preview.

    Raises:
        CheckError: there is none, or it failed, or it did not come to its end.
    """
    objects = list(_objects(text))
    if any(_OF_A_PLAN_FILE in each for each in objects):
        raise CheckError(f"{NO_PREVIEW} but a plan file of --save-plan: write what the command prints to a file.")
    if events := [each for each in objects if each.keys() >= _OF_AN_EVENT]:
        return _of_events(events)
    digests = [each for each in objects if each.keys() & _KEYS]
    if len(digests) != 1:
        raise CheckError(f"{NO_PREVIEW}: write that to the file{', once' if digests else ''}.")
    _refuse_failures(digests[0].get("diagnostics") or [])
    return _of_digest(digests[0].get("steps") or [], digests[0].get("changeSummary") or {})


def _of_digest(steps: Sequence[Step], summary: Mapping[str, int]) -> Told:
    shown = sum(step["op"] == "same" for step in steps)
    return Told(steps, max(0, summary.get("same", 0) - shown))


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects that begin on a line of their own."""
    decoder, position = json.JSONDecoder(), 0
    while begun := _BEGIN.search(text, position):
        try:
            found, position = decoder.raw_decode(text, begun.end() - 1)
        except ValueError:
            position = begun.end()
        else:
            yield found


def _refuse_failures(diagnostics: Sequence[Mapping[str, Any]]) -> None:
    failures = [each["message"] for each in diagnostics if each.get("severity") == "error"]
    if failures:
        raise CheckError(f"the preview itself failed: {' '.join(failures[0].split())}")


def _of_events(events: Sequence[Mapping[str, Any]]) -> Told:
    """The steps of the first operation in the events: of `pulumi up`, that is its preview."""
    ends = [index for index, event in enumerate(events) if "summaryEvent" in event]
    _refuse_failures([event["diagnosticEvent"] for event in events if "diagnosticEvent" in event])
    if not ends:
        raise CheckError("the events end before their summary: the preview did not come to its end.")
    if events[ends[0]]["summaryEvent"].get("result", "succeeded") != "succeeded":
        raise CheckError("the preview failed or was cancelled: it did not come to its end.")
    known = events[: ends[0]]
    began = [_step(event["resourcePreEvent"]["metadata"]) for event in known if "resourcePreEvent" in event]
    ended = [_step(event["resOutputsEvent"]["metadata"]) for event in known if "resOutputsEvent" in event]
    outputs = {(step["op"], step["urn"]): step for step in ended}
    return Told([outputs.get((step["op"], step["urn"]), step) for step in began])


def _step(metadata: Mapping[str, Any]) -> Step:
    """An event's step, with the keys that a step of the digest has."""
    diff = metadata.get("detailedDiff")
    return {
        "op": metadata["op"],
        "urn": metadata["urn"],
        "oldState": metadata.get("old"),
        "newState": metadata.get("new"),
        "diffReasons": metadata.get("diffs") or [],
        "replaceReasons": metadata.get("keys") or [],
        "detailedDiff": diff and {path: {**each, "kind": each.get("diffKind")} for path, each in diff.items()},
    }
