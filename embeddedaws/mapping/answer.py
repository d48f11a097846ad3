"""Which messages of a batch failed, by the function's answer: AWS's rules, and nothing else.

Developer guide, "Implementing partial batch responses", and what AWS was observed to do where the guide is silent.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast


@dataclass(frozen=True)
class BatchOutcome:
    """The ids of the messages that failed, and why; all others succeeded and are to be deleted."""

    failed: frozenset[str] = frozenset()
    reason: str = ""


def judge(
    payload: bytes, function_error: str | None, message_ids: Sequence[str], *, report_batch_item_failures: bool
) -> BatchOutcome:
    """Judges what an invocation of a batch of messages with these ids returned, or how it ended instead."""
    if function_error is not None:
        return BatchOutcome(frozenset(message_ids), f"function error: {function_error}")
    if not report_batch_item_failures:
        return BatchOutcome()
    try:
        failed = _batch_item_failures(payload, frozenset(message_ids))
    except _MalformedAnswerError as error:
        return BatchOutcome(frozenset(message_ids), f"malformed answer: {error}")
    return BatchOutcome(failed, "batch item failures" if failed else "")


class _MalformedAnswerError(ValueError):
    """The answer cannot be trusted to name the failures, so that all messages count as failed."""


def _batch_item_failures(payload: bytes, message_ids: frozenset[str]) -> frozenset[str]:
    answer = _parse(payload)
    if answer is None:
        return frozenset()
    if not isinstance(answer, dict):
        raise _MalformedAnswerError("no JSON object")
    failures = cast("dict[str, object]", answer).get("batchItemFailures")
    if failures is None:
        return frozenset()
    if not isinstance(failures, list):
        raise _MalformedAnswerError("batchItemFailures is no list")
    return frozenset(_identifier(item, message_ids) for item in cast("list[object]", failures))


def _parse(payload: bytes) -> object:
    if not payload.strip():
        return None
    try:
        return json.loads(payload)
    except ValueError as error:
        raise _MalformedAnswerError("no JSON") from error


def _identifier(item: object, message_ids: frozenset[str]) -> str:
    identifier = cast("dict[str, object]", item).get("itemIdentifier") if isinstance(item, dict) else None
    if not isinstance(identifier, str) or identifier not in message_ids:
        raise _MalformedAnswerError("an itemIdentifier is missing or is no message of the batch")
    return identifier
