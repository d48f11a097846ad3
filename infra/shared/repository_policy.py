import pulumi
import pulumi_aws as aws

from infra.policy import Statement, policy_document, reasons


class RepositoryPolicy(pulumi.ComponentResource):
    """A repository's resource policy, apart from the repository since it shows the repository's ARN as an input."""

    policy_id: pulumi.Output[str]
    """Known once the policy is in force."""

    def __init__(
        self, name: str, repository: aws.ecr.Repository, statement: Statement, opts: pulumi.ResourceOptions
    ) -> None:
        inputs = {"statements": reasons("resource", repository.arn, [statement])}
        super().__init__("minitickets:shared:RepositoryPolicy", name, inputs, opts)
        policy = aws.ecr.RepositoryPolicy(
            name,
            repository=repository.name,
            policy=policy_document(statement),
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.policy_id = policy.id
        self.register_outputs({})
