"""Forged tokens, systematically: each is refused, and for the right reason."""

from itertools import permutations
from string import ascii_letters, digits, whitespace

import pytest

from fuzz.token_oracle import verdict
from fuzz.worlds import RING
from tickets.tokens import (
    BadSignature,
    InvalidToken,
    MalformedToken,
    UnknownKey,
    VerifiedTicket,
    sign_ticket,
    verify_ticket,
)

TOKEN = sign_ticket(RING, "k1", "bkg_01JD8Z-1", "evt_9")
PARTS = TOKEN.split(".")
PREFIX, KEY_ID, TICKET, EVENT, MAC = PARTS
BASE64URL = ascii_letters + digits + "-_"
SPACES = [*whitespace, "\0", "\x85", "\xa0", "\u2028", "\u3000", "\u200b", "\u200d", "\ufeff", "\xad"]
# Cyrillic letters, other ones and a small l, other dots.
LOOK_ALIKES = [
    *(("M", "\u041c"), ("k", "\u043a"), ("e", "\u0435")),
    *(("1", one) for one in "\u0661\u0967\u2460\u00b9l"),
    *((".", dot) for dot in "\u3002\uff0e\u2024\u00b7,;:"),
]
FULL_WIDTH = {ord(character): ord(character) + 0xFEE0 for character in TOKEN}


def refusal(token: str | bytes) -> type[InvalidToken] | None:
    try:
        verify_ticket(token, RING)
    except InvalidToken as error:
        return type(error)
    return None


def refusals(tokens: list[str]) -> set[type[InvalidToken] | None]:
    """The reasons for which some tokens are refused, as texts and as bytes."""
    as_bytes = [token.encode("utf-8", "surrogatepass") for token in tokens]
    return {refusal(token) for token in (*tokens, *as_bytes)}


def test_the_token_itself_is_genuine() -> None:
    assert verify_ticket(TOKEN, RING) == verdict(TOKEN, RING) == VerifiedTicket("k1", "bkg_01JD8Z-1", "evt_9")


@pytest.mark.parametrize("position", range(len(TOKEN)))
def test_a_flipped_bit_is_refused_for_the_reason_that_its_place_gives(position: int) -> None:
    for bit in range(8):
        forged = bytearray(TOKEN.encode())
        forged[position] ^= 1 << bit
        reason = refusal(bytes(forged))
        assert reason is not None
        assert reason.__name__ == verdict(bytes(forged), RING)
        assert reason is MalformedToken or chr(forged[position]) in BASE64URL
        if reason is UnknownKey:
            assert len(PREFIX) < position <= len(PREFIX) + len(KEY_ID)


