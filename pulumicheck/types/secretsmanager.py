"""Secrets Manager: secrets and their policies."""

from pulumicheck.types.arns import SECRET_ENDING
from pulumicheck.types.resource_type import ResourceType, Target, resource_policy

SECRET = ResourceType(
    "aws:secretsmanager/secret:Secret",
    about="A secret, whose values have versions.",
    console="Secrets Manager → Secrets → {name} → Versions",
    cli="aws secretsmanager describe-secret --secret-id {name}",
    kind="secret",
    arn=f"arn:{{partition}}:secretsmanager:{{region}}:{{account}}:secret:{{name}}-{SECRET_ENDING}",
    id="{arn}",
    telling=("kmsKeyId",),
    is_acted_on=True,
    lost="its value, after 30 days in which its name is taken",
    idle="0.40 $ a month, whether it is read or not.",
)

SECRET_POLICY = resource_policy(
    "aws:secretsmanager/secretPolicy:SecretPolicy",
    about="The secret's resource policy.",
    console="Secrets Manager → Secrets → {secretArn} → Overview → Resource permissions",
    cli="aws secretsmanager get-resource-policy --secret-id {secretArn}",
    target=Target("secretArn", SECRET.token),
    changed_by="secretsmanager:PutResourcePolicy",
)

ROWS = (SECRET, SECRET_POLICY)
