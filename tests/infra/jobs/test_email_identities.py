from typing import Any

import pytest

from infra.jobs.email_identities import dkim_records


def test_the_domain_signs_with_easy_dkim_and_the_test_address_is_verified(dev: Any) -> None:
    assert dev.one("EmailIdentity", "sender-domain").inputs == {
        "emailIdentity": "minitickets.theversehub.in",
        "dkimSigningAttributes": {"nextSigningKeyLength": "RSA_2048_BIT"},
    }
    assert dev.one("EmailIdentity", "test-address").inputs == {"emailIdentity": "minitickets-test@theversehub.in"}


@pytest.mark.parametrize(
    ("region", "zone"), [("ap-south-1", "dkim.amazonses.com"), ("eu-south-1", "dkim.eu-south-1.amazonses.com")]
)
def test_a_dkim_record_points_to_the_zone_of_its_region(region: str, zone: str) -> None:
    assert dkim_records(["t1"], "example.com", region) == [
        {"name": "t1._domainkey.example.com", "type": "CNAME", "value": f"t1.{zone}"}
    ]
