"""How AWS judges the answer of a function to a batch: each case as AWS documents it or was observed to treat it."""

import pytest

from embeddedaws.mapping.answer import BatchOutcome, judge

BATCH = ("one", "two", "three")


SUCCESSES = {
    "no output": b"",
    "null": b"null",
    "empty object": b"{}",
    "no failures": b'{"batchItemFailures": []}',
    "null failures": b'{"batchItemFailures": null}',
    "other keys": b'{"statusCode": 200}',
    "blank": b" \n",
}
MALFORMED = {
    "bad JSON": b"{not JSON",
    "not UTF-8": b"\xff\xfe",
    "string": b'"text"',
    "empty string": b'""',
    "list": b"[]",
    "number": b"42",
    "boolean": b"true",
    "failures a string": b'{"batchItemFailures": "one"}',
    "failures an object": b'{"batchItemFailures": {"itemIdentifier": "one"}}',
    "item without id": b'{"batchItemFailures": [{}]}',
    "misnamed id": b'{"batchItemFailures": [{"foo": "one"}]}',
    "id in lower case": b'{"batchItemFailures": [{"itemidentifier": "one"}]}',
    "empty id": b'{"batchItemFailures": [{"itemIdentifier": ""}]}',
    "null id": b'{"batchItemFailures": [{"itemIdentifier": null}]}',
    "number as id": b'{"batchItemFailures": [{"itemIdentifier": 1}]}',
    "list as id": b'{"batchItemFailures": [{"itemIdentifier": ["one"]}]}',
    "unknown id": b'{"batchItemFailures": [{"itemIdentifier": "four"}]}',
    "one good and one unknown id": b'{"batchItemFailures": [{"itemIdentifier": "one"}, {"itemIdentifier": "four"}]}',
    "item a string": b'{"batchItemFailures": ["one"]}',
    "item null": b'{"batchItemFailures": [null]}',
}


@pytest.mark.parametrize("payload", SUCCESSES.values(), ids=SUCCESSES)
def test_the_whole_batch_succeeded(payload: bytes) -> None:
    assert judge(payload, None, BATCH, report_batch_item_failures=True) == BatchOutcome()


@pytest.mark.parametrize("payload", MALFORMED.values(), ids=MALFORMED)
def test_the_whole_batch_failed_by_a_malformed_answer(payload: bytes) -> None:
    verdict = judge(payload, None, BATCH, report_batch_item_failures=True)

    assert verdict.failed == frozenset(BATCH)
    assert verdict.reason.startswith("malformed answer: ")


@pytest.mark.parametrize(
    ("payload", "failed"),
    [
        (b'{"batchItemFailures": [{"itemIdentifier": "two"}]}', {"two"}),
        (b'{"batchItemFailures": [{"itemIdentifier": "two"}, {"itemIdentifier": "two"}]}', {"two"}),
        (b'{"batchItemFailures": [{"itemIdentifier": "one", "why": "SES"}], "more": 1}', {"one"}),
        (
            b'{"batchItemFailures": [' + b", ".join(b'{"itemIdentifier": "%s"}' % i.encode() for i in BATCH) + b"]}",
            {*BATCH},
        ),
    ],
    ids=["one", "the same twice", "more keys", "all"],
)
def test_exactly_the_named_messages_failed(payload: bytes, failed: set[str]) -> None:
    verdict = judge(payload, None, BATCH, report_batch_item_failures=True)

    assert verdict == BatchOutcome(frozenset(failed), "batch item failures")


@pytest.mark.parametrize("reporting", [True, False], ids=["reporting", "not reporting"])
def test_a_function_error_fails_the_whole_batch_whatever_its_payload(*, reporting: bool) -> None:
    verdict = judge(b"{}", "Unhandled", BATCH, report_batch_item_failures=reporting)

    assert verdict == BatchOutcome(frozenset(BATCH), "function error: Unhandled")


@pytest.mark.parametrize(
    "payload",
    [b'{"batchItemFailures": [{"itemIdentifier": "two"}]}', b"{not JSON", b"null"],
    ids=["named failures", "bad JSON", "null"],
)
def test_without_report_batch_item_failures_any_return_is_a_success(payload: bytes) -> None:
    assert judge(payload, None, BATCH, report_batch_item_failures=False) == BatchOutcome()
