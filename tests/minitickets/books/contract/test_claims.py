from typing import Any

import pytest

from minitickets.books.contract.claims import claim_complaints, claimed_booking

CLAIM = {
    "userId": {"S": "booking#bkg_7"},
    "ticketId": {"S": "owner"},
    "ownerId": {"S": "usr_1"},
    "eventId": {"S": "evt_1"},
}


def test_a_claim_is_the_message_s_user_and_event(message: dict[str, Any]) -> None:
    assert claim_complaints(message, CLAIM) == []


@pytest.mark.parametrize("name", CLAIM)
def test_each_attribute_counts(message: dict[str, Any], name: str) -> None:
    assert claim_complaints(message, {**CLAIM, name: {"S": "another"}}) == [f"its {name} is another"]


def test_a_claim_is_told_from_a_ticket() -> None:
    assert claimed_booking(CLAIM) == "bkg_7"
    assert claimed_booking({"userId": {"S": "usr_1"}, "ticketId": {"S": "bkg_7-1"}}) is None
