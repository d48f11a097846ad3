"""How AWS judges the answer of a function to a batch: each case as AWS documents it or was observed to treat it."""

import pytest

from embeddedaws.mapping.answer import BatchOutcome, judge

BATCH = ("one", "two", "three")


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"null",
        b"{}",
        b'{"batchItemFailures": []}',
        b'{"batchItemFailures": null}',
        b'{"statusCode": 200}',
        b" \n",
    ],
    ids=["no output", "null", "empty object", "no failures", "null failures", "other keys", "blank"],
)
def test_the_whole_batch_succeeded(payload: bytes) -> None:
    assert judge(payload, None, BATCH, report_batch_item_failures=True) == BatchOutcome()


@pytest.mark.parametrize(
    "payload",
    [
        b"{not JSON",
        b"\xff\xfe",
        b'"text"',
        b'""',
        b"[]",
        b"42",
        b"true",
        b'{"batchItemFailures": "one"}',
        b'{"batchItemFailures": {"itemIdentifier": "one"}}',
        b'{"batchItemFailures": [{}]}',
        b'{"batchItemFailures": [{"foo": "one"}]}',
        b'{"batchItemFailures": [{"itemidentifier": "one"}]}',
        b'{"batchItemFailures": [{"itemIdentifier": ""}]}',
        b'{"batchItemFailures": [{"itemIdentifier": null}]}',
        b'{"batchItemFailures": [{"itemIdentifier": 1}]}',
        b'{"batchItemFailures": [{"itemIdentifier": ["one"]}]}',
        b'{"batchItemFailures": [{"itemIdentifier": "four"}]}',
        b'{"batchItemFailures": [{"itemIdentifier": "one"}, {"itemIdentifier": "four"}]}',
        b'{"batchItemFailures": ["one"]}',
        b'{"batchItemFailures": [null]}',
    ],
    ids=[
        "bad JSON",
        "not UTF-8",
        "string",
        "empty string",
        "list",
        "number",
        "boolean",
        "failures a string",
        "failures an object",
        "item without id",
        "misnamed id",
        "id in lower case",
        "empty id",
        "null id",
        "number as id",
        "list as id",
        "unknown id",
        "one good and one unknown id",
        "item a string",
        "item null",
    ],
)
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
