"""The table of all types, by their tokens; what is not in it is as little known as can be."""

from pulumicheck.types import cloudwatch, dynamodb, ecr, iam, kms, lambda_, s3, secretsmanager, sesv2, sns, sqs
from pulumicheck.types.classes import class_of
from pulumicheck.types.resource_type import ResourceType

STACK = "pulumi:pulumi:Stack"
"""The token of the stack itself, which is above all."""

STACK_REFERENCE = "pulumi:pulumi:StackReference"
"""The token by which a program reads the outputs of another stack."""

PROVIDERS = "pulumi:providers:"
"""What the token of each provider begins with; its package follows."""

# pulumi-aws, provider/resources_overlays.go, `DeleteBeforeReplace`.
DELETED_FIRST = {
    "aws:apigateway/integration:Integration",
    "aws:cloudwatch/logSubscriptionFilter:LogSubscriptionFilter",
    "aws:ec2transitgateway/vpcAttachment:VpcAttachment",
    "aws:ecr/lifecyclePolicy:LifecyclePolicy",
    "aws:iam/groupPolicyAttachment:GroupPolicyAttachment",
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
    "aws:iam/userPolicyAttachment:UserPolicyAttachment",
}
"""Types of which the provider takes the old one away before it makes the new one, whatever their names."""

AWS_PROVIDER = ResourceType(
    f"{PROVIDERS}aws",
    about="The provider that makes everything here: region, account and default tags.",
    console="the account menu at the top right",
    cli="aws sts get-caller-identity",
    minor=True,
    named_by=(),
    telling=("region",),
    regional=False,
)

_SERVICES = (cloudwatch, dynamodb, ecr, iam, kms, lambda_, s3, secretsmanager, sesv2, sns, sqs)
TABLE = {row.token: row for row in (*(row for service in _SERVICES for row in service.ROWS), AWS_PROVIDER)}


def resource_type(token: str) -> ResourceType:
    """What is known of a type; for one that is not in the table, what can be said of any."""
    return TABLE.get(token) or _unknown(token)


def is_provider(token: str) -> bool:
    """Whether it is the type of a provider, of AWS or another."""
    return token.startswith(PROVIDERS)


def _unknown(token: str) -> ResourceType:
    """It is taken to be replaced when its name or its region changes."""
    service = token.partition(":")[2].partition("/")[0]  # package:service/module:type
    return ResourceType(
        token,
        about=f"A {token.rpartition(':')[2]}.",
        console=f"{service.upper()} → {{name}}",
        cli="pulumi stack --show-urns",
        named_by=("name", "bucket"),
        arn=f"arn:{{partition}}:{service}:{{region}}:{{account}}:{{name}}",
        regional=token.startswith("aws:") and service != "iam",
        lost=_lost(token),
        is_known=False,
    )


def _lost(token: str) -> str:
    """What is lost with one; of a type that nobody knows, whatever that may be."""
    known = class_of(token)
    if known is None:
        return "" if is_provider(token) else "whatever it holds: its type is not known"
    return known.holds
