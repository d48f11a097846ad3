"""What is fuzzed: a target takes any bytes and raises if something is not as it must be, whatever they say.

    message    one body of either queue
    batch      a batch of them, with a good neighbour in front, through both functions
    token      the text of a QR code
    policy     a question to the access model: policies and a request

The files in `corpus/<target>/` are inputs that taught the fuzzer something, or broke the code once. The tests run all
of them, and none of this needs the fuzzer itself.
"""

import json
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, get_args

from bookings import Booking, PoisonMessage, parse_booking
from fuzz.hostile_messages import CONTROLS, CORPUS, good_body, hostile_messages
from fuzz.invariant import require
from fuzz.token_oracle import verdict
from fuzz.worlds import RING, TicketsWorld, WorkerWorld
from pulumicheck.iam.evaluate import evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.iam.statement import PolicyType
from pulumicheck.questions.evaluation_file import InvalidQuestion, read_question
from tickets.deadline import Deadline
from tickets.tokens import InvalidToken, VerifiedTicket, sign_ticket, verify_ticket
from worker.address import check_address
from worker.confirmation import confirmation_of

_GOOD = {"messageId": "good", "receiptHandle": "handle", "body": good_body("bkg_good")}
_PLAIN = confirmation_of(parse_booking(_GOOD["body"]))
_MARKUP = [_PLAIN.html.count(sign) for sign in '<>"']
_SEPARATOR = b"\x1e"  # between the messages of a batch; Unicode calls it the record separator
_RECORD = b"!"  # what follows is a record as JSON, and not a body
_LOG_FIELDS = {"level", "message", "correlationId", "jobKey", "messageId", "receiveCount", "error", "reason"}
_BIGGEST_SEED = 4_096  # bytes: bigger ones are for the tests, and slow the fuzzer down


@dataclass(frozen=True)
class Target:
    """Something to fuzz.

    Attributes:
        check: raises where an input breaks something.
        made: seeds besides those that are files.
    """

    name: str
    check: Callable[[bytes], None]
    made: Callable[[], Iterator[bytes]]

    @property
    def files(self) -> list[Path]:
        """The inputs that are kept."""
        return sorted(path for path in (CORPUS / self.name).glob("*") if path.is_file())

    def seeds(self) -> Iterator[bytes]:
        """Where the fuzzer begins."""
        yield from (path.read_bytes() for path in self.files)
        yield from (seed for seed in self.made() if len(seed) <= _BIGGEST_SEED)


def check_message(data: bytes) -> None:
    """A body is poison with a reason that may be logged, or a booking whose email and tickets are harmless."""
    try:
        booking = parse_booking(_text(data))
    except PoisonMessage as poison:
        require("a reason is one line", str(poison).isprintable())
        return
    again = parse_booking(booking.model_dump_json(by_alias=True))
    require("a booking reads back as it was written", again == booking)
    world = TicketsWorld()
    world.issuer.issue(booking, Deadline(lambda: 1.0, call_seconds=0), lambda _number: None)
    require("each ticket is issued", len(world.tokens) == booking.quantity)
    _check_email(booking)
    with suppress(PoisonMessage):
        _check_address(check_address(booking).recipient.email)


def _check_address(address: str) -> None:
    require("there is one address", address.count("@") == 1)
    require("an address is printable ASCII", address.isascii() and address.isprintable())
    require("an address has no sign that ends it in a header", not set(address) & set(' ,;:<>()[]"\\'))


def _check_email(booking: Booking) -> None:
    email = confirmation_of(booking)
    require("a subject has no control character", not CONTROLS & set(map(unicodedata.category, email.subject)))
    require("a subject holds no encoded word", "=?" not in email.subject)
    require("a text has its lines and no other", email.text.count("\n") == _PLAIN.text.count("\n"))
    require("a page has its markup and no other", [email.html.count(sign) for sign in '<>"'] == _MARKUP)
    require("an email is short", len(email.html) < 4 * len(_PLAIN.html))


