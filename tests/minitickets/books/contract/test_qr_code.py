from io import BytesIO
from itertools import product

import pytest
import segno
import zxingcpp
from PIL import Image

from minitickets.books.contract.qr_code import qr_complaints
from tickets.qr import draw_qr

TOKEN = b"MT1.k1.bkg_7-2.evt_1.AAAAAAAAAAAAAAAAAAAAAA"


def _saved(code: segno.QRCode, **how: int) -> bytes:
    file = BytesIO()
    code.save(file, kind="png", **{"scale": 3, "border": 4, **how})
    return file.getvalue()


def _read(png: bytes) -> str:
    with Image.open(BytesIO(png)) as image:
        (barcode,) = zxingcpp.read_barcodes(image)
    return barcode.text


@pytest.mark.parametrize("token", [TOKEN, b"MT1." + b"x" * 219], ids=["usual", "the longest"])
def test_what_the_function_draws_is_right_as_any_reader_finds(token: bytes) -> None:
    png = draw_qr(token.decode())

    assert (_read(png), qr_complaints(png, token)) == (token.decode(), [])


@pytest.mark.parametrize(("level", "mask"), [*product("lmqh", range(8))])
def test_any_version_level_and_mask_will_do(level: str, mask: int) -> None:
    code = segno.make_qr(TOKEN.decode(), error=level, mask=mask, version=5 + mask, boost_error=False)

    assert qr_complaints(_saved(code), TOKEN) == []


def test_so_does_any_writer_of_png() -> None:
    with Image.open(BytesIO(draw_qr(TOKEN.decode()))) as image:
        file = BytesIO()
        image.resize((image.width * 3 // 8, image.height * 3 // 8), Image.Resampling.NEAREST).save(file, "png")

    assert qr_complaints(file.getvalue(), TOKEN) == []


@pytest.mark.parametrize(
    ("png", "complaint"),
    [
        (draw_qr(TOKEN.decode().replace("-2", "-1")), "another text"),
        (draw_qr(TOKEN.decode() + "A"), "another text"),
        (_saved(segno.make_qr(TOKEN.decode()), border=3), "no QR code"),
        (_saved(segno.make_qr(TOKEN.decode()), border=0), "no QR code"),
        (draw_qr(TOKEN.decode())[:-60], "no QR code"),
        (draw_qr(TOKEN.decode())[8:], "no QR code"),
        (_saved(segno.make_qr("x"))[:60], "no QR code"),
        (b"", "no QR code"),
        (TOKEN, "no QR code"),
    ],
    ids=["another ticket's", "longer", "narrow", "no margin", "torn", "no PNG", "a header", "empty", "text"],
)
def test_what_is_no_code_of_the_token_is_told(png: bytes, complaint: str) -> None:
    (found,) = qr_complaints(png, TOKEN)

    assert complaint in found


def test_a_damaged_module_is_seen_that_a_reader_would_correct() -> None:
    code = segno.make_qr(TOKEN.decode(), error="m", boost_error=False)
    code.matrix[12][12] ^= 1
    png = _saved(code)

    assert _read(png) == TOKEN.decode()
    assert qr_complaints(png, TOKEN) != []


def test_no_picture_at_all_is_told_in_a_white_one() -> None:
    file = BytesIO()
    Image.new("1", (90, 90), 1).save(file, "png")

    assert qr_complaints(file.getvalue(), TOKEN) == ["its picture is no QR code"]
