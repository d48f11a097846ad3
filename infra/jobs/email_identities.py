from collections.abc import Sequence

import pulumi
import pulumi_aws as aws

from infra.policy import Statement
from infra.settings import Settings

# Regions whose DKIM keys are not published under dkim.amazonses.com (AWS General Reference, "Amazon SES endpoints and
# quotas", DKIM domains).
_OWN_DKIM_DOMAIN = {
    "af-south-1",
    "ap-northeast-3",
    "ap-south-2",
    "ap-southeast-3",
    "ap-southeast-5",
    "ca-west-1",
    "eu-central-2",
    "eu-south-1",
    "il-central-1",
    "me-central-1",
    "us-gov-east-1",
}


class EmailIdentities(pulumi.ComponentResource):
    """The domain that emails are sent from, with Easy DKIM, and the address that tests are sent to.

    In SES's sandbox a recipient must be a verified identity too, and sending to it is authorised against that one.
    """

    dkim_records: pulumi.Output[list[dict[str, str]]]
    """The CNAME records that the domain's owner has to publish before SES verifies the domain."""

    def __init__(self, name: str, settings: Settings, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:jobs:EmailIdentities", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        domain = aws.sesv2.EmailIdentity(
            "sender-domain",
            email_identity=settings.sender_domain,
            dkim_signing_attributes=aws.sesv2.EmailIdentityDkimSigningAttributesArgs(
                next_signing_key_length="RSA_2048_BIT"
            ),
            opts=child,
        )
        test_address = aws.sesv2.EmailIdentity("test-address", email_identity=settings.test_address, opts=child)
        self.domain_arn, self.test_address_arn = domain.arn, test_address.arn
        self.dkim_records = domain.dkim_signing_attributes.tokens.apply(
            lambda tokens: dkim_records(tokens or [], settings.sender_domain, settings.region)
        )
        self.register_outputs({"dkimRecords": self.dkim_records})

    def may_send(self, sender: str) -> Statement:
        """Lets the worker send from one address."""
        return Statement(
            sid="SendBookingEmails",
            actions=("ses:SendEmail",),
            resources=(self.domain_arn, self.test_address_arn),
            condition={"StringEquals": {"ses:FromAddress": sender}},
            why="Sends as our configured address and no other of the domain. It does not limit what an email says.",
            used_by=("our code",),
        )


def create_email_identities(settings: Settings, opts: pulumi.ResourceOptions) -> EmailIdentities:
    """The SES identities. They need no switch: publishing DNS records and verifying them takes up to three days."""
    return EmailIdentities("email-identities", settings, opts)


def dkim_records(tokens: Sequence[str], domain: str, region: str) -> list[dict[str, str]]:
    """The DNS records that prove with Easy DKIM that the domain is ours."""
    zone = f"dkim.{region}.amazonses.com" if region in _OWN_DKIM_DOMAIN else "dkim.amazonses.com"
    return [{"name": f"{token}._domainkey.{domain}", "type": "CNAME", "value": f"{token}.{zone}"} for token in tokens]
