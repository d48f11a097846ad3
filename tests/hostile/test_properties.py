"""What must hold for any input at all; `fuzz/targets.py` says what that is."""

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookings import parse_booking
from fuzz.hostile_messages import good_body, hostile_messages
from fuzz.targets import TARGETS
from fuzz.worlds import RING
from pulumicheck.iam.evaluate import evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import PolicyType
from tests.fixtures.examples import examples
from tickets.tokens import sign_ticket

GOOD: dict[str, Any] = json.loads(good_body("bkg_1"))
INNER = [f"{name}.{inner}" for name in ("recipient", "event") for inner in GOOD[name]]
SMALL = [case.body for case in hostile_messages() if len(case.body) < 1_000]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
changes = st.dictionaries(st.sampled_from([*GOOD, *INNER]), anything, max_size=3)


def changed(values: dict[str, Any]) -> str:
    booking = copy.deepcopy(GOOD)
    for path, value in values.items():
        name, _, inner = path.partition(".")
        if inner and isinstance(booking[name], dict):
            booking[name][inner] = value
        else:
            booking[name] = value
    return json.dumps(booking)


def check(name: str, data: str | bytes) -> None:
    TARGETS[name].check(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("name", TARGETS)
@examples(50)
@given(data=st.binary() | st.text().map(lambda text: text.encode()))
def test_any_bytes_are_answered(name: str, data: bytes) -> None:
    check(name, data)


@given(anything.map(json.dumps) | changes.map(changed))
def test_any_json_is_a_booking_or_poison(body: str) -> None:
    check("message", body)


ids = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
lines = (
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=80)
    .map(str.strip)
    .filter(bool)
)
atoms = st.from_regex(r"[A-Za-z0-9!#$%&'*+/^_`{|}~-]{1,20}", fullmatch=True)
labels = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True)
addresses = st.builds("{}.{}@{}.example".format, atoms, atoms, labels)
offsets = st.sampled_from(["Z", "+00:00", "-00:00", "+05:45", "-12:00", "+23:59"])
starts = st.builds(lambda start, offset: f"{start.isoformat()}{offset}", st.datetimes(), offsets)
bookings = st.fixed_dictionaries(
    {
        "type": st.just("booking.confirmed"),
        "bookingId": ids,
        "correlationId": ids,
        "userId": ids,
        "recipient": st.fixed_dictionaries({"email": addresses, "name": lines}),
        "event": st.fixed_dictionaries({"id": ids, "title": lines, "venue": lines, "startsAt": starts}),
        "quantity": st.integers(1, 4),
    }
)


@given(bookings, st.booleans())
def test_what_is_well_formed_is_read_to_the_letter(booking: dict[str, Any], ensure_ascii: bool) -> None:  # noqa: FBT001
    body = json.dumps(booking, ensure_ascii=ensure_ascii)
    assert json.loads(parse_booking(body).model_dump_json(by_alias=True)) == booking
    check("message", body)


records = st.dictionaries(
    st.sampled_from(["messageId", "receiptHandle", "body", "attributes"]), anything | changes.map(changed)
)
pieces = st.one_of(
    st.sampled_from(SMALL),
    changes.map(changed),
    bookings.map(json.dumps),
    (anything | records).map(lambda record: "!" + json.dumps(record)),
)


@given(st.lists(pieces, max_size=9))
def test_any_mixture_is_answered_and_the_good_message_handled(bodies: list[str]) -> None:
    check("batch", "\x1e".join(bodies))


tokens = st.builds(
    lambda key_id, booking_id, number, event_id: sign_ticket(RING, key_id, f"{booking_id}-{number}", event_id),
    st.sampled_from(RING.key_ids),
    ids,
    st.integers(1, 4),
    ids,
)


@given(tokens, st.data())
def test_a_token_that_is_edited_anywhere_is_judged_by_its_documentation(token: str, data: st.DataObject) -> None:
    start, length = data.draw(st.integers(0, len(token))), data.draw(st.integers(0, 3))
    check("token", token)
    check("token", token[:start] + data.draw(st.text(max_size=3)) + token[start + length :])


ELEMENTS = ["Sid", "Effect", "Principal", "NotPrincipal", "Action", "NotAction", "Resource", "NotResource", "Condition"]
DOCUMENT: dict[str, Any] = {"Effect": "Allow", "Action": "s3:*", "Resource": "arn:aws:s3:::bucket/*"}
texts = st.text("${}'*?,: aé\ud800", max_size=12) | st.sampled_from(["arn:aws:s3:::b/${aws:username, 'x'}", "s3:Get*"])
numbers = st.integers() | st.floats() | st.sampled_from([10**5_000, float("inf"), float("nan"), -0.0, 1e308])
operators = st.sampled_from(
    ["StringLike", "NumericEquals", "DateLessThan", "IpAddress", "ForAllValues:Bool", "Null", "x"]
)
conditions = st.dictionaries(
    operators, st.dictionaries(st.sampled_from(["a:b", "aws:x", "x"]), texts | numbers | anything)
)
statements = st.dictionaries(st.sampled_from(ELEMENTS), texts | numbers | st.lists(texts) | conditions | anything).map(
    lambda elements: {**DOCUMENT, **elements}
)
contexts = st.dictionaries(st.sampled_from(["a:b", "aws:username"]), st.text() | st.lists(st.text(), max_size=2))
KINDS: list[PolicyType] = list(get_args(PolicyType))


@given(statements, st.sampled_from(KINDS), texts, contexts)
def test_any_statement_is_decided_or_an_invalid_policy(
    statement: dict[str, Any], kind: PolicyType, resource: str, context: dict[str, Any]
) -> None:
    request = Request("arn:aws:iam::123456789012:user/ada", "s3:GetObject", resource, context)
    with suppress(InvalidPolicy):
        assert evaluate(request, [Policy.parse({"Version": "2012-10-17", "Statement": statement}, kind)]).why


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda n: "${" * n, id="variables that do not end"),
        pytest.param(lambda n: "${'" * n, id="quotes that do not end"),
        pytest.param(lambda n: "${" * n + "'}", id="a quote that keeps all of them open"),
        pytest.param(lambda n: "${a" + " " * n + "}", id="blanks in a variable"),
        pytest.param(lambda n: "${a," + ", " * n + "'x'}", id="commas in a variable"),
        pytest.param(lambda n: "${a}" * n, id="variables that end"),
        pytest.param(lambda n: "*?" * n, id="wildcards"),
    ],
)
def test_a_long_resource_is_read_in_the_time_of_a_long_text(make: Callable[[int], str]) -> None:
    """Fifty thousand characters or more; where time grew with their square, this would take minutes."""
    statement = {**DOCUMENT, "Resource": f"arn:aws:s3:::bucket/{make(25_000)}"}
    policy = Policy.parse({"Version": "2012-10-17", "Statement": statement}, "identity")
    request = Request("arn:aws:iam::123456789012:user/ada", "s3:GetObject", "arn:aws:s3:::bucket/x")
    assert evaluate(request, [policy]).decision == "implicitDeny"
