import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embeddedaws.email_address import IllegalAddress, read_address

OURS, THEIRS = "no-reply@example.com", "ceo@bank.example"


@pytest.mark.parametrize(
    ("text", "address", "name"),
    [
        (OURS, OURS, ""),
        (f"  {OURS} ", OURS, ""),
        (f"<{OURS}>", OURS, ""),
        (f"MiniTickets <{OURS}>", OURS, "MiniTickets"),
        (f"A. Customer<{OURS}>", OURS, "A. Customer"),
        (f'"Tickets, Inc." <{OURS}>', OURS, "Tickets, Inc."),
        (f'"a\\\\" <{OURS}>', OURS, "a\\"),
        (f'"a \\"b\\" \\\\c" <{OURS}>', OURS, 'a "b" \\c'),
        (f'"{OURS}" <{THEIRS}>', THEIRS, OURS),
        (f'"{OURS}>" <{THEIRS}>', THEIRS, f"{OURS}>"),
        (f'"<{OURS}>" <{THEIRS}>', THEIRS, f"<{OURS}>"),
        (f"=?utf-8?q?no-reply=40example.com?= <{THEIRS}>", THEIRS, OURS),
        (f"=?utf-8?b?Q2Fmw6k=?= <{OURS}>", OURS, "Café"),
        (f'"=?utf-8?q?no-reply=40example.com?=" <{THEIRS}>', THEIRS, OURS),
        ("o'neil+x/y@mail.example.com", "o'neil+x/y@mail.example.com", ""),
    ],
)
def test_one_address_is_the_one_that_is_used(text: str, address: str, name: str) -> None:
    found = read_address(text)

    assert (found.address, found.name) == (address, name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nobody",
        "@example.com",
        "a@",
        "a@b@c",
        f"{OURS}, {THEIRS}",
        f"{OURS}; {THEIRS}",
        f"{OURS} {THEIRS}",
        f"{OURS} <{THEIRS}>",
        f"<{OURS}> <{THEIRS}>",
        f"<{OURS}>, <{THEIRS}>",
        f"{OURS}({THEIRS})",
        f"({OURS}) {THEIRS}",
        f"Team: {OURS};",
        f"Team: {OURS}, {THEIRS};",
        f"<@evil.example:{OURS}>",
        f'"{OURS}" {THEIRS}',
        f'"{OURS} <{THEIRS}>',
        '"no reply"@example.com',
        "a@[127.0.0.1]",
        "a..b@example.com",
        ".a@example.com",
        "a@example..com",
        f"{OURS}\r\nBcc: {THEIRS}",
        f"x\n<{OURS}>",
        f"x\x00<{OURS}>",
        f"Café <{OURS}>",
        "ümlaut@example.com",
        "a@exämple.com",
        f"no-reply\uff20example.com <{OURS}>",
        "=?utf-8?q?ceo=40bank.example?=@example.com",
        "=?utf-8?q?no-reply?=@example.com",
        f"=?utf-8?q?a=0D=0ABcc:?= <{OURS}>",
        f"=?no-such-code?q?a?= <{OURS}>",
        f"=?utf-8?b?A?= <{OURS}>",
    ],
)
def test_what_could_be_another_address_is_refused(text: str) -> None:
    with pytest.raises(IllegalAddress, match="Illegal address"):
        read_address(text)


@given(st.text(alphabet='ab@.<>",;:()\\ =?', max_size=30))
def test_an_address_that_is_read_stands_in_the_text(text: str) -> None:
    try:
        found = read_address(text)
    except IllegalAddress:
        return
    assert text.strip().removesuffix(">").endswith(found.address)
    assert found.address.count("@") == 1


@pytest.mark.parametrize("text", ["a" * 50_000, '"' * 50_000, "a." * 50_000, " " * 50_000 + "<", '"\\' * 50_000])
def test_a_monstrous_text_takes_no_time(text: str) -> None:
    started = time.process_time()
    with pytest.raises(IllegalAddress):
        read_address(text)

    assert time.process_time() - started < 1


def test_a_domain_and_those_above_it() -> None:
    assert read_address("a@Mail.Example.com").domains == ["mail.example.com", "example.com", "com"]
