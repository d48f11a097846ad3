from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto import mock_aws

from aws.calls import Refused
from aws.reference import BotocoreClient
from worker.failures import LeaseHeld
from worker.leases import DynamoLeases, NoLeases
from worker.processed_jobs import RETENTION_SECONDS, DynamoProcessedJobs

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

TABLE = "minitickets-test-processed-jobs"
KEY = "booking.confirmed:bkg_1"
START = 1_800_000_000.7

Hold = Callable[[str], AbstractContextManager[None]]
Item = Callable[[], dict[str, str]]


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
    return DynamoProcessedJobs(BotocoreClient(dynamodb), TABLE, clock)


@pytest.fixture
def hold(dynamodb: "DynamoDBClient", clock: Clock) -> Hold:
    """Holds the job's lease for a worker of that name."""
    return lambda owner: DynamoLeases(BotocoreClient(dynamodb), TABLE, clock, owner=owner, seconds=60).hold(KEY)


@pytest.fixture
def item(dynamodb: "DynamoDBClient") -> Item:
    """The job's item as it is now."""

    def read() -> dict[str, str]:
        found = dynamodb.get_item(TableName=TABLE, Key={"jobKey": {"S": KEY}}).get("Item", {})
        return {name: next(iter(value.values())) for name, value in found.items()}  # pyright: ignore[reportReturnType]

    return read


def test_a_job_is_done_once_it_is_recorded(jobs: DynamoProcessedJobs, item: Item) -> None:
    assert not jobs.is_done(KEY)
    jobs.mark_done(KEY, "email-1")
    assert jobs.is_done(KEY)
    assert item() == {
        "jobKey": KEY,
        "expiresAt": str(int(START) + 30 * 24 * 3600),
        "processedAt": "2027-01-15T08:00:00+00:00",
        "emailId": "email-1",
    }


def test_recording_twice_succeeds_and_keeps_the_first_record(jobs: DynamoProcessedJobs, item: Item) -> None:
    jobs.mark_done(KEY, "email-1")
    jobs.mark_done(KEY, "email-2")
    assert item()["emailId"] == "email-1"


def test_an_expired_item_that_is_still_there_is_not_done_and_gives_way(
    jobs: DynamoProcessedJobs, clock: Clock, item: Item
) -> None:
    jobs.mark_done(KEY, "email-1")
    clock.sleep(RETENTION_SECONDS)
    assert jobs.is_done(KEY)
    clock.sleep(1)
    assert not jobs.is_done(KEY)
    jobs.mark_done(KEY, "email-2")
    assert item()["emailId"] == "email-2"


@pytest.mark.parametrize(
    ("expires_at", "done"),
    [
        ({}, True),
        ({"expiresAt": {"S": "1"}}, True),
        ({"expiresAt": {"NULL": True}}, True),
        ({"expiresAt": {"N": "1800000000.5"}}, True),
        ({"expiresAt": {"N": "1799999999.5"}}, False),
        ({"expiresAt": {"N": "-1"}}, False),
    ],
    ids=["none", "a text", "null", "a fraction ahead", "a fraction past", "below zero"],
)
def test_an_item_that_names_no_second_at_which_it_expires_never_does(
    jobs: DynamoProcessedJobs, dynamodb: "DynamoDBClient", expires_at: Any, *, done: bool
) -> None:
    dynamodb.put_item(TableName=TABLE, Item={"jobKey": {"S": KEY}, **expires_at})
    assert jobs.is_done(KEY) == done


def test_any_other_error_of_the_table_rises(jobs: DynamoProcessedJobs, dynamodb: "DynamoDBClient") -> None:
    dynamodb.delete_table(TableName=TABLE)
    with pytest.raises(Refused, match="ResourceNotFoundException"):
        jobs.mark_done(KEY, "email-1")
    with pytest.raises(Refused, match="ResourceNotFoundException"):
        jobs.is_done(KEY)


def test_a_lease_is_no_record_and_keeps_a_second_worker_off(jobs: DynamoProcessedJobs, hold: Hold, item: Item) -> None:
    with hold("a"):
        assert not jobs.is_done(KEY)
        assert item() == {"jobKey": KEY, "expiresAt": str(int(START) + 60), "leaseOwner": "a"}
        with pytest.raises(LeaseHeld), hold("b"):
            pass
    assert item()["leaseOwner"] == "a"


def test_who_never_held_the_lease_has_none_to_give_back(hold: Hold, capsys: pytest.CaptureFixture[str]) -> None:
    with hold("a"), pytest.raises(LeaseHeld), hold("b"):
        pass
    assert capsys.readouterr().out == ""


def test_the_record_replaces_the_lease(jobs: DynamoProcessedJobs, hold: Hold, item: Item) -> None:
    with hold("a"):
        pass
    jobs.mark_done(KEY, "email-1")
    assert jobs.is_done(KEY)
    assert "leaseOwner" not in item()
    with pytest.raises(LeaseHeld), hold("b"):
        pass


def test_after_a_crash_the_lease_runs_out_and_is_taken_over(clock: Clock, hold: Hold, item: Item) -> None:
    with pytest.raises(Crash), hold("a"):
        raise Crash
    clock.sleep(60)
    with pytest.raises(LeaseHeld), hold("b"):
        pass
    clock.sleep(1)
    with hold("b"):
        assert item()["leaseOwner"] == "b"


def test_after_a_failure_the_lease_is_given_back(hold: Hold, item: Item) -> None:
    with pytest.raises(RuntimeError), hold("a"):
        raise RuntimeError
    with hold("b"):
        assert item()["leaseOwner"] == "b"


def test_a_lease_that_another_took_over_is_not_given_back(
    clock: Clock, hold: Hold, item: Item, capsys: pytest.CaptureFixture[str]
) -> None:
    def lose_it() -> None:
        clock.sleep(61)
        with hold("b"):
            pass
        raise RuntimeError

    with pytest.raises(RuntimeError), hold("a"):
        lose_it()
    assert item()["leaseOwner"] == "b"
    assert "lease_not_given_back" in capsys.readouterr().out


def test_without_leases_everyone_may_send() -> None:
    with NoLeases().hold(KEY), NoLeases().hold(KEY):
        pass