def check_batch(data: bytes) -> None:
    """Whatever a batch holds, the good message is handled, poison is answered, and the log holds ids and sentences."""
    records = [_GOOD, *(_record(number, piece) for number, piece in enumerate(data.split(_SEPARATOR)[:9]))]
    bodies = {_field(record, "messageId"): _field(record, "body") for record in records[1:]}
    for world, is_poison in ((WorkerWorld(), _is_poison_for_worker), (TicketsWorld(), _is_poison)):
        poison = {message_id for message_id, body in bodies.items() if is_poison(body)}
        output = StringIO()
        with redirect_stdout(output):
            failed = world.handle(*records)
        lines = [json.loads(line) for line in output.getvalue().splitlines()]
        require("a log line has its fields and no other", all(line.keys() <= _LOG_FIELDS for line in lines))
        require("each failure is told once", len(failed) == len(set(failed)))
        require("only messages of the batch are answered", set(failed) <= {"good", *bodies})
        require("poison is answered", poison <= set(failed) | {"good"})
        conflicts = {line["messageId"] for line in lines if line.get("error") == "ConflictingBooking"}
        repeated = len(bodies) < len(records) - 1 or "good" in bodies
        require("nothing else is answered", set(failed) <= poison | conflicts or repeated)


def _record(number: int, piece: bytes) -> Any:
    if piece.startswith(_RECORD):
        with suppress(ValueError, RecursionError):
            return json.loads(piece[1:])
    return {"messageId": f"m{number}", "receiptHandle": "handle", "body": _text(piece)}


def _field(record: Any, name: str) -> str:
    value = record.get(name) if isinstance(record, dict) else None
    return value if isinstance(value, str) else ""


def _is_poison(body: str) -> bool:
    try:
        parse_booking(body)
    except PoisonMessage:
        return True
    return False


def _is_poison_for_worker(body: str) -> bool:
    try:
        check_address(parse_booking(body))
    except PoisonMessage:
        return True
    return False


def check_token(data: bytes) -> None:
    """A text is the one spelling of a genuine token, or is refused for the reason that another reading of it gives."""
    for token in (data, _text(data)):
        try:
            found: VerifiedTicket | str = verify_ticket(token, RING)
        except InvalidToken as error:
            found = type(error).__name__
        require("a token is judged as by its documentation", found == verdict(token, RING))
        if isinstance(found, VerifiedTicket):
            signed = sign_ticket(RING, found.key_id, found.ticket_id, found.event_id)
            require("a genuine token has one spelling", token in (signed, signed.encode()))


def check_policy(data: bytes) -> None:
    """A text is a policy or a question, which is decided, or is refused with the error that is made for that."""
    text = _text(data)
    for kind in get_args(PolicyType):
        with suppress(InvalidPolicy):
            Policy.parse(text, kind)
    try:
        request, policies = read_question(text)
    except InvalidQuestion:
        return
    require("a decision says why", evaluate(request, policies).why)
    denied = evaluate(request, [*policies, _DENY_ALL])
    require("a deny in any policy wins", denied.decision == "explicitDeny")


_DENY_ALL = Policy.parse(
    {"Statement": {"Effect": "Deny", "Principal": "*", "Action": "*", "Resource": "*"}}, "resource"
)


def _text(data: bytes) -> str:
    """Any bytes as text: UTF-8 with lone surrogates, as Lambda's JSON may have them, or else one character a byte."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _bodies() -> Iterator[bytes]:
    yield from (case.body.encode("utf-8", "surrogatepass") for case in hostile_messages())
    yield good_body("bkg_1").encode()


def _batches() -> Iterator[bytes]:
    small = [body for body in _bodies() if len(body) < _BIGGEST_SEED // 4]
    for start in range(0, len(small), 3):
        yield _SEPARATOR.join(small[start : start + 3])
    yield from (b"!null", b"![]", b'!{"messageId": 7}', b'!{"messageId": "m", "attributes": null, "body": {}}')
    yield b'!{"messageId": "m", "attributes": {"ApproximateReceiveCount": "\xd9\xa3"}, "body": "{}"}'


def _tokens() -> Iterator[bytes]:
    for key_id in RING.key_ids:
        token = sign_ticket(RING, key_id, "bkg_01JD8Z-1", "evt_9")
        yield from (token.encode(), f"{token}==".encode(), f" {token}\n".encode(), token[:-1].encode())
    yield sign_ticket(RING, "k1", f"{'x' * 64}-4", "y" * 64).encode()


TARGETS = {
    target.name: target
    for target in (
        Target("message", check_message, _bodies),
        Target("batch", check_batch, _batches),
        Target("token", check_token, _tokens),
        Target("policy", check_policy, lambda: iter(())),
    )
}
