"""Whoever may send as one address sends as no other, however it is written."""

import pytest

from tests.fixtures.servers import said_in

from .conftest import TEXT, World

OURS = "a@example.com"
_ONLY_OURS = {"StringEquals": {"ses:FromAddress": OURS}}


@pytest.fixture
def sending(world: World) -> World:
    world.allow("ses:SendEmail", Condition=_ONLY_OURS)
    return world


def _send(world: World, sender: str, recipient: str = "guest@example.org") -> None:
    world.role.sesv2.send_email(
        FromEmailAddress=sender, Destination={"ToAddresses": [recipient]}, Content={"Simple": TEXT}
    )


@pytest.mark.parametrize("sender", [OURS, f"Tickets <{OURS}>", f'"vip@example.com" <{OURS}>'])
def test_the_permitted_address_may_have_any_name(sending: World, sender: str) -> None:
    _send(sending, sender)

    assert sending.mailbox.emails[-1].sender == sender


@pytest.mark.parametrize(
    ("sender", "code"),
    [
        (f'"{OURS}" <vip@example.com>', "AccessDeniedException"),
        ("=?utf-8?q?a=40example.com?= <vip@example.com>", "AccessDeniedException"),
        (f"{OURS} <vip@example.com>", "BadRequestException"),
        (f"{OURS}, vip@example.com", "BadRequestException"),
        (f"vip@example.com ({OURS})", "BadRequestException"),
        (f"Team: {OURS}, vip@example.com;", "BadRequestException"),
        (f"<{OURS}:vip@example.com>", "BadRequestException"),
        (f"{OURS}\r\nFrom: vip@example.com", "BadRequestException"),
    ],
)
def test_another_address_beside_it_is_refused(sending: World, sender: str, code: str) -> None:
    error = sending.refused(lambda _: _send(sending, sender))

    assert said_in(error)[0] == code


def test_a_name_can_be_what_is_permitted(world: World) -> None:
    world.allow("ses:SendEmail", Condition={"StringEquals": {"ses:FromDisplayName": "Café"}})
    _send(world, f"=?utf-8?b?Q2Fmw6k=?= <{OURS}>")
    world.forget()

    world.refused(lambda _: _send(world, f"Cafe <{OURS}>"))
    world.refused(lambda _: _send(world, OURS))


@pytest.mark.parametrize("recipient", ["guest@example.org, eve@evil.example", "guest@example.org <eve@evil.example>"])
def test_a_recipient_is_one_address_too(world: World, recipient: str) -> None:
    world.allow("ses:SendEmail", Condition={"ForAllValues:StringEquals": {"ses:Recipients": "guest@example.org"}})
    _send(world, OURS)
    world.forget()

    world.refused(lambda _: _send(world, OURS, recipient))
