"""Changes that the provider makes in place, beyond what the project's settings can say: one or more of each type."""

from collections.abc import Mapping
from typing import Any

from tests.terraform.translation import Json

# By type and name, what a resource says then.
_CHANGES: Mapping[str, Mapping[str, Json]] = {
    "aws_cloudwatch_log_group": {"worker-logs": {"retention_in_days": 14}, "tickets-logs": {"retention_in_days": 0}},
    "aws_cloudwatch_log_metric_filter": {"worker-logs-count-email_sent": {"pattern": "email_sent"}},
    "aws_cloudwatch_metric_alarm": {"worker-fails": {"threshold": 2, "alarm_description": "Three fail."}},
    "aws_dynamodb_table": {
        "processed-jobs-table": {"ttl": {"attribute_name": "expiresAt", "enabled": False}},
        "tickets-table": {"deletion_protection_enabled": False, "server_side_encryption": {"enabled": False}},
    },
    "aws_ecr_repository": {
        "worker-repository": {
            "image_tag_mutability": "MUTABLE",
            "image_scanning_configuration": {"scan_on_push": False},
        }
    },
    "aws_iam_role": {"worker-role": {"description": "Works.", "max_session_duration": 7200}},
    "aws_lambda_event_source_mapping": {"queue-triggers-tickets": {"maximum_batching_window_in_seconds": 1}},
    "aws_lambda_function": {"worker": {"description": "Sends emails."}},
    "aws_s3_bucket": {"assets-bucket": {"force_destroy": True}},
    "aws_s3_bucket_ownership_controls": {
        "assets-bucket-enforces-owner": {"rule": {"object_ownership": "BucketOwnerPreferred"}}
    },
    "aws_s3_bucket_public_access_block": {"assets-bucket-blocks-public-access": {"ignore_public_acls": False}},
    "aws_s3_bucket_versioning": {"assets-bucket-keeps-versions": {"versioning_configuration": {"status": "Suspended"}}},
    "aws_secretsmanager_secret": {"ticket-signing-key": {"description": "Signs.", "recovery_window_in_days": 0}},
    "aws_sesv2_email_identity": {
        "sender-domain": {"dkim_signing_attributes": {"next_signing_key_length": "RSA_1024_BIT"}}
    },
    "aws_sns_topic": {"alarms": {"display_name": "Alarms"}},
    "aws_sqs_queue": {"tickets-queue": {"receive_wait_time_seconds": 5, "delay_seconds": 1}},
}
# Sids, which change without a change of what the policies mean.
_SIDS = {
    "aws_ecr_repository_policy": "LambdaPullsImage",
    "aws_iam_policy": "QueryTickets",
    "aws_iam_role": "LambdaAssumesRole",
    "aws_iam_role_policy": "SendBookingEmails",
    "aws_s3_bucket_policy": "DenyInsecureTransport",
    "aws_sqs_queue_policy": "DenyInsecureTransport",
}


def change_everything(configuration: Json) -> None:
    """Changes resources of each type; nothing is protected any longer, and one tag goes while another comes."""
    resources = configuration["resource"]
    for type_, of_type in resources.items():
        for name, resource in of_type.items():
            resource.pop("lifecycle", None)
            resource.update(_CHANGES.get(type_, {}).get(name, {}))
            _say_otherwise(resource, _SIDS.get(type_))
    tags = configuration["provider"]["aws"]["default_tags"]["tags"]
    del tags["managed-by"]
    tags["owner"] = "me"


def _say_otherwise(resource: dict[str, Any], sid: str | None) -> None:
    for key in ("policy", "assume_role_policy"):
        if sid and key in resource:
            resource[key] = resource[key].replace(sid, f"{sid}Too")
