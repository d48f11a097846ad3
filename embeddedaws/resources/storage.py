"""DynamoDB's tables, S3's buckets and Secrets Manager's secrets."""

from typing import TYPE_CHECKING, Any

from embeddedaws.clients import Clients
from embeddedaws.resources.maker import Makers, Told, by_call
from pulumicheck.types import dynamodb, s3, secretsmanager
from pulumicheck.types.inputs import Inputs

if TYPE_CHECKING:
    from types_boto3_dynamodb.type_defs import CreateTableInputTypeDef, GlobalSecondaryIndexTypeDef


def _table(clients: Clients, inputs: Inputs) -> None:
    clients.dynamodb.create_table(**_definition(inputs))
    if "ttl" in inputs:
        ttl = inputs["ttl"]
        specification: Any = {"AttributeName": ttl["attributeName"], "Enabled": ttl.get("enabled", True)}
        clients.dynamodb.update_time_to_live(TableName=inputs["name"], TimeToLiveSpecification=specification)
    if "pointInTimeRecovery" in inputs:
        recovery: Any = {"PointInTimeRecoveryEnabled": inputs["pointInTimeRecovery"]["enabled"]}
        clients.dynamodb.update_continuous_backups(TableName=inputs["name"], PointInTimeRecoverySpecification=recovery)


def _definition(inputs: Inputs) -> "CreateTableInputTypeDef":
    request: CreateTableInputTypeDef = {
        "TableName": inputs["name"],
        "BillingMode": inputs["billingMode"],
        "AttributeDefinitions": [
            {"AttributeName": each["name"], "AttributeType": each["type"]} for each in inputs["attributes"]
        ],
        "KeySchema": _key_schema(inputs),
        "DeletionProtectionEnabled": inputs.get("deletionProtectionEnabled", False),
    }
    indexes = [_index(index) for index in inputs.get("globalSecondaryIndexes", [])]
    if indexes:
        request["GlobalSecondaryIndexes"] = indexes
    if "serverSideEncryption" in inputs:
        request["SSESpecification"] = {"Enabled": inputs["serverSideEncryption"]["enabled"]}
    return request


def _index(index: Inputs) -> "GlobalSecondaryIndexTypeDef":
    return {
        "IndexName": index["name"],
        "KeySchema": _key_schema(index),
        "Projection": {"ProjectionType": index["projectionType"]},
    }


def _key_schema(inputs: Inputs) -> list[Any]:
    if "keySchemas" in inputs:
        return [{"AttributeName": key["attributeName"], "KeyType": key["keyType"]} for key in inputs["keySchemas"]]
    keys = [(inputs["hashKey"], "HASH")] + ([(inputs["rangeKey"], "RANGE")] if "rangeKey" in inputs else [])
    return [{"AttributeName": name, "KeyType": kind} for name, kind in keys]


def _bucket(clients: Clients, inputs: Inputs) -> None:
    if clients.region == "us-east-1":  # S3 refuses this one region as a location constraint
        clients.s3.create_bucket(Bucket=inputs["bucket"])
    else:
        here: Any = {"LocationConstraint": clients.region}
        clients.s3.create_bucket(Bucket=inputs["bucket"], CreateBucketConfiguration=here)


def _public_access_block(clients: Clients, inputs: Inputs) -> None:
    clients.s3.put_public_access_block(
        Bucket=inputs["bucket"],
        PublicAccessBlockConfiguration={
            "BlockPublicAcls": inputs["blockPublicAcls"],
            "BlockPublicPolicy": inputs["blockPublicPolicy"],
            "IgnorePublicAcls": inputs["ignorePublicAcls"],
            "RestrictPublicBuckets": inputs["restrictPublicBuckets"],
        },
    )


def _ownership_controls(clients: Clients, inputs: Inputs) -> None:
    rules: Any = [{"ObjectOwnership": inputs["rule"]["objectOwnership"]}]
    clients.s3.put_bucket_ownership_controls(Bucket=inputs["bucket"], OwnershipControls={"Rules": rules})


def _versioning(clients: Clients, inputs: Inputs) -> None:
    status: Any = inputs["versioningConfiguration"]["status"]
    clients.s3.put_bucket_versioning(Bucket=inputs["bucket"], VersioningConfiguration={"Status": status})


def _secret(clients: Clients, inputs: Inputs) -> Told:
    description = inputs.get("description", "")
    return {"arn": clients.secretsmanager.create_secret(Name=inputs["name"], Description=description)["ARN"]}


MAKERS: Makers = {
    dynamodb.TABLE: _table,
    s3.BUCKET: _bucket,
    s3.BUCKET_PUBLIC_ACCESS_BLOCK: _public_access_block,
    s3.BUCKET_OWNERSHIP_CONTROLS: _ownership_controls,
    s3.BUCKET_VERSIONING: _versioning,
    s3.BUCKET_POLICY: by_call("s3", "put_bucket_policy", Bucket="bucket", Policy="policy"),
    secretsmanager.SECRET: _secret,
}
