import json
from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets.signing_key import (
    KeyNotInRing,
    KeyRing,
    KeyRingError,
    create_key_ring,
    parse_key_ring,
    rotate_key_ring,
    serialize_key_ring,
)

KEY = b64encode(bytes(range(32))).decode()


def _ring(**changes: Any) -> str:
    return json.dumps({"active": "k1", "keys": {"k1": KEY}, **changes})


def test_a_ring_is_read_as_it_was_written() -> None:
    ring = rotate_key_ring(create_key_ring())
    assert parse_key_ring(serialize_key_ring(ring)) == ring


def test_a_new_ring_has_one_key_of_32_bytes() -> None:
    ring = create_key_ring(random_bytes=lambda length: bytes([7]) * length)
    assert ring == KeyRing("k1", {"k1": bytes([7]) * 32})


def test_two_new_rings_differ() -> None:
    assert create_key_ring() != create_key_ring()


def test_a_rotation_adds_a_key_that_signs_and_keeps_the_others() -> None:
    first = create_key_ring()
    second = rotate_key_ring(first)
    assert (second.active, second.key_ids) == ("k2", ("k1", "k2"))
    assert second.key("k1") == first.key("k1")
    assert second.key("k2") != second.key("k1")


@pytest.mark.parametrize(
    ("ids", "new"),
    [
        pytest.param(["k1", "k2", "k3"], "k4", id="one more"),
        pytest.param(["k2", "k3"], "k4", id="the oldest was taken away"),
        pytest.param(["2026-a"], "k2", id="ids of another kind"),
    ],
)
def test_a_rotation_never_takes_an_id_that_is_in_use(ids: list[str], new: str) -> None:
    ring = KeyRing(ids[0], {key_id: bytes(32) for key_id in ids})
    assert rotate_key_ring(ring).key_ids == (*ids, new)


def test_a_ring_does_not_show_its_keys() -> None:
    ring = parse_key_ring(_ring())
    assert repr(ring) == str(ring) == "KeyRing(active='k1')"


def test_a_key_that_is_not_there_is_an_error_of_ours() -> None:
    with pytest.raises(KeyNotInRing):
        parse_key_ring(_ring()).key("k9")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        pytest.param("", "not JSON", id="empty"),
        pytest.param("{", "not JSON", id="cut off"),
        pytest.param("[" * 100_000, "not JSON", id="too deep"),
        pytest.param(f'"{KEY}"', "not a JSON object", id="only a key"),
        pytest.param("{}", 'exactly the fields "active" and "keys"', id="empty object"),
        pytest.param(_ring(note="x"), 'exactly the fields "active" and "keys"', id="another field"),
        pytest.param(_ring(keys={}), "at least one key", id="no key"),
        pytest.param(_ring(keys=[KEY]), "must be an object", id="a list of keys"),
        pytest.param(_ring(active="k2"), "id of one of its keys", id="active is not there"),
        pytest.param(_ring(active=None), "id of one of its keys", id="active is null"),
        pytest.param(_ring(active=["k1"]), "id of one of its keys", id="active is a list"),
        pytest.param(_ring(keys={"k 1": KEY}), "id of key number 1", id="an id with a space"),
        pytest.param(_ring(keys={"k1": KEY, "": KEY}), "id of key number 2", id="an empty id"),
        pytest.param(_ring(keys={"k" * 65: KEY}), "id of key number 1", id="an id too long"),
        pytest.param(_ring(keys={"k1\n": KEY}), "id of key number 1", id="an id with a line end"),
        pytest.param(_ring(keys={"k1": KEY[:-4]}), "base64 of 32 bytes", id="a key too short"),
        pytest.param(_ring(keys={"k1": b64encode(bytes(33)).decode()}), "base64 of 32 bytes", id="a key too long"),
        pytest.param(_ring(keys={"k1": KEY.rstrip("=")}), "base64 of 32 bytes", id="no padding"),
        pytest.param(_ring(keys={"k1": KEY + "\n"}), "base64 of 32 bytes", id="a line end"),
        pytest.param(_ring(keys={"k1": KEY[:-2] + "9="}), "base64 of 32 bytes", id="bits left over"),
        pytest.param(_ring(keys={"k1": "ключ"}), "base64 of 32 bytes", id="not ASCII"),
        pytest.param(_ring(keys={"k1": 7}), "base64 of 32 bytes", id="a number"),
        pytest.param(_ring(keys={"k1": ""}), "base64 of 32 bytes", id="an empty key"),
        pytest.param(f'{{"active":"k1","keys":{{"k1":"{KEY}","k1":"{KEY}"}}}}', "name twice", id="an id twice"),
    ],
)
def test_an_ill_formed_ring_is_refused_without_showing_it(value: str, problem: str) -> None:
    with pytest.raises(KeyRingError, match=problem) as caught:
        parse_key_ring(value)
    assert KEY[:8] not in str(caught.value)
    assert caught.value.__cause__ is None  # a parser's own error would carry the document into a traceback


@given(st.text())
def test_no_text_raises_anything_else(value: str) -> None:
    with pytest.raises(KeyRingError):
        parse_key_ring(value)
