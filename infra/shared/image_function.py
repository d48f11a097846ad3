from collections.abc import Mapping
from dataclasses import dataclass

import pulumi
import pulumi_aws as aws

from infra.shared.execution_role import ExecutionRole
from infra.shared.function_logs import FunctionLogs


@dataclass(frozen=True, kw_only=True)
class FunctionInputs:
    """What sets one function of the image apart from the other."""

    function_name: str
    image_uri: pulumi.Input[str]
    handler: str
    memory: int
    """MB; Lambda gives processor time in proportion."""
    timeout: int
    """Seconds."""
    environment: Mapping[str, pulumi.Input[str]]


class ImageFunction(pulumi.ComponentResource):
    """A Lambda function from a container image, arm64, outside any VPC: it calls public AWS APIs only."""

    function_name: pulumi.Output[str]
    role: ExecutionRole
    logs: FunctionLogs

    def __init__(
        self,
        name: str,
        inputs: FunctionInputs,
        role: ExecutionRole,
        logs: FunctionLogs,
        opts: pulumi.ResourceOptions,
    ) -> None:
        super().__init__("minitickets:shared:ImageFunction", name, None, opts)
        function = aws.lambda_.Function(
            name,
            name=inputs.function_name,
            role=role.arn,
            package_type="Image",
            image_uri=inputs.image_uri,
            image_config=aws.lambda_.FunctionImageConfigArgs(commands=[inputs.handler]),
            architectures=["arm64"],
            memory_size=inputs.memory,
            timeout=inputs.timeout,
            environment=aws.lambda_.FunctionEnvironmentArgs(variables=inputs.environment),
            # Text leaves our lines as they are; JSON would wrap them in an object of Lambda's own.
            logging_config=aws.lambda_.FunctionLoggingConfigArgs(log_format="Text", log_group=logs.group_name),
            opts=pulumi.ResourceOptions(parent=self, depends_on=role.policies),
        )
        self.function_name, self.role, self.logs = function.name, role, logs
        self.register_outputs({"functionName": self.function_name})
