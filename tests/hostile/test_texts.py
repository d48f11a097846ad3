"""Texts that people type or paste, in every field that takes one: no booking dies of them, and they do no harm.

Unicode's own categories, Python's email package and an HTML parser say so, and not the code that cleans them.
"""

import json
import random
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest

from bookings import parse_booking
from fuzz.hostile_messages import BOOKING, HostileMessage, good_body
from fuzz.worlds import TicketsWorld, WorkerWorld
from worker.confirmation import confirmation_of

FIELDS = ("name", "title", "venue")
PLAIN = confirmation_of(parse_booking(good_body("bkg_1")))
MARKUP, LINES = [PLAIN.html.count(sign) for sign in '<>"'], PLAIN.text.count("\n")

NAMES = """
Ada Lovelace|Søren Kierkegård|Zoë Nuñez-Peña|Nguyễn Thị Minh Khai|Łukasz Żółć|Ólafur Þórðarson
O'Brien, Sinéad|Γιώργος Παπαδόπουλος|Владимир Œ Ёлкин|Հայկ Հարությունյան|ნინო ქავთარაძე
שָׁלוֹם עֲלֵיכֶם|فاطمة الزهراء بنت محمد|محمد علی‌پور|پرویز مشرف|ܡܪܝܡ|އަހުމަދު|श्रीनिवास रामानुजन्
ক্ষিতিমোহন সেন|ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ|ક્રિષ્ના|ଶ୍ରୀକୃଷ୍ଣ|க்ஷேத்ரா ஸ்ரீ|శ్రీ జ్ఞానేశ్వర్|ಕ್ಷಮಾ|ക്ഷേത്രം ന്‍
ශ්‍රී ලංකා|กำธร น้ำใจ|ສົມສັກ|བཀྲ་ཤིས་བདེ་ལེགས|မြန်မာကျော်|ខ្មែរ|ኃይለ ሥላሴ|ᏣᎳᎩ|ᐃᓄᒃᑎᑐᑦ|ᠮᠣᠩᠭᠣᠯ|ꦄꦤꦏ꧀|한지민
張偉|山田 太郎|ばびぶ|がぎ
"""
PASTED = [
    "\u201cSmart\u201d \u2018quotes\u2019 \u2013 and \u2014 dashes\u2026 ",
    "Night\u00a0of\u202fEngines\u00ad",
    "\ufeffTitle\u000bsubtitle\u000cpage",
    "line\u2028break\u2029paragraph",
    "{\\rtf1\\ansi\\deff0 Night\\par}",
    '\x13HYPERLINK "http://x"\x14Night\x15',
    "a\x00b\x1b[31mred\x7f\x85\x9b",
    "=?utf-8?q?=0D=0ABcc:_eve=40example.com?=",
    "=\u200b?utf-8?b?DQpCY2M6IGV2ZQ==?=",
    "Night\r\nBcc: eve@example.com\r\n\r\n<script>",
    "\u202egnp.exe\u202c",
    "\u2066\u2067\u2068x\u2069",
    "A\U000e0041\U000e0042\u200b\u200c\u200d\u2060",
    "<b>&amp;</b>\"'`$title ${url}",
    "\ufffc\ufff9note\ufffa\ufffb",
    "\u3164\uffa0\u115f\u1160\u2800",
    "Z\u0301\u0316\u0301\u0316\u0301\u0316\u0301\u0316\u0301\u0316o",
]
EMOJI = ["👩‍👩‍👧‍👦", "🇮🇳", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏽", "1️⃣", "❤️‍🔥", "🧑🏿‍🚀", "\U0001f1ee", "\u200d", "\ufe0f", "\U0001f3fd"]
HALVES = ["\ud83d", "\ude00", "\ud83d\ude00"]

# Of the general categories what no header, page or line may hold of a text; of those that only format (Cf) what words,
# numbers, emoji and flags are spelled with.
NEVER = {"Cc", "Cs", "Zl", "Zp"}
SPELLED = {"\u200c", "\u200d", "\u06dd", "\u070f", "\u0890", "\u0891", "\u08e2", "\U000110bd", "\U000110cd"} | {
    *map(chr, (*range(0x600, 0x606), *range(0x13430, 0x13440), *range(0xE0030, 0xE0080)))
}


class Random:
    """Texts from a seed: characters of one category, names of a script, what offices paste, emoji, and all mixed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - for tests
        self._names = [name for line in NAMES.split("\n") for name in line.split("|") if name]

    def text(self) -> str:
        choose, pieces = self._random.choice, range(self._random.choice([1, 1, 2, 3, 12]))
        made = "".join(choose([self._any, self._category, self._name, self._pasted, self._emoji])() for _ in pieces)
        return made * (self._random.choice([1] * 9 + [30]))

    def _any(self) -> str:
        return "".join(chr(self._random.randrange(0x110000)) for _ in range(self._random.randrange(1, 9)))

    def _category(self) -> str:
        """Characters from one neighbourhood of 256, which are mostly of one script and kind."""
        start = self._random.randrange(0, 0x20000, 256)
        return "".join(chr(start + self._random.randrange(256)) for _ in range(self._random.randrange(1, 30)))

    def _name(self) -> str:
        return self._random.choice(self._names)

    def _pasted(self) -> str:
        return self._random.choice(PASTED)

    def _emoji(self) -> str:
        return "".join(self._random.choices([*EMOJI, *HALVES], k=self._random.randrange(1, 5)))


def body(number: int, texts: Mapping[str, str]) -> str:
    """A booking with these texts; as JSON's escapes and as plain characters by turns."""
    event = BOOKING["event"] | {"title": texts["title"], "venue": texts["venue"]}
    recipient = BOOKING["recipient"] | {"name": texts["name"]}
    booking = BOOKING | {"bookingId": f"bkg_{number}", "recipient": recipient, "event": event}
    return json.dumps(booking, ensure_ascii=number % 2 == 0)


def is_something(text: str) -> bool:
    """Whether a text holds more than what is or becomes a blank: without that its field is missing."""
    return not {"Cc", "Zl", "Zp", "Zs"}.issuperset(map(unicodedata.category, text))


def typed(count: int) -> list[dict[str, str]]:
    """So many texts for each field, no two fields with the same."""
    columns = [(text for text in iter(Random(field).text, None) if is_something(text)) for field in FIELDS]
    return [
        dict(zip(FIELDS, row, strict=True)) for row, _ in zip(zip(*columns, strict=False), range(count), strict=False)
    ]


def lines_of(handle: Callable[..., list[str]], records: Sequence[Any]) -> list[dict[str, Any]]:
    """What a function logs of messages that it all handles."""
    with redirect_stdout(StringIO()) as log:
        assert handle(*records) == []
    assert log.getvalue().isascii()
    return [json.loads(line) for line in log.getvalue().splitlines()]


def check_shown(request: dict[str, Any], texts: Mapping[str, str]) -> None:
    simple = request["Content"]["Simple"]
    subject, plain, page = simple["Subject"]["Data"], simple["Body"]["Text"]["Data"], simple["Body"]["Html"]["Data"]
    for shown in (subject, plain.replace("\n", ""), page.replace("\n", "")):
        held = set(shown)
        assert not NEVER & set(map(unicodedata.category, held)), texts
        assert {each for each in held if unicodedata.category(each) == "Cf"} <= SPELLED, texts
        shown.encode()
    assert "=?" not in subject, texts
    assert len(subject.replace("= ?", "=?")) <= len("Your 2 tickets for ") + 60, texts
    assert [page.count(sign) for sign in '<>"'] == MARKUP, texts
    assert plain.count("\n") == LINES, texts


@pytest.mark.parametrize(
    "count", [pytest.param(150, id="some"), pytest.param(10_000, id="many", marks=pytest.mark.long)]
)
def test_whatever_people_type_is_one_harmless_email_and_its_tickets(
    count: int, check_request: Callable[[dict[str, Any], str, HostileMessage], None]
) -> None:
    bookings = typed(count)
    for start in range(0, count, 10):
        batch = bookings[start : start + 10]
        bodies = [body(start + number, texts) for number, texts in enumerate(batch)]
        records = [{"messageId": f"m{n}", "receiptHandle": "h", "body": each} for n, each in enumerate(bodies)]
        worker, tickets = WorkerWorld(), TicketsWorld()
        assert [line["message"] for line in lines_of(worker.handle, records)] == ["email_sent"] * len(batch)
        assert [line["message"] for line in lines_of(tickets.handle, records)] == ["ticket_issued"] * 2 * len(batch)
        for request, texts in zip(worker.requests, batch, strict=True):
            check_shown(request, texts)
        check_request(worker.requests[0], BOOKING["recipient"]["email"], HostileMessage(ascii(batch[0]), "", None, {}))
