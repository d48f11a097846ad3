from collections.abc import Callable
from pathlib import Path

import pytest

from minitickets.errors import CommandError
from minitickets.ops.bookings_file import MESSAGE_BYTES, BadLine, GoodLine, read_bookings

Read = Callable[[bytes], list[GoodLine | BadLine]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read(content: bytes) -> list[GoodLine | BadLine]:
        (tmp_path / "bookings.jsonl").write_bytes(content)
        return list(read_bookings(tmp_path / "bookings.jsonl"))

    return read


def test_each_line_is_a_message_with_its_booking(read: Read, booking: Callable[..., str]) -> None:
    first, second = booking(bookingId="bkg_1"), booking(bookingId="bkg_2")

    lines = read(f"{first}\n{second}\n".encode())

    assert [(m.line, m.body, m.booking and m.booking.booking_id) for m in lines if isinstance(m, GoodLine)] == [
        (1, first, "bkg_1"),
        (2, second, "bkg_2"),
    ]
    assert len(lines) == 2


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("\N{BYTE ORDER MARK}%s\n%s\n", id="a byte order mark"),
        pytest.param("%s\r\n%s\r\n", id="Windows' line ends"),
        pytest.param("%s\n%s", id="no newline at the end"),
        pytest.param("  %s\t\n %s  \n", id="white space around"),
    ],
)
def test_what_editors_add_is_no_part_of_a_message(read: Read, booking: Callable[..., str], content: str) -> None:
    body = booking()

    lines = read((content % (body, body)).encode())

    assert [(line.line, line.body) for line in lines if isinstance(line, GoodLine)] == [(1, body), (2, body)]


def test_blank_lines_are_left_out_but_counted(read: Read, booking: Callable[..., str]) -> None:
    lines = read(f"\n{booking()}\n  \n\r\n{booking()}\n".encode())

    assert [line.line for line in lines] == [2, 5]


def test_an_empty_file_has_no_lines(read: Read) -> None:
    assert read(b"") == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param(b'{"type": ', "it is not JSON (Expecting value at character 9)", id="broken off"),
        pytest.param(b"{'type': 1}", "it is not JSON (Expecting property name", id="single quotes"),
        pytest.param(b"{} {}", "it is not JSON (Extra data at character 4)", id="two on a line"),
        pytest.param(b'{"a": NaN}', "it is not JSON (NaN is no JSON value)", id="NaN"),
        pytest.param(b"[{}]", "it is not a JSON object", id="a list"),
        pytest.param(b'"booking"', "it is not a JSON object", id="a string"),
        pytest.param(b"null", "it is not a JSON object", id="null"),
        pytest.param(b'{"name": "Zo\xeb"}', "it is not UTF-8", id="Latin-1"),
        pytest.param('{"name": "\uffff"}'.encode(), "it has a character that SQS does not take", id="U+FFFF"),
        pytest.param(b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "it has 1,200,001 bytes", id="deep and too large"),
        pytest.param(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "it is nested too deeply", id="too deep"),
    ],
)
def test_a_bad_line_is_told_by_its_number_and_the_rest_go_on(
    read: Read, booking: Callable[..., str], line: bytes, problem: str
) -> None:
    good, bad, after = read(b"\n".join([booking().encode(), line, booking().encode()]))

    assert isinstance(bad, BadLine)
    assert str(bad).startswith(f"line 2 is not sent: {problem}")
    assert "line 1" not in str(bad)
    assert isinstance(good, GoodLine)
    assert isinstance(after, GoodLine)
    assert after.line == 3


@pytest.mark.parametrize(("over", "kind"), [(0, GoodLine), (1, BadLine)], ids=["just fits", "one byte more"])
def test_a_line_may_be_as_large_as_a_message(read: Read, over: int, kind: type) -> None:
    frame = '{"name": ""}'

    (line,) = read(frame.replace('""', f'"{"é" * ((MESSAGE_BYTES - len(frame)) // 2)}{"x" * over}"').encode())

    assert isinstance(line, kind)
    assert not isinstance(line, GoodLine) or line.size == MESSAGE_BYTES


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        pytest.param({"quantity": 5}, "quantity: ", id="five tickets"),
        pytest.param({"type": "booking.cancelled"}, "type: ", id="another type"),
        pytest.param({"userId": None}, "userId: ", id="no user"),
    ],
)
def test_an_object_that_is_no_booking_is_a_message_all_the_same_with_what_is_wrong(
    read: Read, booking: Callable[..., str], fields: dict[str, object], problem: str
) -> None:
    body = booking(**fields)

    (message,) = read(body.encode())

    assert isinstance(message, GoodLine)
    assert (message.body, message.booking) == (body, None)
    assert message.problem is not None
    assert message.problem.startswith(problem)


def test_a_booking_to_what_is_no_address_is_one_with_what_the_worker_has_against_it(
    read: Read, booking: Callable[..., str]
) -> None:
    (message,) = read(booking(recipient={"email": "nobody", "name": "Ada"}).encode())

    assert isinstance(message, GoodLine)
    assert message.booking is not None
    assert message.problem == "recipient.email: is not one plain email address"
    assert [problem.field for problem in message.problems] == ["recipient.email"]


@pytest.mark.parametrize("name", ["missing.jsonl", "."], ids=["no file", "a folder"])
def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError, match=r"cannot be read: (No such file|Is a directory)"):
        read_bookings(tmp_path / name)


def test_a_number_of_any_length_can_be_sent_and_is_refused_as_a_booking(
    read: Read, booking: Callable[..., str]
) -> None:
    line = booking().replace('"quantity": 2', f'"quantity": {"9" * 5_000}').encode()

    (message,) = read(line)

    assert isinstance(message, GoodLine)
    assert message.body == line.decode()
    assert message.booking is None
