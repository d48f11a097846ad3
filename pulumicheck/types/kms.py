"""KMS: keys, their names and their policies."""

from collections.abc import Mapping

from pulumicheck.types.arns import made_up_uuid
from pulumicheck.types.inputs import Inputs
from pulumicheck.types.resource_type import ResourceType, Target, resource_policy


def _key_id(inputs: Inputs) -> Mapping[str, str]:
    return {"keyId": made_up_uuid(inputs["name"])}


KEY = ResourceType(
    "aws:kms/key:Key",
    about="Encrypts and decrypts; what it is never leaves KMS.",
    console="KMS → Customer managed keys → {keyId}",
    cli="aws kms describe-key --key-id {keyId}",
    kind="key",
    named_by=(),
    arn="arn:{partition}:kms:{region}:{account}:key/{keyId}",
    id="{keyId}",
    made_up=_key_id,
    telling=("keyUsage", "customerMasterKeySpec", "enableKeyRotation", "deletionWindowInDays"),
    document="policy",
    policy_type="resource",
    is_acted_on=True,
    lost="whatever is encrypted with it",
    idle="1 $ a month, and as much for each of its first two rotations.",
)

ALIAS = ResourceType(
    "aws:kms/alias:Alias",
    about="A name for a key, by which it is found.",
    console="KMS → Customer managed keys → {targetKeyId} → Aliases",
    cli="aws kms list-aliases --key-id {targetKeyId}",
    arn="arn:{partition}:kms:{region}:{account}:{name}",  # the name begins with alias/
    target=Target("targetKeyId", KEY.token),
    changed_by="kms:UpdateAlias",
)

KEY_POLICY = resource_policy(
    "aws:kms/keyPolicy:KeyPolicy",
    about="The key's resource policy.",
    console="KMS → Customer managed keys → {keyId} → Key policy",
    cli="aws kms get-key-policy --key-id {keyId} --policy-name default",
    target=Target("keyId", KEY.token),
    changed_by="kms:PutKeyPolicy",
)

ROWS = (KEY, ALIAS, KEY_POLICY)
