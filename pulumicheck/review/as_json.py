"""The report for other programs; see `plan --help`."""

from typing import Any

from pulumicheck.review.differences import ABSENT, Difference
from pulumicheck.review.names import Question
from pulumicheck.review.permission_change import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.words import phrase


def json_of(review: Review) -> dict[str, Any]:
    """The shape that other programs rely on."""
    return {
        "project": review.project,
        "stack": review.stack,
        "before": review.before,
        "after": review.after,
        "verdicts": review.verdicts,
        "changes": review.changes,
        "gate": [{"pattern": it.pattern, "files": list(it.files)} | _asked(review, it) for it in review.gate],
        "doubts": [{"urn": it.urn, "what": it.what, "why": it.why} | _asked(review, it) for it in review.doubts],
        "permissions": [_permission(change) | _asked(review, change) for change in review.permissions],
        "resources": [_resource(change) | _asked(review, change) for change in review.resources],
        "outputs": [_difference(difference) for difference in review.outputs],
        "engine": [
            {"urn": it.urn, "ours": it.ours, "engines": it.engines} | _asked(review, it) for it in review.contradictions
        ],
        "notes": review.notes,
        "toAccept": review.names_to_accept,
        "exitStatus": review.exit_status,
    }


def _asked(review: Review, change: Question) -> dict[str, Any]:
    """By what name it has to be accepted, if it has to, and whether it is."""
    asked = review.asked_of(change)
    return {"acceptAs": asked.name if asked else None, "accepted": bool(asked and asked.accepted)}


def _permission(change: PermissionChange) -> dict[str, Any]:
    return {
        "who": change.who,
        "kind": change.kind,
        "sid": change.sid,
        "verdict": change.verdict,
        "before": dict(change.before) or None,
        "after": dict(change.after) or None,
        "gains": [phrase(each) for each in change.gains],
        "losses": [phrase(each) for each in change.losses],
    }


def _resource(change: ResourceChange) -> dict[str, Any]:
    return {
        "change": change.change,
        "type": change.resource.type,
        "name": change.resource.name,
        "urn": change.resource.urn,
        "physicalName": change.resource.physical_name or None,
        "properties": [_difference(difference) for difference in change.properties],
        "because": list(change.because),
        "protect": change.resource.protect,
        "protection": change.protection,
        "refused": change.is_refused,
        "lost": change.lost or None,
    }


def _difference(difference: Difference) -> dict[str, Any]:
    """What is absent is left out."""
    sides = {"before": difference.before, "after": difference.after}
    return {"path": difference.path} | {key: value for key, value in sides.items() if value is not ABSENT}
