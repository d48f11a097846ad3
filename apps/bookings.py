"""The message that both queues carry: one confirmed booking.

    {"type": "booking.confirmed", "bookingId": "bkg_01JD8Z", "correlationId": "c-7f3a", "userId": "usr_42",
     "recipient": {"email": "ada@example.com", "name": "Ada Lovelace"},
     "event": {"id": "evt_9", "title": "Night of Engines", "venue": "Hall 2", "startsAt": "2026-12-24T19:30:00+05:30"},
     "quantity": 2}

Fields that are not listed are ignored, so that the publisher may add some first.
"""

import json
import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from camel_case import to_camel
from one_validator import validator_of

# Control characters, line and paragraph separators: what a form, a sheet or a word processor leaves in a text that
# people typed. A booking is not refused for it.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_HALF = re.compile("[\ud800-\udfff]")  # of a surrogate pair, which JavaScript leaves where it cuts a text

_STORED_LENGTH = 50_000  # characters of up to 4 bytes: title and venue together fit a DynamoDB item, 400 KB

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
# No hour 24 and no offset beyond 23:59: which of them datetime takes differs between versions of Python.
_OFFSET = r"(Z|[+-]([01]\d|2[0-3]):[0-5]\d)"
_LONG_FRACTION = re.compile(r"(\.\d{100})\d+", re.ASCII)
_DATE_TIME = re.compile(rf"\d{{4}}-\d\d-\d\dT(?!24)\d\d:\d\d(:\d\d(\.\d+)?)?{_OFFSET}", re.ASCII)


class Problem(NamedTuple):
    """What is wrong with one field; `field` is its path, such as `recipient.email`."""

    field: str
    problem: str


class PoisonMessage(ValueError):  # noqa: N818 # the message is what is wrong, not an error
    """The message can never be handled: no retry makes it good."""

    def __init__(self, sentence: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(sentence)
        self.problems = tuple(problems)
        """Field by field, where fields are what is wrong."""


def _whole(value: str) -> str:
    return _HALF.sub("\ufffd", value)


def _text(value: str) -> str:
    """One line of what people typed, cleaned and not refused; of more than can be stored, the beginning."""
    cleaned = _UNPRINTABLE.sub(" ", _whole(value.lstrip()[:_STORED_LENGTH])).strip()
    if not cleaned:
        raise PydanticCustomError("blank", "is blank")
    return cleaned


def _start_time(value: str) -> str:
    # datetime.fromisoformat alone would take week dates and times without an offset, which have no local date.
    if not _DATE_TIME.fullmatch(value):
        raise PydanticCustomError("start_time", "is not an ISO 8601 date and time with its offset")
    try:
        datetime.fromisoformat(value)
    except ValueError as error:
        raise PydanticCustomError("start_time", "is not a date and time that exists") from error
    return _LONG_FRACTION.sub(r"\1", value)


def _id(value: str) -> str:
    if not _ID.fullmatch(value):
        raise PydanticCustomError("id", "is not 1 to 64 of A-Z a-z 0-9 _ -")
    return value


Id = Annotated[str, AfterValidator(_id)]
Text = Annotated[str, AfterValidator(_text)]


class _Message(BaseModel):
    # What a function validates with is `_BOOKING`; pydantic's own validators are built where they are used first.
    model_config = ConfigDict(frozen=True, strict=True, alias_generator=to_camel, extra="ignore", defer_build=True)


class Recipient(_Message):
    """Who gets the email; whether `email` is an address that SES could take, the worker asks: tickets need none."""

    email: Annotated[str, AfterValidator(_whole)]
    name: Text


class Event(_Message):
    """What was booked; `starts_at` is kept to the letter as it was sent, but for the 101st digit of a second and on."""

    id: Id
    title: Text
    venue: Text
    starts_at: Annotated[str, AfterValidator(_start_time)]

    @property
    def local_start(self) -> datetime:
        """The start on the venue's own clock, with its offset."""
        return datetime.fromisoformat(self.starts_at)

    @property
    def local_date(self) -> date:
        """The date on the venue's own calendar."""
        return self.local_start.date()


class Booking(_Message):
    """One confirmed booking: one email, and as many tickets as `quantity` (1 to 4) says."""

    type: Literal["booking.confirmed"]
    booking_id: Id
    correlation_id: Id
    user_id: Id
    recipient: Recipient
    event: Event
    quantity: Annotated[int, Field(ge=1, le=4)]

    @property
    def job_key(self) -> str:
        """The business key: the outbox may publish one booking under several message ids."""
        return f"{self.type}:{self.booking_id}"


_BOOKING = validator_of(Booking)


def parse_booking(body: str) -> Booking:
    """Reads a message body.

    Raises:
        PoisonMessage: the body is no JSON object or a field is missing or ill formed; the text names each such field
            and what is wrong with it, and never shows a value, since it goes to the log.
    """
    try:
        # Not pydantic's reader, which refuses a text with half a surrogate pair.
        return _BOOKING.validate_python(json.loads(body, parse_constant=_refuse))
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        problems = [_problem(each["loc"], each["msg"]) for each in found]
        raise PoisonMessage("; ".join(map(": ".join, problems)), problems) from None
    except (ValueError, RecursionError):
        raise PoisonMessage("the body is not JSON") from None


def _refuse(constant: str) -> None:
    raise ValueError(constant)  # NaN and the infinities, which Python reads and JSON does not have


def _problem(location: tuple[int | str, ...], message: str) -> Problem:
    return Problem(".".join(map(str, location)) or "the body", f"{message[0].lower()}{message[1:]}")
