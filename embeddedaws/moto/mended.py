"""What moto does otherwise than AWS and this project would notice."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl

from moto.core import responses
from moto.sqs.models import Queue

from embeddedaws.moto.changes_in_place import made_changes
from embeddedaws.moto.log_group_rules import ruled_log_groups
from embeddedaws.moto.managed_policies import known_managed_policies
from embeddedaws.moto.mended_dynamodb import mended_dynamodb
from embeddedaws.moto.mended_logs import mended_logs
from embeddedaws.moto.mended_s3 import mended_s3
from embeddedaws.moto.mended_secrets import mended_secrets
from embeddedaws.moto.mended_ses import mended_ses
from embeddedaws.moto.sessions import sessions_as_asked_for
from embeddedaws.moto.sqs_attributes import checked_attributes
from embeddedaws.moto.sqs_handles import newest_handles
from embeddedaws.moto.sqs_messages import strict_messages
from embeddedaws.moto.sqs_requests import checked_requests


@contextmanager
def mended() -> Generator[None]:
    """Mends it while the context lasts.

    DynamoDB, Logs, S3: see `mended_dynamodb`, `mended_logs`, `mended_s3`.
    SQS: moto forgets a queue's policy when any other attribute is set, and shows no redrive allow policy. See also
        `sqs_attributes`, `sqs_handles`, `sqs_messages`, `sqs_requests`.
    SES, Secrets Manager: see `mended_ses`, `mended_secrets`.
    Logs and others: see also `log_group_rules`, `changes_in_place`.
    IAM and STS: as `managed_policies` and `sessions` say.
    JSON protocols: moto reads a body as a form, too, so that a text with `&Action=DeleteQueue&` in it deletes a queue.
    """
    with (
        mended_dynamodb(),
        mended_logs(),
        mended_s3(),
        mended_secrets(),
        mended_ses(),
        checked_attributes(),
        checked_requests(),
        newest_handles(),
        strict_messages(),
        patch.object(Queue, "_set_attributes", _keep_policy),
        patch.object(Queue, "KMS_ATTRIBUTES", [*Queue.KMS_ATTRIBUTES, _ALLOW]),  # moto's list of what may be asked for
        patch.object(Queue, "redrive_allow_policy", None, create=True),
        patch.object(Queue, "attributes", property(_attributes)),
        patch.object(responses, "parse_qsl", _parse_form),
        known_managed_policies(),
        sessions_as_asked_for(),
        made_changes(),
        ruled_log_groups(),
    ):
        yield


_ALLOW = "RedriveAllowPolicy"
_set_attributes = Queue._set_attributes  # noqa: SLF001


def _keep_policy(queue: Queue, attributes: dict[str, Any], now: float | None = None) -> None:
    kept = {"Policy": queue.policy} if "_policy_json" in vars(queue) else {}  # a new queue has none yet
    _set_attributes(queue, kept | attributes, now)


_attributes_of = Queue.attributes.fget


def _attributes(queue: Queue) -> dict[str, Any]:
    found: dict[str, Any] = _attributes_of(queue) if _attributes_of else {}
    policies = {_ALLOW: vars(queue).get("redrive_allow_policy"), "RedrivePolicy": found.get("RedrivePolicy")}
    compact = {key: json.dumps(json.loads(text), separators=(",", ":")) for key, text in policies.items() if text}
    return {key: value for key, value in found.items() if key not in policies} | compact


def _parse_form(body: str, **options: Any) -> list[tuple[str, str]]:
    return [(body, "")] if body.lstrip().startswith("{") else parse_qsl(body, **options)
