from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from embeddedaws.clients import Clients
from embeddedaws.errors import UnknownResourceError
from embeddedaws.resources.provider import Provider

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

Serve = Callable[..., Clients]


@pytest.fixture
def clients(serve: Serve, moto: "WSGIApplication") -> Clients:
    return serve(moto)


def test_a_type_that_nobody_knows_is_refused_by_name_and_never_passed_over(clients: Clients) -> None:
    with pytest.raises(
        UnknownResourceError, match=r"cannot make aws:kinesis/stream:Stream yet: add a maker to embeddedaws/resources"
    ):
        Provider(clients).create("aws:kinesis/stream:Stream", "stream", {"name": "stream"})


def test_a_queue_has_the_attributes_that_were_declared(clients: Clients) -> None:
    id_, outputs = Provider(clients).create(
        "aws:sqs/queue:Queue",
        "queue",
        {
            "name": "jobs",
            "visibilityTimeoutSeconds": 60,
            "messageRetentionSeconds": 345_600,
            "sqsManagedSseEnabled": True,
        },
    )

    found = clients.sqs.get_queue_attributes(QueueUrl=id_, AttributeNames=["All"])["Attributes"]
    assert (found["VisibilityTimeout"], found["MessageRetentionPeriod"]) == ("60", "345600")
    assert found["SqsManagedSseEnabled"] == "true"
    assert (outputs["url"], outputs["arn"]) == (id_, "arn:aws:sqs:ap-south-1:123456789012:jobs")


def test_a_table_has_its_keys_index_ttl_and_recovery(clients: Clients) -> None:
    id_, outputs = Provider(clients).create(
        "aws:dynamodb/table:Table",
        "table",
        {
            "name": "tickets",
            "billingMode": "PAY_PER_REQUEST",
            "hashKey": "userId",
            "rangeKey": "ticketId",
            "attributes": [{"name": name, "type": "S"} for name in ("userId", "ticketId", "eventDate")],
            "globalSecondaryIndexes": [{"name": "by-date", "hashKey": "eventDate", "projectionType": "ALL"}],
            "ttl": {"attributeName": "expiresAt"},
            "pointInTimeRecovery": {"enabled": True},
            "deletionProtectionEnabled": True,
        },
    )

    dynamodb = clients.dynamodb
    table = dynamodb.describe_table(TableName=id_)["Table"]
    assert table.get("TableArn") == outputs["arn"] == "arn:aws:dynamodb:ap-south-1:123456789012:table/tickets"
    assert [key["AttributeName"] for key in table.get("KeySchema", [])] == ["userId", "ticketId"]
    (index,) = table.get("GlobalSecondaryIndexes", [])
    assert (index.get("IndexName"), index.get("KeySchema", [])[0]["AttributeName"]) == ("by-date", "eventDate")
    assert table.get("DeletionProtectionEnabled") is True
    ttl = dynamodb.describe_time_to_live(TableName=id_)["TimeToLiveDescription"]
    assert ttl == {"TimeToLiveStatus": "ENABLED", "AttributeName": "expiresAt"}
    backups = dynamodb.describe_continuous_backups(TableName=id_)["ContinuousBackupsDescription"]
    assert backups.get("PointInTimeRecoveryDescription", {}).get("PointInTimeRecoveryStatus") == "ENABLED"


@pytest.mark.parametrize("region", ["ap-south-1", "us-east-1"])
def test_a_bucket_is_made_in_any_region(serve: Serve, moto: "WSGIApplication", region: str) -> None:
    clients = serve(moto, region)

    id_, outputs = Provider(clients).create("aws:s3/bucket:Bucket", "assets", {"bucketPrefix": "assets-"})

    assert (outputs["bucket"], outputs["arn"]) == (id_, f"arn:aws:s3:::{id_}")
    assert [bucket.get("Name") for bucket in clients.s3.list_buckets()["Buckets"]] == [id_]


@pytest.mark.parametrize(("identity", "tokens"), [("example.com", 3), ("a@example.com", 0)], ids=["domain", "address"])
def test_only_a_domain_has_dkim_tokens(clients: Clients, identity: str, tokens: int) -> None:
    _, outputs = Provider(clients).create(
        "aws:sesv2/emailIdentity:EmailIdentity", "sender", {"emailIdentity": identity}
    )

    assert outputs["arn"] == f"arn:aws:ses:ap-south-1:123456789012:identity/{identity}"
    assert len(outputs["dkimSigningAttributes"]["tokens"]) == tokens


_TRUST = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:*"}]}'
_ROLE = {"name": "worker", "assumeRolePolicy": _TRUST}


def test_a_role_has_the_boundary_the_policies_and_the_tags_that_were_declared(clients: Clients) -> None:
    boundary, reader = (f"arn:aws:iam::aws:policy/{name}" for name in ("AWSDenyAll", "ReadOnlyAccess"))
    role = {**_ROLE, "permissionsBoundary": boundary, "managedPolicyArns": [reader], "tags": {"stage": "dev"}}

    Provider(clients, {"team": "a"}).create("aws:iam/role:Role", "worker", role)

    found = clients.iam.get_role(RoleName="worker")["Role"]
    assert found.get("PermissionsBoundary", {}).get("PermissionsBoundaryArn") == boundary
    assert {tag["Key"]: tag["Value"] for tag in found.get("Tags", [])} == {"team": "a", "stage": "dev"}
    attached = clients.iam.list_attached_role_policies(RoleName="worker")["AttachedPolicies"]
    assert [each.get("PolicyArn") for each in attached] == [reader]


def test_a_roles_own_policies_are_refused_by_name(clients: Clients) -> None:
    inline = [{"name": "all", "policy": _TRUST}]

    with pytest.raises(UnknownResourceError, match="inlinePolicies"):
        Provider(clients).create("aws:iam/role:Role", "worker", {**_ROLE, "inlinePolicies": inline})
