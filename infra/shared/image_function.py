from collections.abc import Mapping

import pulumi
import pulumi_aws as aws

from infra.shared.consumer import Consumer
from infra.shared.execution_role import ExecutionRole
from infra.shared.function_logs import FunctionLogs


class ImageFunction(pulumi.ComponentResource):
    """A Lambda function from a container image, arm64, outside any VPC: it calls public AWS APIs only."""

    def __init__(
        self,
        name: str,
        consumer: Consumer,
        *,
        image_uri: pulumi.Input[str],
        environment: Mapping[str, pulumi.Input[str]],
        role: ExecutionRole,
        logs: FunctionLogs,
        opts: pulumi.ResourceOptions,
    ) -> None:
        super().__init__("minitickets:shared:ImageFunction", name, None, opts)
        function = aws.lambda_.Function(
            name,
            name=consumer.function_name,
            role=role.arn,
            package_type="Image",
            image_uri=image_uri,
            image_config=aws.lambda_.FunctionImageConfigArgs(commands=[consumer.handler]),
            architectures=["arm64"],
            memory_size=consumer.memory,
            timeout=consumer.timeout,
            environment=aws.lambda_.FunctionEnvironmentArgs(variables=environment),
            # Text leaves our lines as they are; JSON would wrap them in an object of Lambda's own.
            logging_config=aws.lambda_.FunctionLoggingConfigArgs(log_format="Text", log_group=logs.group_name),
            opts=pulumi.ResourceOptions(parent=self, depends_on=role.policies),
        )
        self.function_name, self.role, self.logs = function.name, role, logs
        self.register_outputs({"functionName": self.function_name})
