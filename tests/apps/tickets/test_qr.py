import struct
import zlib
from uuid import UUID

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from tickets.qr import draw_qr
from tickets.signing_key import KeyRing
from tickets.tokens import sign_ticket

KEY = bytes(range(32))
UUIDS = [str(UUID(int=number * 0x1234567890ABCDEF1234567)) for number in (1, 2)]


def _token(key_id: str, booking_id: str, event_id: str) -> str:
    return sign_ticket(KeyRing(key_id, {key_id: KEY}), key_id, f"{booking_id}-1", event_id)


TOKENS = {
    "shortest": _token("k", "b", "e"),
    "usual": _token("k1", "bkg_01JD8Z", "evt_9"),
    "uuids": _token("k1", *UUIDS),
    "longest": _token("Zk_-" * 16, "aB3_" * 16, "Zx9-" * 16),
}


@pytest.mark.parametrize("token", TOKENS.values(), ids=TOKENS)
def test_another_program_reads_the_token_back(token: str) -> None:
    barcode = _read(token)
    assert (barcode.text, barcode.format, barcode.ec_level) == (token, zxingcpp.QRCode, "M")


@given(st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", min_size=1, max_size=64))
@settings(max_examples=40, deadline=None)
def test_the_fixed_mask_reads_well_for_any_id(booking_id: str) -> None:
    token = _token("k1", booking_id, "evt_9")
    assert _read(token).text == token


@pytest.mark.parametrize("token", TOKENS.values(), ids=TOKENS)
def test_a_code_is_readable_at_a_quarter_of_its_size(token: str) -> None:
    assert _read(token, every=4).text == token


@pytest.mark.parametrize(("name", "limit"), [("shortest", 600), ("usual", 600), ("uuids", 600), ("longest", 1200)])
def test_a_code_is_small(name: str, limit: int) -> None:
    assert len(draw_qr(TOKENS[name])) <= limit


def test_the_same_token_gives_the_same_bytes() -> None:
    assert draw_qr(TOKENS["usual"]) == draw_qr(TOKENS["usual"])


def test_the_quiet_zone_is_four_modules_wide() -> None:
    rows = [bytes(row) for row in _image(draw_qr(TOKENS["usual"])).tolist()]
    dark = [number for number, row in enumerate(rows) if 0 in row]
    assert (dark[0], len(rows) - 1 - dark[-1]) == (32, 32)
    assert min(row.index(0) for row in rows if 0 in row) == 32


def _read(token: str, every: int = 1) -> zxingcpp.Barcode:
    """What another program finds in the token's code, when it sees of its pixels every nth."""
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    (barcode,) = zxingcpp.read_barcodes(_image(draw_qr(token), every), formats=formats)
    return barcode


def _image(png: bytes, every: int = 1) -> memoryview:
    """Reads our PNG with its checksums, as grey bytes; of the pixels every nth."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    chunks = dict(_chunks(png[8:]))
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    width, height, *form = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert form == [1, 0, 0, 0, 0]
    stride = 1 + width // 8
    lines = zlib.decompress(chunks[b"IDAT"])
    assert len(lines) == stride * height
    rows = [lines[start + 1 : start + stride] for start in range(0, len(lines), stride)]
    assert {lines[start] for start in range(0, len(lines), stride)} == {0}
    grey = [[255 * (row[x // 8] >> (7 - x % 8) & 1) for x in range(0, width, every)] for row in rows[::every]]
    return memoryview(b"".join(map(bytes, grey))).cast("B", (len(grey), len(grey[0])))


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    chunks: list[tuple[bytes, bytes]] = []
    while data:
        length = int.from_bytes(data[:4], "big")
        name, content = data[4:8], data[8 : 8 + length]
        assert int.from_bytes(data[8 + length : 12 + length], "big") == zlib.crc32(name + content)
        chunks.append((name, content))
        data = data[12 + length :]
    return chunks
