from typing import TYPE_CHECKING

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from worker.failures import LeaseHeld
from worker.leases import DynamoLeases, NoLeases
from worker.processed_jobs import RETENTION_SECONDS, DynamoProcessedJobs

if TYPE_CHECKING:
    from collections.abc import Generator

    from types_boto3_dynamodb import DynamoDBClient

TABLE = "minitickets-test-processed-jobs"
KEY = "booking.confirmed:bkg_1"
START = 1_800_000_000.7


class Clock:
    def __init__(self) -> None:
        self.time = START

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Crash(BaseException):
    """The process dies here."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def dynamodb(aws_environment: dict[str, str]) -> "Generator[DynamoDBClient]":
    with mock_aws():
        client = boto3.client("dynamodb", region_name=aws_environment["AWS_REGION"])
        client.create_table(
            TableName=TABLE,
            KeySchema=[{"AttributeName": "jobKey", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "jobKey", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        yield client


@pytest.fixture
def jobs(dynamodb: "DynamoDBClient", clock: Clock) -> DynamoProcessedJobs:
    return DynamoProcessedJobs(dynamodb, TABLE, clock)


def leases(dynamodb: "DynamoDBClient", clock: Clock, owner: str) -> DynamoLeases:
    return DynamoLeases(dynamodb, TABLE, clock, owner=owner, seconds=60)


def item_of(dynamodb: "DynamoDBClient") -> dict[str, str]:
    item = dynamodb.get_item(TableName=TABLE, Key={"jobKey": {"S": KEY}}).get("Item", {})
    return {name: next(iter(value.values())) for name, value in item.items()}  # pyright: ignore[reportReturnType]


def test_a_job_is_done_once_it_is_recorded(jobs: DynamoProcessedJobs, dynamodb: "DynamoDBClient") -> None:
    assert not jobs.is_done(KEY)
    jobs.mark_done(KEY, "email-1")
    assert jobs.is_done(KEY)
    assert item_of(dynamodb) == {
        "jobKey": KEY,
        "expiresAt": str(int(START) + 30 * 24 * 3600),
        "processedAt": "2027-01-15T08:00:00+00:00",
        "emailId": "email-1",
    }


def test_recording_twice_succeeds_and_keeps_the_first_record(
    jobs: DynamoProcessedJobs, dynamodb: "DynamoDBClient"
) -> None:
    jobs.mark_done(KEY, "email-1")
    jobs.mark_done(KEY, "email-2")
    assert item_of(dynamodb)["emailId"] == "email-1"


def test_an_expired_item_that_is_still_there_is_not_done_and_gives_way(
    jobs: DynamoProcessedJobs, dynamodb: "DynamoDBClient", clock: Clock
) -> None:
    jobs.mark_done(KEY, "email-1")
    clock.sleep(RETENTION_SECONDS)
    assert jobs.is_done(KEY)
    clock.sleep(1)
    assert not jobs.is_done(KEY)
    jobs.mark_done(KEY, "email-2")
    assert item_of(dynamodb)["emailId"] == "email-2"


def test_any_other_error_of_the_table_rises(jobs: DynamoProcessedJobs, dynamodb: "DynamoDBClient") -> None:
    dynamodb.delete_table(TableName=TABLE)
    with pytest.raises(ClientError, match="ResourceNotFoundException"):
        jobs.mark_done(KEY, "email-1")
    with pytest.raises(ClientError, match="ResourceNotFoundException"):
        jobs.is_done(KEY)


def test_a_lease_is_no_record_and_keeps_a_second_worker_off(
    jobs: DynamoProcessedJobs, dynamodb: "DynamoDBClient", clock: Clock
) -> None:
    with leases(dynamodb, clock, "a").hold(KEY):
        assert not jobs.is_done(KEY)
        assert item_of(dynamodb) == {"jobKey": KEY, "expiresAt": str(int(START) + 60), "leaseOwner": "a"}
        with pytest.raises(LeaseHeld), leases(dynamodb, clock, "b").hold(KEY):
            pass
    assert item_of(dynamodb)["leaseOwner"] == "a"


def test_who_never_held_the_lease_has_none_to_give_back(
    dynamodb: "DynamoDBClient", clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with leases(dynamodb, clock, "a").hold(KEY), pytest.raises(LeaseHeld), leases(dynamodb, clock, "b").hold(KEY):
        pass
    assert capsys.readouterr().out == ""


def test_the_record_replaces_the_lease(jobs: DynamoProcessedJobs, dynamodb: "DynamoDBClient", clock: Clock) -> None:
    with leases(dynamodb, clock, "a").hold(KEY):
        pass
    jobs.mark_done(KEY, "email-1")
    assert jobs.is_done(KEY)
    assert "leaseOwner" not in item_of(dynamodb)
    with pytest.raises(LeaseHeld), leases(dynamodb, clock, "b").hold(KEY):
        pass


def test_after_a_crash_the_lease_runs_out_and_is_taken_over(dynamodb: "DynamoDBClient", clock: Clock) -> None:
    with pytest.raises(Crash), leases(dynamodb, clock, "a").hold(KEY):
        raise Crash
    clock.sleep(60)
    with pytest.raises(LeaseHeld), leases(dynamodb, clock, "b").hold(KEY):
        pass
    clock.sleep(1)
    with leases(dynamodb, clock, "b").hold(KEY):
        assert item_of(dynamodb)["leaseOwner"] == "b"


def test_after_a_failure_the_lease_is_given_back(dynamodb: "DynamoDBClient", clock: Clock) -> None:
    with pytest.raises(RuntimeError), leases(dynamodb, clock, "a").hold(KEY):
        raise RuntimeError
    with leases(dynamodb, clock, "b").hold(KEY):
        assert item_of(dynamodb)["leaseOwner"] == "b"


def test_a_lease_that_another_took_over_is_not_given_back(
    dynamodb: "DynamoDBClient", clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    def lose_it() -> None:
        clock.sleep(61)
        with leases(dynamodb, clock, "b").hold(KEY):
            pass
        raise RuntimeError

    with pytest.raises(RuntimeError), leases(dynamodb, clock, "a").hold(KEY):
        lose_it()
    assert item_of(dynamodb)["leaseOwner"] == "b"
    assert "lease_not_given_back" in capsys.readouterr().out


def test_without_leases_everyone_may_send() -> None:
    with NoLeases().hold(KEY), NoLeases().hold(KEY):
        pass
