import importlib
import json
import sys
from collections.abc import Callable, Generator
from typing import Any

import boto3
import pytest
from moto import mock_aws
from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.ses.models import ses_backends

from fuzz.hostile_messages import good_body

REGION = "ap-south-1"
TABLE = "minitickets-test-processed-jobs"
SENDER = "no-reply@minitickets.theversehub.in"

Handler = Callable[[Any, Any], dict[str, Any]]


class Context:
    def get_remaining_time_in_millis(self) -> int:
        return 10_000


def record(message_id: str, booking_id: str) -> dict[str, Any]:
    return {"messageId": message_id, "receiptHandle": "stale", "body": good_body(booking_id)}


@pytest.fixture(params=["0", "60"], ids=["no leases", "leases"])
def handler(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Generator[Handler]:
    """The handler as awslambdaric finds it, in a new execution environment."""
    with mock_aws():
        queue_url = boto3.client("sqs", region_name=REGION).create_queue(QueueName="jobs")["QueueUrl"]
        boto3.client("sesv2", region_name=REGION).create_email_identity(EmailIdentity=SENDER)
        boto3.client("dynamodb", region_name=REGION).create_table(
            TableName=TABLE,
            KeySchema=[{"AttributeName": "jobKey", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "jobKey", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        for name, value in {
            "TRANSPORT": "boto3",  # in which moto stands for AWS
            "AWS_REGION": REGION,
            "PROCESSED_JOBS_TABLE": TABLE,
            "JOBS_QUEUE_URL": queue_url,
            "SENDER": SENDER,
            "LEASE_SECONDS": request.param,
            "AWS_ACCESS_KEY_ID": "testing",
            "AWS_SECRET_ACCESS_KEY": "testing",
        }.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delitem(sys.modules, "lambda", raising=False)
        yield importlib.import_module("lambda").handler
        sys.modules.pop("lambda", None)


def emails_sent() -> int:
    return int(ses_backends[DEFAULT_ACCOUNT_ID][REGION].sent_message_count)


def test_a_batch_becomes_emails_and_records(handler: Handler) -> None:
    answer = handler({"Records": [record("m1", "bkg_1"), record("m2", "bkg_2"), record("m3", "bkg_1")]}, Context())
    assert answer == {"batchItemFailures": []}
    assert emails_sent() == 2
    items = boto3.client("dynamodb", region_name=REGION).scan(TableName=TABLE)["Items"]
    assert {item["jobKey"].get("S") for item in items} == {"booking.confirmed:bkg_1", "booking.confirmed:bkg_2"}
    assert all("emailId" in item and "leaseOwner" not in item for item in items)


def test_a_batch_that_comes_again_sends_nothing(handler: Handler) -> None:
    for _ in range(2):
        assert handler({"Records": [record("m1", "bkg_1")]}, Context()) == {"batchItemFailures": []}
    assert emails_sent() == 1


def test_a_poison_message_is_named_and_its_stale_handle_forgiven(handler: Handler) -> None:
    poison = {"messageId": "m1", "receiptHandle": "stale", "body": "no booking"}
    answer = handler({"Records": [poison, record("m2", "bkg_2")]}, Context())
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m1"}]}
    assert emails_sent() == 1


@pytest.mark.parametrize("handler", ["0"], indirect=True, ids=["no leases"])
@pytest.mark.parametrize("event", [{}, {"Records": []}, {"Records": None}, None, [], "ping"], ids=str)
def test_an_event_without_records_is_answered_all_the_same(handler: Handler, event: Any) -> None:
    assert handler(event, Context()) == {"batchItemFailures": []}


def test_nothing_personal_is_logged(handler: Handler, capsys: pytest.CaptureFixture[str]) -> None:
    broken = record("m3", "bkg_3")
    broken["body"] = broken["body"].replace("ada@example.com", "ada@example.com, eve@example.com")
    handler({"Records": [record("m1", "bkg_1"), record("m2", "bkg_1"), broken]}, Context())
    lines = capsys.readouterr().out
    assert [json.loads(line)["message"] for line in lines.splitlines()] == [
        "poison_message",
        "email_sent",
        "job_skipped",
        "visibility_not_changed",
    ]
    for personal in ("ada", "eve@", "Lovelace", "usr_42", "example.com"):
        assert personal not in lines
