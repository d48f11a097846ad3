from email.utils import parseaddr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embeddedaws.email_address import read_address
from worker.from_address import from_address

SENDER = "no-reply@tickets.example"


def test_without_a_name_it_is_the_bare_address() -> None:
    assert from_address(SENDER, "") == SENDER


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("MiniTickets", f'"MiniTickets" <{SENDER}>'),
        ('Night, of "Engines" \\', rf'"Night, of \"Engines\" \\" <{SENDER}>'),
        ("ceo@bank.example", f'"ceo@bank.example" <{SENDER}>'),
        ("Café", f"=?utf-8?b?Q2Fmw6k=?= <{SENDER}>"),
    ],
)
def test_a_name_stands_before_it(name: str, written: str) -> None:
    assert from_address(SENDER, name) == written


names = st.text(st.characters(categories=["L", "M", "N", "P", "S"]) | st.just(" "), min_size=1, max_size=64)


@given(names.map(str.strip).filter(bool) | st.just("=?utf-8?q?Eve?=") | st.just("\U0001d51a" * 64) | st.just("=?" * 20))
def test_whoever_reads_it_finds_the_name_and_the_one_address(name: str) -> None:
    written = from_address(SENDER, name)
    assert (read_address(written).name, read_address(written).address) == (name, SENDER)
    assert parseaddr(written)[1] == SENDER
    assert written.isascii()
    assert written.isprintable()
    assert all(len(word) <= 75 for word in written.split() if word.startswith("=?"))
