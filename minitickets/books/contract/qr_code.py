"""Whether a picture is the QR code of a token: an undamaged PNG is compared module by module, whatever wrote it.

The encoder is free to choose version, level of correction and mask, so these are read from the picture (ISO/IEC 18004).
"""

import struct
import zlib
from collections.abc import Iterator, Sequence

import segno

QUIET_ZONE = 4  # modules, ISO/IEC 18004

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FINDER = 7  # modules: the side of a finder pattern
_LEVELS = "mlhq"  # by the two bits of the format information
_FORMAT_MASK = 0b10101  # of its first five bits

Rows = Sequence[str]
"""Pixels or modules, row by row: `1` is dark, `0` is light."""

_INVERTED = str.maketrans("01", "10")  # in a PNG 1 is white


def qr_complaints(png: bytes, token: bytes) -> list[str]:
    """What is wrong with a ticket's picture, in short sentences.

    Args:
        png: the picture.
        token: what a scanner must read from it.
    """
    try:
        modules = _modules(_pixels(png))
        same = modules == _as_drawn(modules, token)
    except segno.DataOverflowError:  # the token would take a larger code
        same = False
    except (ValueError, IndexError, StopIteration, struct.error, zlib.error):
        return ["its picture is no QR code"]
    return [] if same else ["its QR code holds another text than its token"]


def _as_drawn(modules: Rows, token: bytes) -> Rows:
    """The code of the token, with the picture's own version, level and mask."""
    bits = int(modules[8][:5], 2) ^ _FORMAT_MASK
    code = segno.make_qr(
        token.decode("ascii"),
        version=(len(modules) - 17) // 4,
        error=_LEVELS[bits >> 3],
        mask=bits & 0b111,
        mode="byte",
        boost_error=False,
    )
    return ["".join(map(str, row)) for row in code.matrix]


def _modules(pixels: Rows) -> Rows:
    dark = [number for number, row in enumerate(pixels) if "1" in row]
    top, bottom = dark[0], dark[-1] + 1
    left, right = pixels[top].index("1"), pixels[top].rindex("1") + 1
    module, rest = divmod(pixels[top].index("0", left) - left, _FINDER)
    margin = min(top, left, len(pixels) - bottom, len(pixels[top]) - right)
    if rest or bottom - top != right - left or margin < QUIET_ZONE * module:
        raise ValueError
    middle = module // 2
    return [row[left + middle : right : module] for row in pixels[top + middle : bottom : module]]


def _pixels(png: bytes) -> Rows:
    """Those of a grey picture with 1 bit a pixel, which is not interlaced."""
    chunks = list(_chunks(png))
    width, height, *how = struct.unpack(">IIBBBBB", next(data for name, data in chunks if name == b"IHDR"))
    if how != [1, 0, 0, 0, 0]:
        raise ValueError
    data = zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT"))
    length = (width + 7) // 8
    rows, above = list[str](), bytes(length)
    for start in range(0, height * (length + 1), length + 1):
        above = _unfiltered(data[start], data[start + 1 : start + 1 + length], above)
        rows.append(f"{int.from_bytes(above):0{8 * length}b}"[:width].translate(_INVERTED))
    return rows


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not png.startswith(_SIGNATURE):
        raise ValueError
    position = len(_SIGNATURE)
    while position < len(png):
        (length,) = struct.unpack_from(">I", png, position)
        yield png[position + 4 : position + 8], png[position + 8 : position + 8 + length]
        position += length + 12


def _unfiltered(kind: int, row: bytes, above: bytes) -> bytes:
    """The bytes of a row (PNG specification, "Filter types for filter method 0")."""
    if not kind:
        return row
    plain = bytearray(row)
    for index, byte in enumerate(row):
        left, up = (plain[index - 1], above[index - 1]) if index else (0, 0)
        plain[index] = byte + _predicted(kind, left, above[index], up) & 0xFF
    return bytes(plain)


def _predicted(kind: int, left: int, above: int, corner: int) -> int:
    nearest = min((left, above, corner), key=lambda each: abs(left + above - corner - each))
    return (0, left, above, (left + above) // 2, nearest)[kind]
