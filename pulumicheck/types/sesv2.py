"""SES: what emails are sent as."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pulumicheck.types.inputs import Inputs
from pulumicheck.types.resource_type import ResourceType


def _until_verified(inputs: Inputs) -> Mapping[str, Any]:
    identity = str(inputs["emailIdentity"])
    is_domain = "@" not in identity
    tokens = [sha256(f"{identity}/{number}".encode()).hexdigest()[:32] for number in range(3)]
    return {
        "identityType": "DOMAIN" if is_domain else "EMAIL_ADDRESS",
        "dkimSigningAttributes": {"tokens": tokens if is_domain else []},
        "verifiedForSendingStatus": False,
    }


EMAIL_IDENTITY = ResourceType(
    "aws:sesv2/emailIdentity:EmailIdentity",
    about="A domain or an address that SES has to verify.",
    console="SES → Configuration → Identities → {emailIdentity}",
    cli="aws sesv2 get-email-identity --email-identity {emailIdentity}",
    kind="identity",
    named_by=("emailIdentity",),
    arn="arn:{partition}:ses:{region}:{account}:identity/{emailIdentity}",
    made_up=_until_verified,
    is_acted_on=True,
    lost="its verification, which takes up to 72 hours to come back",
)

ROWS = (EMAIL_IDENTITY,)
