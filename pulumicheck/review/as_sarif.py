"""The report as SARIF 2.1.0, which code scanning shows at the line that declares what it is about.

OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0"; what GitHub reads of it: its page "SARIF
support for code scanning".
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from pulumicheck.review import rows
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.engine import Contradiction
from pulumicheck.review.gate import GateChange
from pulumicheck.review.names import Asked, Question
from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.places import place_of
from pulumicheck.review.resource_changes import CHANGES
from pulumicheck.review.review import Review
from pulumicheck.review.words import DOUBTS, GATE, said
from pulumicheck.shown import visible

_MOST = 5_000  # results that GitHub shows of one run
_LENGTH = 1_000  # characters of a message
_RULES = {
    "permission-broader": "Something is allowed that was not, or is no longer denied",
    "permission-different": "Something is allowed that was not, and something is no longer",
    **{f"resource-{change}": f"A protected resource, or one that holds data, is {change}" for change in CHANGES},
    "not-understood": DOUBTS,
    "engine-otherwise": "The engine says otherwise of a resource",
    "gate-changed": GATE,
}


def sarif_of(review: Review) -> dict[str, Any]:
    """One run with a result for each question, accepted ones marked as such."""
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "pulumicheck", "rules": [_rule(*each) for each in _RULES.items()]}},
                "automationDetails": {"id": f"pulumicheck/{_path(review.project)}/{_path(review.stack)}/"},
                "columnKind": "unicodeCodePoints",
                "results": [_result(review, each) for each in review.asked[:_MOST]],
                "invocations": [{"executionSuccessful": True, "exitCode": review.exit_status}],
                "properties": {"before": review.before, "after": review.after, "questions": len(review.asked)},
            }
        ],
    }


def _rule(id_: str, text: str) -> Mapping[str, Any]:
    return {"id": id_, "shortDescription": {"text": f"{text}."}, "defaultConfiguration": {"level": "error"}}


def _result(review: Review, asked: Asked) -> Mapping[str, Any]:
    rule = _rule_of(asked.question)
    file, line = place_of(asked.question, review.declared)
    about = _about(asked.question)
    location = {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(file), "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": line},
        },
        "logicalLocations": [{"fullyQualifiedName": visible(about)}],
    }
    print_ = sha256(json.dumps([review.project, review.stack, rule, about, asked.name]).encode()).hexdigest()
    return {
        "ruleId": rule,
        "ruleIndex": list(_RULES).index(rule),
        "level": "error",
        "message": {"text": _message(asked)},
        "locations": [location],
        # GitHub makes one of the line's text if it is missing: then all that one line declares would be one alert.
        "partialFingerprints": {"primaryLocationLineHash": f"{print_[:16]}:1"},
        "properties": {"stack": review.stack, "acceptAs": asked.name},
        **({"suppressions": [{"kind": "external", "status": "accepted"}]} if asked.accepted else {}),
    }


def _rule_of(it: Question) -> str:
    match it:
        case GateChange():
            return "gate-changed"
        case Doubt():
            return "not-understood"
        case Contradiction():
            return "engine-otherwise"
        case PermissionChange():
            return f"permission-{it.verdict}"
        case _:
            return f"resource-{it.change}"


def _about(it: Question) -> str:
    match it:
        case GateChange():
            return it.pattern
        case Doubt() | Contradiction():
            return it.urn
        case PermissionChange():
            return f"{it.who}/{it.kind}/{it.sid}"
        case _:
            return it.resource.urn


def _message(asked: Asked) -> str:
    """Brackets would be a link (SARIF 2.1.0, 3.11.6)."""
    told = visible(_told(asked.question)).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    cut = told if len(told) <= _LENGTH else f"{told[:_LENGTH].rstrip(chr(92))}…"
    return cut if asked.accepted else f"{cut} (not accepted yet)"


def _told(it: Question) -> str:
    match it:
        case GateChange():
            return f"{GATE}: {it.pattern}: {', '.join(it.files)}"
        case Doubt():
            return f"{it.what} of {it.name} is not understood: {it.why}"
        case Contradiction():
            return f"{it.name}: {said(it.ours)} by this report, {said(it.engines)} to the engine"
        case PermissionChange():
            more = "; ".join(mark.text for mark in rows.consequences(it) if mark.sign == "+")
            return f"{it.who} ({it.kind}), {it.sid}: {it.verdict}: {more}"
        case _:
            return f"{it.resource.row.noun} {it.resource.name}: {'; '.join([it.change, *rows.warnings(it)])}"


def _path(text: str) -> str:
    return quote(text, safe="")
