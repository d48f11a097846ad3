"""The worker as one writes it with boto3 and nothing else: ten threads, one client each for DynamoDB, SES and SQS."""

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from letter import RETENTION_SECONDS, Poison, email_of, hide, job_key, read_booking

TABLE = os.environ["PROCESSED_JOBS_TABLE"]
CONFIG = Config(max_pool_connections=10, retries={"total_max_attempts": 1, "mode": "standard"})
dynamodb = boto3.client("dynamodb", config=CONFIG)
ses = boto3.client("sesv2", config=CONFIG)
sqs = boto3.client("sqs", config=CONFIG)
pool = ThreadPoolExecutor(max_workers=10)


def is_done(key: str) -> bool:
    """Whether the job is recorded."""
    answer = dynamodb.get_item(TableName=TABLE, Key={"jobKey": {"S": key}}, ConsistentRead=True)
    return "Item" in answer


def mark_done(key: str, email_id: str) -> None:
    """Records the job."""
    now = int(time.time())
    try:
        dynamodb.put_item(
            TableName=TABLE,
            Item={
                "jobKey": {"S": key},
                "expiresAt": {"N": str(now + RETENTION_SECONDS)},
                "processedAt": {"S": datetime.fromtimestamp(now, UTC).isoformat()},
                "emailId": {"S": email_id},
            },
            ConditionExpression="attribute_not_exists(jobKey) OR expiresAt < :now OR attribute_exists(leaseOwner)",
            ExpressionAttributeValues={":now": {"N": str(now)}},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def tell(level: str, message: str, record: dict[str, Any], key: str | None = None) -> None:
    """One line of the log."""
    line = {"level": level, "message": message, "jobKey": key, "messageId": record["messageId"]}
    print(json.dumps(line), flush=True)


def attend(record: dict[str, Any]) -> tuple[dict[str, Any], bool] | None:
    """One message; None if it is done, else the record and whether it is poison."""
    try:
        booking = read_booking(record["body"])
        key = job_key(booking)
        if is_done(key):
            tell("INFO", "job_skipped", record, key)
            return None
        answer = ses.send_email(**email_of(booking))
        tell("INFO", "email_sent", record, key)
        mark_done(key, answer["MessageId"])
    except Poison:
        tell("ERROR", "poison_message", record)
        return record, True
    except Exception:
        tell("WARNING", "job_failed", record)
        return record, False
    return None


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Handles a batch."""
    failed = [each for each in pool.map(attend, event["Records"]) if each is not None]
    hide(
        sqs,
        [
            (record["receiptHandle"], int(record["attributes"]["ApproximateReceiveCount"]), poison)
            for record, poison in failed
        ],
    )
    return {"batchItemFailures": [{"itemIdentifier": record["messageId"]} for record, _ in failed]}
