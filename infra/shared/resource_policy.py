from collections.abc import Callable

import pulumi

from infra.policy import Statement, policy_document, reasons


class ResourcePolicy(pulumi.ComponentResource):
    """The policy of a queue, a bucket or a repository.

    A component of its own because its statement names the resource's ARN: a component waits for its inputs before its
    children start, so the one that makes the resource could never have them among its inputs. `attach` makes of the
    policy JSON what AWS knows. `former_type` is an alias: stacks deployed while each kind had a component of its own
    keep what they have.
    """

    policy_id: pulumi.Output[str]
    """Known once the policy is in force."""

    def __init__(
        self,
        name: str,
        former_type: str,
        arn: pulumi.Output[str],
        statement: Statement,
        attach: Callable[[pulumi.Output[str], pulumi.ResourceOptions], pulumi.CustomResource],
        opts: pulumi.ResourceOptions,
    ) -> None:
        inputs = {"statements": reasons("resource", arn, [statement])}
        known = pulumi.ResourceOptions(aliases=[pulumi.Alias(type_=former_type)])
        super().__init__("minitickets:shared:ResourcePolicy", name, inputs, pulumi.ResourceOptions.merge(opts, known))
        self.policy_id = attach(policy_document(statement), pulumi.ResourceOptions(parent=self)).id
        self.register_outputs({})
