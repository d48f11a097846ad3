"""Draws a token as a QR code: PNG of 1 bit a pixel, level M (15 % may be lost), quiet zone of 4 modules.

A usual token (key `k1`, ids of about ten characters) is a code of 33 modules and about 420 bytes, one with UUIDs as ids
about 570 bytes, and the longest possible, 223 characters, a code of 61 modules and about 1,050 bytes.
"""

import struct
import zlib
from collections.abc import Iterable

import segno

# The standard lets the encoder try all eight masks and keep the one with the lowest penalty, four fifths of the time
# that a code takes. On our tokens mask 2 is within 6 % of the best one's penalty on average, and readers take any.
_MASK = 2

_QUIET_ZONE = 4  # modules
_SCALE = 8  # pixels a module: with 1 bit a pixel a module is one byte, so a row of modules is a row of pixels
_COMPRESSION = 5  # level 9 takes ten times as long and makes it larger

_INK = bytes.maketrans(b"\x00\x01", b"\xff\x00")  # segno's light 0 and dark 1 as eight pixels, white or black
_NO_FILTER = b"\x00"  # the PNG filter byte before each row


def draw_qr(token: str) -> bytes:
    """The PNG of a token's QR code; the same token always gives the same bytes."""
    code = segno.make_qr(token, error="m", boost_error=False, mode="byte", mask=_MASK)
    return _png([row.translate(_INK) for row in _with_quiet_zone(code.matrix)])


def _with_quiet_zone(matrix: Iterable[bytearray]) -> list[bytes]:
    side = bytes(_QUIET_ZONE)
    rows = [side + bytes(row) + side for row in matrix]
    margin = [bytes(len(rows[0]))] * _QUIET_ZONE
    return [*margin, *rows, *margin]


def _png(rows: list[bytes]) -> bytes:
    # segno's own PNG writer is right but builds each pixel in Python, which takes longer than the encoding.
    pixels = len(rows) * _SCALE
    image = b"".join((_NO_FILTER + row) * _SCALE for row in rows)
    header = struct.pack(">IIBBBBB", pixels, pixels, 1, 0, 0, 0, 0)  # 1 bit, grey, deflate, filters, not interlaced
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(image, _COMPRESSION)), _chunk(b"IEND", b""))
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