def test_every_other_last_digit_is_another_mac_or_no_spelling_of_one() -> None:
    reasons = {last: refusal(TOKEN[:-1] + last) for last in BASE64URL if last != TOKEN[-1]}
    canonical = set("AQgw") - {TOKEN[-1]}
    assert {last for last, reason in reasons.items() if reason is BadSignature} == canonical
    assert {last for last, reason in reasons.items() if reason is MalformedToken} == set(reasons) - canonical


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param([TOKEN[:length] for length in range(len(TOKEN))], id="cut off at the end, at each length"),
        pytest.param([TOKEN[start:] for start in range(1, len(TOKEN))], id="cut off at the beginning"),
        pytest.param([TOKEN[:at] + TOKEN[at + 1 :] for at in range(4)], id="a sign of the prefix less"),
        pytest.param([TOKEN + "=" * count for count in (1, 2, 3)], id="padding"),
        pytest.param([f"{TOKEN}{digit}" for digit in BASE64URL], id="one digit more"),
        pytest.param([TOKEN + TOKEN, f"{TOKEN}.", f".{TOKEN}", f"{TOKEN}.{MAC}"], id="twice, or one part more"),
        pytest.param([f"{space}{TOKEN}" for space in SPACES], id="white space before"),
        pytest.param([f"{TOKEN}{space}" for space in SPACES], id="white space behind"),
        pytest.param([TOKEN.replace(".", f".{space}", 1) for space in SPACES], id="white space inside"),
        pytest.param([TOKEN[:-1] + space for space in SPACES], id="white space for the last digit"),
        pytest.param(
            [".".join(["" if at == empty else part for at, part in enumerate(PARTS)]) for empty in range(5)],
            id="an empty part",
        ),
        pytest.param(["....", ".....", "MT1....", "", "."], id="nothing but dots"),
        pytest.param([TOKEN.translate(FULL_WIDTH)], id="full-width letters"),
        pytest.param(
            [TOKEN[:at] + TOKEN[at].translate(FULL_WIDTH) + TOKEN[at + 1 :] for at in range(len(TOKEN))],
            id="one full-width letter",
        ),
        pytest.param([TOKEN.replace(*pair) for pair in LOOK_ALIKES], id="look-alikes"),
        pytest.param([TOKEN.replace("k1", "\ud800"), "\udcff" * 40], id="lone surrogates"),
        pytest.param(
            [TOKEN.replace(PREFIX, prefix, 1) for prefix in ("mt1", "MT0", "MT2", "MT01", "MT", "MT1 ", "XMT1")],
            id="another prefix",
        ),
        pytest.param([TOKEN.replace(TICKET, f"bkg-{n}") for n in ("0", "5", "11", "-", "", "\u0663")], id="no seat"),
        pytest.param([TOKEN.replace(KEY_ID, "k" * 65), TOKEN.replace(EVENT, "e" * 65)], id="an id too long"),
        pytest.param([TOKEN.replace(EVENT, id_) for id_ in ("a/b", "a+b", "a b", "../x", "é", "a%2Eb")], id="no id"),
        pytest.param([f"https://example.com/{TOKEN}", f'"{TOKEN}"', f"<{TOKEN}>", f"{TOKEN}?x"], id="wrapped"),
    ],
)  # fmt: skip
def test_what_is_no_token_is_malformed(forged: list[str]) -> None:
    assert refusals(forged) == {MalformedToken}


def test_swapped_parts_are_malformed_or_name_another_key_or_have_anothers_signature() -> None:
    for order in permutations(PARTS):
        token = ".".join(order)
        found = refusal(token)
        assert (found is None) == (token == TOKEN)
        if found is not None:
            assert found.__name__ == verdict(token, RING)


@pytest.mark.parametrize(
    ("forged", "reason"),
    [
        pytest.param(TOKEN.replace("k1", "k2"), BadSignature, id="another key of the ring"),
        pytest.param(TOKEN.replace("k1", "k3"), UnknownKey, id="a key that the ring does not hold"),
        pytest.param(TOKEN.replace("k1", "K1"), UnknownKey, id="the key in upper case"),
        pytest.param(TOKEN.replace("k1", "__proto__"), UnknownKey, id="a key that JavaScript's objects hold"),
        pytest.param(TOKEN.replace("-1", "-2"), BadSignature, id="another seat"),
        pytest.param(TOKEN.replace("bkg", "BKG"), BadSignature, id="the booking in upper case"),
        pytest.param(TOKEN.replace("evt_9", "evt_90"), BadSignature, id="a longer event"),
        pytest.param(TOKEN.replace("Z-1.evt", "Z-1-1.evt"), BadSignature, id="a longer ticket"),
        pytest.param(TOKEN.replace(MAC, "A" * 22), BadSignature, id="a mac of zeros"),
        pytest.param(TOKEN.replace(MAC[:-1], MAC[:-1].swapcase()), BadSignature, id="the mac's case swapped"),
    ],
)  # fmt: skip
def test_a_well_formed_forgery_is_refused_for_its_own_reason(forged: str, reason: type[InvalidToken]) -> None:
    assert refusals([forged]) == {reason}
    assert verdict(forged, RING) == reason.__name__


def test_a_mac_in_the_standard_alphabet_is_malformed() -> None:
    tokens = [sign_ticket(RING, "k1", f"bkg{number}-1", "evt_9") for number in range(200)]
    spelled = [
        f"{signed}.{mac.replace('-', '+').replace('_', '/')}" for signed, _, mac in (t.rpartition(".") for t in tokens)
    ]
    changed = [other for token, other in zip(tokens, spelled, strict=True) if other != token]
    assert len(changed) > 20
    assert refusals(changed) == {MalformedToken}
