"""The worker with Powertools for AWS Lambda: its batch processor, its idempotency, its logger.

Its own DynamoDB layer would write a record before the email and update it afterwards. So that all make the same calls,
the layer here looks with GetItem, and writes with PutItem when the email is sent; what calls it is Powertools' own.
"""

import os
import time
from datetime import UTC, datetime
from typing import Any

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.idempotency import IdempotencyConfig, idempotent_function
from aws_lambda_powertools.utilities.idempotency.exceptions import IdempotencyItemAlreadyExistsError
from aws_lambda_powertools.utilities.idempotency.persistence.base import BasePersistenceLayer
from aws_lambda_powertools.utilities.idempotency.persistence.datarecord import STATUS_CONSTANTS, DataRecord
from botocore.config import Config
from botocore.exceptions import ClientError
from letter import RETENTION_SECONDS, Poison, email_of, hide, job_key, read_booking

TABLE = os.environ["PROCESSED_JOBS_TABLE"]
CONFIG = Config(retries={"total_max_attempts": 1, "mode": "standard"})
dynamodb = boto3.client("dynamodb", config=CONFIG)
ses = boto3.client("sesv2", config=CONFIG)
sqs = boto3.client("sqs", config=CONFIG)
logger = Logger(service="worker")


class ProcessedJobs(BasePersistenceLayer):
    """The processed-jobs table as Powertools' memory of what was done."""

    def _get_hashed_idempotency_key(self, data: dict[str, Any]) -> str:
        return data["jobKey"]

    def _put_record(self, data_record: DataRecord) -> None:
        answer = dynamodb.get_item(
            TableName=TABLE, Key={"jobKey": {"S": data_record.idempotency_key}}, ConsistentRead=True
        )
        if "Item" in answer:
            raise IdempotencyItemAlreadyExistsError(old_data_record=self._done(data_record.idempotency_key))

    def _get_record(self, idempotency_key: str) -> DataRecord:
        return self._done(idempotency_key)

    def _done(self, key: str) -> DataRecord:
        expires_at = int(time.time()) + RETENTION_SECONDS
        return DataRecord(key, STATUS_CONSTANTS["COMPLETED"], expiry_timestamp=expires_at, response_data='""')

    def _update_record(self, data_record: DataRecord) -> None:
        now = int(time.time())
        try:
            dynamodb.put_item(
                TableName=TABLE,
                Item={
                    "jobKey": {"S": data_record.idempotency_key},
                    "expiresAt": {"N": str(now + RETENTION_SECONDS)},
                    "processedAt": {"S": datetime.fromtimestamp(now, UTC).isoformat()},
                    "emailId": {"S": data_record.response_json_as_dict()},
                },
                ConditionExpression="attribute_not_exists(jobKey) OR expiresAt < :now OR attribute_exists(leaseOwner)",
                ExpressionAttributeValues={":now": {"N": str(now)}},
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise

    def _delete_record(self, data_record: DataRecord) -> None:
        """Nothing was written before the email."""


processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)
config = IdempotencyConfig(expires_after_seconds=RETENTION_SECONDS)


@idempotent_function(data_keyword_argument="job", persistence_store=ProcessedJobs(), config=config)
def send(job: dict[str, Any]) -> str:
    """Sends the email of a job and returns its id."""
    answer = ses.send_email(**email_of(job["booking"]))
    logger.info("email_sent", extra={"jobKey": job["jobKey"]})
    return answer["MessageId"]


def attend(record: SQSRecord) -> None:
    """One message."""
    try:
        booking = read_booking(record.body)
    except Poison:
        logger.error("poison_message", extra={"messageId": record.message_id})
        raise
    send(job={"jobKey": job_key(booking), "booking": booking})


@logger.inject_lambda_context
def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Handles a batch."""
    answer = process_partial_response(event, attend, processor, context)
    failed = [
        (each.receipt_handle, int(each.attributes.approximate_receive_count), isinstance(error, Poison))
        for each, (_, error, _) in zip(processor.fail_messages, processor.exceptions, strict=True)
    ]
    hide(sqs, failed)
    return answer
