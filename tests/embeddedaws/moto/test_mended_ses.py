"""SES's identities, where moto keeps them otherwise than AWS."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from embeddedaws.call import Account
from embeddedaws.clients import Clients
from embeddedaws.moto.ses import SesAccount

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from types_boto3_sesv2 import SESV2Client

DOMAIN = "example.com"
ARN = f"arn:aws:ses:ap-south-1:123456789012:identity/{DOMAIN}"
TAGS = [{"Key": "stack", "Value": "dev"}]


@pytest.fixture
def ses(serve: Callable[..., Clients], moto: "WSGIApplication") -> "SESV2Client":
    return serve(SesAccount(moto, Account("123456789012", "ap-south-1"))).sesv2


def test_the_tags_that_an_identity_is_made_with_are_listed_by_its_arn(ses: "SESV2Client") -> None:
    ses.create_email_identity(EmailIdentity=DOMAIN, Tags=[{"Key": "stack", "Value": "dev"}])

    assert ses.list_tags_for_resource(ResourceArn=ARN)["Tags"] == TAGS
    assert ses.get_email_identity(EmailIdentity=DOMAIN)["Tags"] == TAGS


def test_an_identity_shows_the_tags_that_it_has_now(ses: "SESV2Client") -> None:
    ses.create_email_identity(EmailIdentity=DOMAIN)
    ses.tag_resource(ResourceArn=ARN, Tags=[{"Key": "stack", "Value": "dev"}])

    assert ses.get_email_identity(EmailIdentity=DOMAIN)["Tags"] == TAGS


def test_the_tags_go_with_the_identity(ses: "SESV2Client") -> None:
    ses.create_email_identity(EmailIdentity=DOMAIN, Tags=[{"Key": "stack", "Value": "dev"}])
    ses.delete_email_identity(EmailIdentity=DOMAIN)
    ses.create_email_identity(EmailIdentity=DOMAIN)

    assert ses.list_tags_for_resource(ResourceArn=ARN)["Tags"] == []


def test_the_key_of_a_domain_is_changed_under_both_versions_of_the_api(ses: "SESV2Client") -> None:
    """The API reference and AWS's other SDKs have the path under version 1."""
    ses.create_email_identity(EmailIdentity=DOMAIN)
    paths: list[str] = []

    def call_version_1(params: Any, **_: object) -> None:
        params["url"] = params["url"].replace("/v2/", "/v1/")
        paths.append(params["url"])

    event = "before-call.sesv2.PutEmailIdentityDkimSigningAttributes"
    ses.meta.events.register(event, call_version_1)
    answer = ses.put_email_identity_dkim_signing_attributes(
        EmailIdentity=DOMAIN,
        SigningAttributesOrigin="AWS_SES",
        SigningAttributes={"NextSigningKeyLength": "RSA_2048_BIT"},
    )
    ses.meta.events.unregister(event, call_version_1)

    assert "/v1/email/identities/" in paths[0]
    assert answer["DkimStatus"] == "SUCCESS"
    dkim = ses.get_email_identity(EmailIdentity=DOMAIN)["DkimAttributes"]
    assert dkim.get("NextSigningKeyLength") == "RSA_2048_BIT"


def test_a_domain_has_the_key_that_it_is_asked_to_have(ses: "SESV2Client") -> None:
    ses.create_email_identity(EmailIdentity=DOMAIN, DkimSigningAttributes={"NextSigningKeyLength": "RSA_2048_BIT"})

    dkim = ses.get_email_identity(EmailIdentity=DOMAIN)["DkimAttributes"]
    assert dkim.get("CurrentSigningKeyLength") == dkim.get("NextSigningKeyLength") == "RSA_2048_BIT"
    assert dkim.get("LastKeyGenerationTimestamp")
    assert len(dkim.get("Tokens", [])) == 3
