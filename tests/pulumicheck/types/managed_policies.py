"""Writes the table of the AWS managed policies that are known without AWS, from moto's copy of all of them.

    .venv/bin/python -m tests.pulumicheck.types.managed_policies

moto (Apache-2.0) reads them from IAM; what they say are facts, each with its version and the date of that. The table
has those that people attach to the roles, users and groups of a stack; the longest are left out.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from moto.iam.aws_managed_policies import aws_managed_policies_data

TABLE = Path("pulumicheck/types/aws_managed_policies.json")
LONGEST = 5_000  # characters
NAMES = [
    "AdministratorAccess",
    "AmazonAPIGatewayAdministrator",
    "AmazonAPIGatewayInvokeFullAccess",
    "AmazonAPIGatewayPushToCloudWatchLogs",
    "AmazonAthenaFullAccess",
    "AmazonBedrockFullAccess",
    "AmazonBedrockReadOnly",
    "AmazonCognitoPowerUser",
    "AmazonCognitoReadOnly",
    "AmazonDynamoDBFullAccess",
    "AmazonDynamoDBFullAccess_v2",
    "AmazonDynamoDBReadOnlyAccess",
    "AmazonEC2ContainerRegistryFullAccess",
    "AmazonEC2ContainerRegistryPowerUser",
    "AmazonEC2ContainerRegistryPullOnly",
    "AmazonEC2ContainerRegistryReadOnly",
    "AmazonEC2ContainerServiceforEC2Role",
    "AmazonEC2FullAccess",
    "AmazonEC2ReadOnlyAccess",
    "AmazonEC2RoleforSSM",
    "AmazonECSTaskExecutionRolePolicy",
    "AmazonECS_FullAccess",
    "AmazonEKSClusterPolicy",
    "AmazonEKSFargatePodExecutionRolePolicy",
    "AmazonEKSServicePolicy",
    "AmazonEKSVPCResourceController",
    "AmazonEKSWorkerNodePolicy",
    "AmazonEKSWorkerNodeMinimalPolicy",
    "AmazonEKS_CNI_Policy",
    "AmazonElasticFileSystemClientReadWriteAccess",
    "AmazonElasticFileSystemFullAccess",
    "AmazonEventBridgeFullAccess",
    "AmazonKinesisFirehoseFullAccess",
    "AmazonKinesisFullAccess",
    "AmazonKinesisReadOnlyAccess",
    "AmazonMQFullAccess",
    "AmazonMSKFullAccess",
    "AmazonRDSDataFullAccess",
    "AmazonRDSEnhancedMonitoringRole",
    "AmazonRDSFullAccess",
    "AmazonRDSReadOnlyAccess",
    "AmazonRoute53FullAccess",
    "AmazonS3FullAccess",
    "AmazonS3ReadOnlyAccess",
    "AmazonS3ObjectLambdaExecutionRolePolicy",
    "AmazonSESFullAccess",
    "AmazonSESReadOnlyAccess",
    "AmazonSNSFullAccess",
    "AmazonSNSReadOnlyAccess",
    "AmazonSNSRole",
    "AmazonSQSFullAccess",
    "AmazonSQSReadOnlyAccess",
    "AmazonSSMFullAccess",
    "AmazonSSMManagedInstanceCore",
    "AmazonSSMReadOnlyAccess",
    "AmazonVPCFullAccess",
    "AmazonVPCReadOnlyAccess",
    "AmazonSSMDirectoryServiceAccess",
    "AWSAppRunnerServicePolicyForECRAccess",
    "AWSBackupServiceRolePolicyForBackup",
    "AWSBatchServiceRole",
    "AWSCertificateManagerFullAccess",
    "AWSCloudFormationFullAccess",
    "AWSCloudFormationReadOnlyAccess",
    "AWSCodeBuildDeveloperAccess",
    "AWSCodeDeployRole",
    "AWSCodeDeployRoleForLambda",
    "AWSCodePipeline_FullAccess",
    "AWSConfigUserAccess",
    "AWSElasticBeanstalkWebTier",
    "AWSElasticBeanstalkWorkerTier",
    "AWSGlueServiceRole",
    "AWSIoTDataAccess",
    "AWSIoTFullAccess",
    "AWSKeyManagementServicePowerUser",
    "AWSLambdaBasicDurableExecutionRolePolicy",
    "AWSLambdaBasicExecutionRole",
    "AWSLambdaDynamoDBExecutionRole",
    "AWSLambdaENIManagementAccess",
    "AWSLambdaExecute",
    "AWSLambdaInvocation-DynamoDB",
    "AWSLambdaKinesisExecutionRole",
    "AWSLambdaMSKExecutionRole",
    "AWSLambdaRole",
    "AWSLambdaSQSQueueExecutionRole",
    "AWSLambdaVPCAccessExecutionRole",
    "AWSLambda_FullAccess",
    "AWSLambda_ReadOnlyAccess",
    "AWSStepFunctionsFullAccess",
    "AWSStepFunctionsReadOnlyAccess",
    "AWSXRayDaemonWriteAccess",
    "AWSXrayFullAccess",
    "AWSXrayReadOnlyAccess",
    "AWSXrayWriteOnlyAccess",
    "Billing",
    "CloudFrontFullAccess",
    "CloudWatchAgentAdminPolicy",
    "CloudWatchAgentServerPolicy",
    "CloudWatchEventsFullAccess",
    "CloudWatchFullAccess",
    "CloudWatchFullAccessV2",
    "CloudWatchLogsFullAccess",
    "CloudWatchLogsReadOnlyAccess",
    "CloudWatchReadOnlyAccess",
    "DatabaseAdministrator",
    "IAMFullAccess",
    "IAMReadOnlyAccess",
    "IAMUserChangePassword",
    "IAMUserSSHKeys",
    "NetworkAdministrator",
    "PowerUserAccess",
    "ResourceGroupsandTagEditorFullAccess",
    "SecretsManagerReadWrite",
    "SupportUser",
    "SystemAdministrator",
    "AWSDenyAll",
    "AWSCompromisedKeyQuarantineV3",
    "AWSCompromisedKeyQuarantineV2",
]


def table() -> dict[str, Any]:
    """What the table says, by ARN."""
    policies: dict[str, Any] = json.loads(aws_managed_policies_data)
    small = {name: policies[name] for name in NAMES if name in policies and _length(policies[name]) <= LONGEST}
    return {f"arn:aws:iam::aws:policy{each['Path']}{name}": _row(each) for name, each in sorted(small.items())}


def _row(policy: Mapping[str, Any]) -> dict[str, Any]:
    return {"version": policy["DefaultVersionId"], "of": policy["UpdateDate"][:10], "document": policy["Document"]}


def _length(policy: Mapping[str, Any]) -> int:
    return len(json.dumps(policy["Document"], separators=(",", ":")))


def written() -> str:
    """The table's text, a policy a line."""
    lines = (f"{json.dumps(arn)}: {json.dumps(row, separators=(',', ':'))}" for arn, row in table().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    TABLE.write_text(written(), encoding="utf-8")
