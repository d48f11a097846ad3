"""Lambda's functions and mappings, IAM's roles that they act with, and ECR's repositories of their images."""

from typing import TYPE_CHECKING

from embeddedaws.clients import Clients
from embeddedaws.resources.maker import Makers, Told, by_call
from pulumicheck.types import ecr, iam, lambda_
from pulumicheck.types.inputs import Inputs

if TYPE_CHECKING:
    from types_boto3_lambda.type_defs import ScalingConfigTypeDef


def _function(clients: Clients, inputs: Inputs) -> None:
    clients.lambda_.create_function(
        FunctionName=inputs["name"],
        PackageType=inputs["packageType"],
        Code={"ImageUri": inputs["imageUri"]},
        ImageConfig={"Command": inputs["imageConfig"]["commands"]},
        Role=inputs["role"],
        Architectures=inputs["architectures"],
        MemorySize=inputs["memorySize"],
        Timeout=inputs["timeout"],
        Environment={"Variables": inputs["environment"]["variables"]},
        LoggingConfig={
            "LogFormat": inputs["loggingConfig"]["logFormat"],
            "LogGroup": inputs["loggingConfig"]["logGroup"],
        },
    )


def _event_source_mapping(clients: Clients, inputs: Inputs) -> Told:
    made = clients.lambda_.create_event_source_mapping(
        EventSourceArn=inputs["eventSourceArn"],
        FunctionName=inputs["functionName"],
        BatchSize=inputs.get("batchSize", 10),
        ScalingConfig=_scaling(inputs.get("scalingConfig", {})),
        FunctionResponseTypes=inputs.get("functionResponseTypes", []),
    )
    return {"uuid": made.get("UUID")}


def _scaling(inputs: Inputs) -> "ScalingConfigTypeDef":
    return {"MaximumConcurrency": inputs["maximumConcurrency"]} if "maximumConcurrency" in inputs else {}


def _role(clients: Clients, inputs: Inputs) -> Told:
    made = clients.iam.create_role(RoleName=inputs["name"], AssumeRolePolicyDocument=inputs["assumeRolePolicy"])
    return {"uniqueId": made["Role"]["RoleId"]}


MAKERS: Makers = {
    lambda_.FUNCTION: _function,
    lambda_.EVENT_SOURCE_MAPPING: _event_source_mapping,
    iam.ROLE: _role,
    iam.ROLE_POLICY: by_call("iam", "put_role_policy", RoleName="role", PolicyName="name", PolicyDocument="policy"),
    iam.POLICY: by_call("iam", "create_policy", PolicyName="name", PolicyDocument="policy"),
    ecr.REPOSITORY: by_call("ecr", "create_repository", repositoryName="name"),
    ecr.LIFECYCLE_POLICY: by_call(
        "ecr", "put_lifecycle_policy", repositoryName="repository", lifecyclePolicyText="policy"
    ),
    ecr.REPOSITORY_POLICY: by_call("ecr", "set_repository_policy", repositoryName="repository", policyText="policy"),
}
