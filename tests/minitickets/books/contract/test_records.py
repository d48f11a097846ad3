from typing import Any

import pytest

from minitickets.books.contract.records import record_complaints

RECORD = {
    "jobKey": {"S": "booking.confirmed:bkg_7"},
    "expiresAt": {"N": "1769335200"},
    "processedAt": {"S": "2025-12-26T10:00:00+00:00"},
    "emailId": {"S": "email-1"},
}
WRITTEN = (1766743190.0, 1766743210.0)


def _complaints(message: dict[str, Any], **changes: Any) -> list[str]:
    return record_complaints(message, {**RECORD, **changes}, email_ids=["email-1"], written=WRITTEN)


def test_a_record_that_lasts_30_days_is_right(message: dict[str, Any]) -> None:
    assert _complaints(message) == []


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"jobKey": {"S": "booking.confirmed:bkg_8"}}, "jobKey"),
        ({"emailId": {"S": "email-2"}}, "emailId"),
        ({"emailId": {"S": ""}}, "emailId"),
        ({"expiresAt": {"N": "1769335200000"}}, "30 days"),
        ({"expiresAt": {"S": "1769335200"}}, "30 days"),
        ({"expiresAt": {"N": "1766743260"}}, "30 days"),
        ({"expiresAt": {}}, "30 days"),
        ({"processedAt": {"S": "2025-12-26T11:00:00+00:00"}}, "processedAt"),
        ({"processedAt": {"S": "today"}}, "processedAt"),
        ({"leaseOwner": {"S": "a"}}, "lease"),
    ],
)
def test_what_is_wrong_is_said(message: dict[str, Any], changes: dict[str, Any], complaint: str) -> None:
    (found,) = _complaints(message, **changes)

    assert complaint in found
