"""What moto only raises on is answered all the same."""

import logging
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from werkzeug.test import Client

from embeddedaws.moto.backend import always_answering


def _raising(error: Exception) -> WSGIApplication:
    def app(_environ: WSGIEnvironment, _start_response: StartResponse) -> Iterable[bytes]:
        raise error

    return app


@pytest.mark.parametrize(
    ("error", "status", "logged"), [(NotImplementedError(), 501, False), (KeyError("#c"), 500, True)]
)
def test_an_error_becomes_a_page_that_whoever_wraps_it_can_tell(
    error: Exception, status: int, *, logged: bool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = Client(always_answering(_raising(error))).get("/")

    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert bool(caplog.records) == logged
