"""moto as the embedded AWS uses it: one request at a time, with nothing in it, mended and made faster."""

import logging
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from moto.core.base_backend import BackendDict
from moto.core.model_instances import reset_model_data
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.exceptions import InternalServerError, NotImplemented  # noqa: A004 - the answer 501

from embeddedaws.moto.faster import faster
from embeddedaws.moto.mended import mended
from embeddedaws.moto.queue_time import QueueClock
from embeddedaws.server import OneAtATime

_LOG = logging.getLogger(__name__)


def moto_app() -> WSGIApplication:
    """All services that moto knows."""
    return OneAtATime(always_answering(DomainDispatcherApplication(create_backend_app)))


def always_answering(app: WSGIApplication) -> WSGIApplication:
    """Answers with the page of an HTTP server where moto only raises, so that whoever wraps it can tell."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            return app(environ, start_response)
        except NotImplementedError:
            return NotImplemented()(environ, start_response)
        except Exception:  # noqa: BLE001 - the last one who can answer
            _LOG.exception("moto failed")
            return InternalServerError()(environ, start_response)

    return answer


@contextmanager
def emptied(clock: QueueClock) -> Generator[None]:
    """Forgets what earlier contexts left in moto's globals; its queues and log groups go by the clock."""
    BackendDict.reset()
    reset_model_data()
    with mended(), faster(), clock.installed():
        yield
