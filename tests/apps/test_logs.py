import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from logs import log


def test_a_line_is_one_json_object_with_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    log("INFO", "email_sent", correlation_id="c-1", job_key="booking.confirmed:b", message_id="m1", receive_count=2)
    assert json.loads(capsys.readouterr().out) == {
        "level": "INFO",
        "message": "email_sent",
        "correlationId": "c-1",
        "jobKey": "booking.confirmed:b",
        "messageId": "m1",
        "receiveCount": 2,
    }


def test_of_an_error_only_its_class_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    log("ERROR", "job_failed", error=ValueError("ada@example.com"))
    out = capsys.readouterr().out
    assert json.loads(out)["error"] == "ValueError"
    assert "ada" not in out


@pytest.mark.parametrize("reason", ["two\nlines", "\u2028", "\ud800", "né"], ids=ascii)
def test_a_line_stays_one_line_of_ascii(capsys: pytest.CaptureFixture[str], reason: str) -> None:
    log("WARNING", "job_failed", reason=reason)
    out = capsys.readouterr().out
    assert out.isascii()
    assert len(out.splitlines()) == 1
    assert json.loads(out)["reason"] == reason


def test_lines_of_several_threads_do_not_mix(capfd: pytest.CaptureFixture[str]) -> None:
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda n: log("INFO", "email_sent", receive_count=n), range(200)))
    counts = [json.loads(line)["receiveCount"] for line in capfd.readouterr().out.splitlines()]
    assert sorted(counts) == list(range(200))
